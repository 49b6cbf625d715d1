//! What others ask of a row.

use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

use super::{JSON, RequestBody, Row, Types};
use crate::api::handler::{Erased, Handler};
use crate::app::App;
use crate::app::operation::{Operation, Price};
use crate::config::process_role::ProcessRole;

impl Row {
    /// What this input costs.
    pub fn metering_of(&self, app: &App, input: &Erased) -> Metering {
        let price = self.price.as_ref().and_then(|price| price(app, input));
        price.unwrap_or(self.metering)
    }

    pub fn built_types(&self) -> Result<&Types, Problem> {
        self.types.as_ref().ok_or_else(|| {
            let message = format!("{} {} is not available yet.", self.method, self.path);
            Problem::new(Code::NotImplemented, message)
        })
    }

    pub fn operation(&self) -> Operation {
        Operation {
            name: self.name,
            operation: self.summary,
            method: self.method.to_string(),
            path: self.path,
            metering: self.metering.as_str(),
            cost: self.metering.cost(),
            prices: self
                .prices
                .iter()
                .map(|(when, cost)| Price {
                    when,
                    cost: *cost,
                    available: self.is_built(),
                    missing: None,
                })
                .collect(),
            available: self.is_built(),
            missing: None,
        }
    }

    pub fn is_built(&self) -> bool {
        !matches!(self.handler, Handler::NotBuilt)
    }

    /// Whether it answers with what mails show and lead to.
    pub fn is_content(&self) -> bool {
        self.served_by == Some(ProcessRole::Track)
    }

    pub fn is_page(&self) -> bool {
        matches!(self.handler, Handler::Page(_))
    }

    /// Whether the input stands in the query rather than in a body.
    pub fn takes_query(&self) -> bool {
        matches!(self.body, RequestBody::None | RequestBody::File(_))
    }

    /// Whether the body is a file, beside the input.
    pub fn takes_file(&self) -> bool {
        matches!(self.body, RequestBody::File(_))
    }

    /// The media type of the body, on routes that take one of a known type.
    pub fn body_type(&self) -> Option<&'static str> {
        match &self.body {
            RequestBody::Json => Some(JSON),
            RequestBody::File(file) => Some(file.media_type),
            RequestBody::None | RequestBody::Raw => None,
        }
    }
}
