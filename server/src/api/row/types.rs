//! What a built route takes and gives.

use std::sync::Arc;

use axum::http::Method;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use crate::api::handler::Erased;
use crate::api::input::{self, Form, Input, Nothing, schema_of};
use crate::api::reply::Output;

#[derive(Clone)]
pub struct Types {
    pub form: Form,
    pub decode: fn(&Form, Value) -> Result<Erased, Problem>,
    pub input_schema: fn(&mut SchemaGenerator) -> Schema,
    pub output_schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Types {
    pub(super) fn of<I: Input, O: Output>(route: (Method, &'static str)) -> Self {
        Self {
            form: Form::of::<I>(route),
            decode: |form, value| Ok(Arc::new(input::decode::<I>(form, value)?) as Erased),
            input_schema: schema_of::<I>,
            output_schema: schema_of::<O>,
        }
    }

    /// Of a route whose handler reads the body itself.
    pub(super) fn raw<O: Output>(route: (Method, &'static str)) -> Self {
        Self {
            form: Form::of::<Nothing>(route),
            decode: |_, _| {
                let message = "A body that is taken as it came was to be decoded.";
                Err(Problem::new(Code::InternalError, message))
            },
            input_schema: schema_of::<Nothing>,
            output_schema: schema_of::<O>,
        }
    }

    pub fn is_paged(&self) -> bool {
        self.form
            .object()
            .is_some_and(|object| object.properties.contains_key("cursor"))
    }
}
