//! One row of the route table: everything the pipeline, the OpenAPI document and `GET /v1/help` need
//! to know about a route. A handler cannot forget what its row says.

use std::sync::Arc;

use axum::http::Method;
use postrider_domain::catalog::Code;
use postrider_domain::credits::Metering;
use postrider_domain::policy::Policy;
use postrider_domain::problem::Problem;
use postrider_domain::scope::Scope;
use postrider_store::db::Tx;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use super::cx::Cx;
use super::failure::Outcome;
use super::handler::{self, Arrived, Erased, Handler, Opened, Part};
use super::input::{self, Form, Input, schema_of};
use super::operation::Operation;
use super::reply::{Output, Reply};

pub const SMALL_BODY: usize = 1 << 20;
pub const LARGE_BODY: usize = 6 << 20;

pub const JSON: &str = "application/json";
pub const CSV: &str = "text/csv";

/// Whose data a route works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenant {
    /// One brand: the key's own, or the one that `X-Brand-Id` names.
    Brand,
    /// The organization; any of its keys may call.
    Organization,
    /// The organization; a brand key gets `ORG_SCOPE_REQUIRED`.
    OrganizationKey,
}

type MeteredWhen = Arc<dyn Fn(&Erased) -> bool + Send + Sync>;

/// What a built route takes and gives.
#[derive(Clone)]
pub struct Types {
    pub form: Form,
    pub decode: fn(&Form, Value) -> Result<Erased, Problem>,
    pub input_schema: fn(&mut SchemaGenerator) -> Schema,
    pub output_schema: fn(&mut SchemaGenerator) -> Schema,
}

impl Types {
    fn of<I: Input, O: Output>() -> Self {
        Self {
            form: Form::of::<I>(),
            decode: |form, value| Ok(Arc::new(input::decode::<I>(form, value)?) as Erased),
            input_schema: schema_of::<I>,
            output_schema: schema_of::<O>,
        }
    }

    pub fn is_paged(&self) -> bool {
        self.form
            .object()
            .is_some_and(|object| object.properties.contains_key("cursor"))
    }
}

#[derive(Clone)]
#[must_use = "a row does nothing until it stands in the table"]
pub struct Row {
    pub method: Method,
    pub path: &'static str,
    pub summary: &'static str,
    /// Two rows may share method and path: the one whose key stands in the body is meant, or whose media
    /// type the body has.
    pub body_key: Option<&'static str>,
    pub scope: Option<Scope>,
    pub tenant: Tenant,
    pub policy: Policy,
    pub idempotent: bool,
    /// The input key that stands for the `Idempotency-Key` header where a caller sends none.
    pub key_in_body: Option<&'static str>,
    pub metering: Metering,
    /// Where only some inputs are metered: whether this one is.
    pub metered_when: Option<MeteredWhen>,
    pub body_limit: usize,
    pub success: &'static [u16],
    /// Codes beyond those that the pipeline itself can answer.
    pub errors: &'static [Code],
    pub types: Option<Types>,
    pub handler: Handler,
}

impl Row {
    pub fn new(method: Method, path: &'static str, policy: Policy, summary: &'static str) -> Self {
        Self {
            idempotent: method == Method::POST,
            key_in_body: None,
            method,
            path,
            summary,
            body_key: None,
            scope: None,
            tenant: Tenant::Brand,
            policy,
            metering: Metering::Free,
            metered_when: None,
            body_limit: SMALL_BODY,
            success: &[200],
            errors: &[],
            types: None,
            handler: Handler::NotBuilt,
        }
    }

    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    pub fn tenant(mut self, tenant: Tenant) -> Self {
        self.tenant = tenant;
        self
    }

    pub fn body_key(mut self, key: &'static str) -> Self {
        self.body_key = Some(key);
        self
    }

    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    pub fn key_in_body(mut self, key: &'static str) -> Self {
        self.key_in_body = Some(key);
        self
    }

    pub fn metering(mut self, metering: Metering) -> Self {
        self.metering = metering;
        self
    }

    /// Metered only if the input asks for what costs something.
    pub fn metered_when<I: Input>(mut self, metered: fn(&I) -> bool) -> Self {
        self.metered_when = Some(Arc::new(move |input| {
            input.downcast_ref::<I>().is_none_or(metered)
        }));
        self
    }

    pub fn is_free_for(&self, input: &Erased) -> bool {
        self.metered_when
            .as_ref()
            .is_some_and(|metered| !metered(input))
    }

