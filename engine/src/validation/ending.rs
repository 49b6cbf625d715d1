//! How a validation ends.

use postrider_domain::accounts::credits::Period;
use postrider_domain::contract::catalog::Code;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::usage;
use postrider_store::validations::{self, End, ValidationRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long the answers can be read: they are addresses of people, and do not stay for ever.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Why a row that works in the background came to nothing, as its row keeps and shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RowFault {
    pub code: String,
    pub message: String,
}

impl RowFault {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code: code.as_str().to_owned(),
            message: message.into(),
        }
    }

    fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Ends a validation by what was found; `fault` is why it ends before all addresses were looked at. The
/// credits for those, and all of them where nothing could be checked, are given back, once.
pub(super) async fn end(
    tx: &Tx,
    brand: BrandKey,
    record: &ValidationRecord,
    fault: Option<RowFault>,
    now: i64,
) -> Result<(), DbError> {
    let checked = record.tally.checked();
    let nothing = checked == 0 && (record.total > 0 || fault.is_some());
    let silent = || {
        RowFault::new(
            Code::ServiceUnavailable,
            "DNS gave no answer: no address could be checked, and nothing was charged.",
        )
    };
    let end = End {
        status: match (nothing, checked == record.total) {
            (true, _) => "failed",
            (_, true) => "completed",
            (_, false) => "partially_completed",
        },
        error: fault
            .or_else(|| nothing.then(silent))
            .map(|fault| fault.json()),
        refund: if nothing {
            record.charged
        } else {
            // Nobody pays for addresses that were never looked at.
            record.charged.min(super::cost(
                (record.total - record.processed).max(0) as usize
            ))
        },
        at: now,
        kept_until: now + KEPT_MS,
    };
    let refund = end.refund;
    if validations::end(tx, brand, record.id, end).await?
        && let Some(charged_at) = record.charged_at
        && refund > 0
    {
        usage::refund(tx, brand.org, Period::at(charged_at), refund).await?;
    }
    Ok(())
}
