//! The rows of a write, and what became of them.

use std::borrow::Cow;

use aws_lc_rs::hmac;
use jiff::tz::TimeZone;
use postrider_domain::contacts::contact::{ContactWrite, Intent};
use postrider_domain::contacts::field::{FieldBounds, KnownFields};
use postrider_domain::contract::problem::{Problem, excerpt};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_store::contacts::Upserted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::validation::KnownDomains;

/// Characters of an address that a report shows. What is longer is no address.
const SHOWN_ADDRESS: usize = 320;

/// One row of a write, as the caller numbered it.
#[derive(Clone)]
pub struct Numbered {
    pub index: usize,
    pub email: Option<String>,
    pub write: Result<ContactWrite, Problem>,
}

/// What became of a set of rows.
#[derive(Default)]
pub struct Written {
    /// Rows that were written: with the first of an address the contact is created or updated, the others update it.
    pub created: usize,
    pub updated: usize,
    pub fields_created: Vec<String>,
    pub errors: Vec<RowError>,
    pub warnings: Vec<Warning>,
    /// The fields that the rows name, as they stand after the write.
    pub known: KnownFields,
    /// The contacts that were written, by address, each once.
    pub rows: Vec<Upserted>,
}

impl Written {
    /// The addresses of the contacts that were written.
    pub fn emails(&self) -> Vec<&str> {
        self.rows.iter().map(|row| row.email.as_str()).collect()
    }
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowError {
    pub index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub code: String,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// What to do about it, told where the row is the whole request.
    #[serde(skip)]
    pub suggestion: Option<String>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// `RESUBSCRIBE_SKIPPED` or `COLUMN_IGNORED`
    pub code: Cow<'static, str>,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

impl Warning {
    pub fn resubscribe_skipped() -> Self {
        Self {
            code: "RESUBSCRIBE_SKIPPED".into(),
            message: "The contact unsubscribed earlier and stays unsubscribed: only a consent captured after that, \
                      or a PATCH, subscribes it again."
                .to_owned(),
            index: None,
            email: None,
        }
    }
}

impl Warning {
    /// A column of a file that is named like one of ours.
    pub fn column_ignored(header: &str) -> Self {
        Self {
            code: "COLUMN_IGNORED".into(),
            message: format!(
                "The column `{header}` is not imported: only the service writes it. To keep it, map it to a field of \
                 another name."
            ),
            index: None,
            email: None,
        }
    }
}

impl RowError {
    pub fn of(row: &Numbered, problem: &Problem) -> Self {
        Self {
            index: row.index,
            email: row
                .email
                .as_deref()
                .map(|email| excerpt(email, SHOWN_ADDRESS).into_owned()),
            code: problem.code.as_str().to_owned(),
            message: problem.message.clone(),
            param: problem.param.clone(),
            suggestion: problem.suggestion.clone(),
        }
    }
}

/// Whose contacts are written, and when.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    pub brand: BrandKey,
    /// The brand's, by its name: it says when a day begins.
    pub time_zone: &'a str,
    pub now: i64,
    /// Of the hashes under which opt-outs of deleted contacts are remembered.
    pub opt_outs: &'a hmac::Key,
    pub domains: &'a KnownDomains,
    pub bounds: FieldBounds,
}

impl WriteContext<'_> {
    pub fn zone(self) -> TimeZone {
        parse_zone(self.time_zone).unwrap_or(TimeZone::UTC)
    }

    /// Under this a deleted contact's opt-out is remembered: nobody can read the address back.
    pub fn address_hash(self, email: &str) -> Vec<u8> {
        hmac::sign(self.opt_outs, email.as_bytes()).as_ref()[..16].to_vec()
    }
}

/// How a set of rows is meant.
#[derive(Clone, Copy)]
pub struct Manner {
    pub intent: Intent,
    /// The import that brought the rows.
    pub import: Option<i64>,
}

impl Manner {
    pub const UPLOAD: Self = Self {
        intent: Intent::Upload,
        import: None,
    };
}

/// A row that passed every check which needs no look at the brand.
pub(super) type Good<'a> = (&'a Numbered, &'a ContactWrite);
/// A row that will be written, with its custom values as they are kept.
pub(super) type Planned<'a> = (&'a Numbered, &'a ContactWrite, String);

#[cfg(test)]
mod tests {
    use postrider_domain::contract::problem::Problem;

    use super::{Numbered, RowError};

    #[test]
    fn a_row_error_shows_the_beginning_of_a_long_address() {
        let shown = |email: &str| {
            let problem = Problem::invalid("email", "The email address has no `@`.");
            let row = Numbered {
                index: 1,
                email: Some(email.to_owned()),
                write: Err(problem.clone()),
            };
            RowError::of(&row, &problem).email.unwrap()
        };
        let longest = "ü".repeat(320);
        assert_eq!(shown(&longest), longest);
        assert_eq!(shown(&"ü".repeat(1 << 20)), format!("{longest}…"));
    }
}
