//! What a request says.

use axum::http::{HeaderMap, Method};
use postrider_domain::problem::Problem;
use serde_json::Value;

use super::body::ReceivedBody;
use crate::api::input;
use crate::api::row::{Row, Types};
use crate::app::App;

/// Shared: the steps of a request may run inside a transaction, on another thread.
pub struct Facts {
    pub app: App,
    pub method: Method,
    pub headers: HeaderMap,
    pub path: String,
    pub query: Option<String>,
    pub request_id: String,
    pub now: i64,
}

impl Facts {
    /// The brand that the caller names. What is not text names none that exists.
    pub fn named_brand(&self) -> Option<&str> {
        self.headers
            .get("x-brand-id")
            .map(|value| value.to_str().unwrap_or_default())
    }

    /// Path and query, as an idempotency key is bound to them.
    pub fn target(&self) -> String {
        match &self.query {
            Some(query) => format!("{} {}?{query}", self.method, self.path),
            None => format!("{} {}", self.method, self.path),
        }
    }

    pub fn query_value(&self, types: &Types) -> Result<Value, Problem> {
        input::read_query(&types.form, self.query.as_deref())
    }

    pub fn input_value(
        &self,
        row: &Row,
        types: &Types,
        received: &mut ReceivedBody,
    ) -> Result<Value, Problem> {
        if row.takes_query() {
            return self.query_value(types);
        }
        let given = self.query.as_deref().unwrap_or_default();
        if let Some(pair) = given.split('&').find(|pair| !pair.is_empty()) {
            let key = pair.split('=').next().unwrap_or_default();
            return Err(Problem::invalid(key, format!("Unknown query key `{key}`."))
                .suggest("This route takes its input in the body."));
        }
        received.json(&self.headers)
    }
}