    pub fn success(mut self, statuses: &'static [u16]) -> Self {
        self.success = statuses;
        self
    }

    pub fn errors(mut self, codes: &'static [Code]) -> Self {
        self.errors = codes;
        self
    }

    pub fn read<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
    {
        self.built::<I, O>(handler::read(handler))
    }

    pub fn heavy_read<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
    {
        self.built::<I, O>(handler::heavy_read(handler))
    }

    pub fn write<I, O, F, Fut>(self, handler: F) -> Self
    where
        I: Input,
        O: Output,
        F: Fn(Tx, Cx, Arc<I>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Outcome<Reply<O>>> + Send + 'static,
    {
        self.built::<I, O>(handler::write(handler))
    }

    pub fn prepared_write<I, P, O, F, G, Prepared, Done>(self, prepare: F, run: G) -> Self
    where
        I: Input,
        P: Send + Sync + 'static,
        O: Output,
        F: Fn(Cx, Arc<I>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = Outcome<P>> + Send + 'static,
        G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
        Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
    {
        self.built::<I, O>(handler::prepared_write(prepare, run))
    }

    /// Clears away what `prepare` left outside the database, if the write came to nothing.
    pub fn undo<P, F, Undone>(mut self, undo: F) -> Self
    where
        P: Send + Sync + 'static,
        F: Fn(Cx, Arc<P>) -> Undone + Send + Sync + 'static,
        Undone: Future<Output = ()> + Send + 'static,
    {
        self.handler = handler::undone(self.handler, undo);
        self
    }

    /// `check` is asked before the file is read.
    pub fn upload<I, C, P, O, E, F, G, Prepared, Done>(self, check: E, prepare: F, run: G) -> Self
    where
        I: Input,
        C: Send + Sync + 'static,
        P: Send + Sync + 'static,
        O: Output,
        E: Fn(&Cx, &I) -> Result<C, Problem> + Send + Sync + 'static,
        F: Fn(Cx, Arc<C>, Arc<Arrived>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = Outcome<P>> + Send + 'static,
        G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
        Done: Future<Output = Outcome<Reply<O>>> + Send + 'static,
    {
        self.built::<I, O>(handler::upload(check, prepare, run))
    }

    pub fn download<I, S, F, G, Opening, Making>(self, open: F, part: G) -> Self
    where
        I: Input,
        S: Send + Sync + 'static,
        F: Fn(Tx, Cx, Arc<I>) -> Opening + Send + Sync + 'static,
        Opening: Future<Output = Outcome<Opened<S>>> + Send + 'static,
        G: Fn(Tx, Arc<S>, Option<i64>) -> Making + Send + Sync + 'static,
        Making: Future<Output = Outcome<Part>> + Send + 'static,
    {
        self.built::<I, String>(handler::download(open, part))
    }

    pub fn outside<I, O>(self, handler: Handler) -> Self
    where
        I: Input,
        O: Output,
    {
        self.built::<I, O>(handler)
    }

    fn built<I: Input, O: Output>(mut self, handler: Handler) -> Self {
        self.types = Some(Types::of::<I, O>());
        self.handler = handler;
        self
    }

    pub fn built_types(&self) -> Result<&Types, Problem> {
        self.types.as_ref().ok_or_else(|| {
            let message = format!("{} {} is not available yet.", self.method, self.path);
            Problem::new(Code::NotImplemented, message)
        })
    }

    pub fn operation(&self) -> Operation {
        Operation {
            operation: self.summary,
            method: self.method.to_string(),
            path: self.path,
            metering: self.metering.as_str(),
            cost: self.metering.cost(),
            available: self.is_built(),
        }
    }

    pub fn is_built(&self) -> bool {
        !matches!(self.handler, Handler::NotBuilt)
    }

    /// Whether the input stands in the query rather than in a body.
    pub fn takes_query(&self) -> bool {
        self.method == Method::GET || self.takes_file()
    }

    /// Whether the body is a file, beside the input.
    pub fn takes_file(&self) -> bool {
        matches!(self.handler, Handler::Upload(_))
    }

    /// The media type of the body, on routes that take one.
    pub fn body_type(&self) -> Option<&'static str> {
        match self.handler {
            Handler::Upload(_) => Some(CSV),
            _ => (self.method != Method::GET).then_some(JSON),
        }
    }

    /// The media type of a successful answer.
    pub fn answer_type(&self) -> &'static str {
        match self.handler {
            Handler::Download(_) => CSV,
            _ => JSON,
        }
    }
}
