//! The one place where an error becomes what the caller reads.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::DbError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::api::failure::Failure;

/// Seconds after which a caller may try a database that was away.
const DATABASE_RETRY_S: u64 = 2;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct Envelope {
    pub error: ErrorBody,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// Stable: branch on this.
    pub code: &'static str,
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// For people; may change.
    pub message: String,
    /// The input that failed, as a dotted path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    pub suggestion: String,
    /// A page about the code.
    pub docs: String,
    /// Seconds; mirrors `Retry-After`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

impl Envelope {
    pub fn of(problem: Problem, public_url: &str) -> Self {
        let code = problem.code;
        Self {
            error: ErrorBody {
                code: code.as_str(),
                kind: code.kind().as_str(),
                message: problem.message,
                param: problem.param,
                suggestion: problem
                    .suggestion
                    .unwrap_or_else(|| code.suggestion().to_owned()),
                docs: format!("{public_url}/docs/errors#{}", code.as_str()),
                retry_after: problem.retry_after,
                details: problem.details,
            },
        }
    }
}

/// A fault of the database in words for the caller; its own words go to the log, once, here.
pub fn problem_of(failure: Failure) -> Problem {
    let error = match failure {
        Failure::Problem(problem) => return *problem,
        Failure::Database(error) => error,
    };
    match error {
        DbError::QueueFull => Problem::new(
            Code::ServiceUnavailable,
            "Too many requests of your organization wait for this already.",
        )
        .suggest("Send fewer at the same time, and this one again after `Retry-After` seconds.")
        .retry_after(DATABASE_RETRY_S),
        DbError::Busy | DbError::Timeout | DbError::Unavailable(_) => {
            tracing::warn!(error = %error, "the database could not answer");
            Problem::new(
                Code::ServiceUnavailable,
                "The database cannot answer right now.",
            )
            .retry_after(DATABASE_RETRY_S)
        }
        DbError::Conflict { .. } | DbError::Other(_) => {
            tracing::error!(error = %error, "a request failed in the database");
            Problem::new(Code::InternalError, "The request could not be finished.")
        }
    }
}
