//! `POST /v1/contacts/validate` and the progress of what it started.

use std::collections::HashSet;
use std::sync::Arc;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::validation::{self, Answer, Checked, KEPT_ANSWERS, RowFault, tally};
use postrider_store::db::Tx;
use postrider_store::validations::{self, Tally, ValidationRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checks::{self, AT_ONCE};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::pipeline::require_credits;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidateBody {
    /// What is no address is answered as `invalid`. One that stands here twice is answered twice and paid once.
    #[schemars(length(min = 1, max = 10_000))]
    pub emails: Vec<String>,
}

/// Up to 100 addresses are answered at once (200), more are checked in the background (202).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Validated {
    Done {
        /// In the order of `emails`.
        data: Vec<Answer>,
        summary: ValidationSummary,
    },
    #[serde(rename_all = "camelCase")]
    Accepted {
        validation_id: String,
        /// `queued`
        status: String,
    },
}

/// How many addresses came to what.
#[derive(Serialize, JsonSchema)]
pub struct ValidationSummary {
    total: i64,
    valid: i64,
    risky: i64,
    invalid: i64,
    unknown: i64,
}

impl From<Tally> for ValidationSummary {
    fn from(tally: Tally) -> Self {
        Self {
            total: tally.total(),
            valid: tally.valid,
            risky: tally.risky,
            invalid: tally.invalid,
            unknown: tally.unknown,
        }
    }
}

pub struct Prepared {
    body: Arc<ValidateBody>,
    cost: i64,
    /// `None`: there are too many to wait for.
    checked: Option<Vec<Checked>>,
}

pub async fn prepare_validate(cx: Cx, body: Arc<ValidateBody>) -> ApiResult<Prepared> {
    let distinct: HashSet<String> = body.emails.iter().map(|text| stored_form(text)).collect();
    let cost = validation::cost(distinct.len());
    let checked = if body.emails.len() > AT_ONCE {
        require_credits(&cx, cost).await?;
        None
    } else {
        let emails: Vec<&str> = body.emails.iter().map(String::as_str).collect();
        Some(checks::look(&cx, &emails, cost).await?)
    };
    Ok(Prepared {
        body,
        cost,
        checked,
    })
}

/// Two spellings of one address are one.
fn stored_form(text: &str) -> String {
    EmailAddress::parse(text).map_or_else(|_| text.to_owned(), EmailAddress::into_string)
}

pub async fn validate(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Validated>> {
    let Some(checked) = &prepared.checked else {
        let (context, emails) = (checks::context(&cx)?, &prepared.body.emails);
        let accepted = Validated::Accepted {
            validation_id: validation::later(&tx, &context, emails, prepared.cost).await?,
            status: "queued".to_owned(),
        };
        return Ok(Reply::accepted(accepted).used(prepared.cost));
    };
    checks::show(&tx, &cx, checked).await?;
    let done = Validated::Done {
        data: checked.iter().map(Answer::from).collect(),
        summary: tally(checked).into(),
    };
    Ok(Reply::ok(done).used(prepared.cost))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidationProgress {
    validation_id: String,
    /// `queued`, `running`, `completed`, `partially_completed` (DNS was silent about some) or `failed`
    status: String,
    total: i64,
    processed: i64,
    progress_percent: i64,
    /// Of those that were looked at so far.
    summary: ValidationSummary,
    /// When it is done and for 30 days, in the order of the addresses; not of more than 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Vec<Answer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    created_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    completed_at: Option<String>,
}

pub async fn get_validation(
    tx: Tx,
    cx: Cx,
    _: Arc<Nothing>,
) -> ApiResult<Reply<ValidationProgress>> {
    let brand = cx.brand_key()?;
    let record = validations::get(&tx, brand, cx.path("validationId"))
        .await?
        .ok_or_else(|| Problem::new(Code::ValidationNotFound, "There is no such validation."))?;
    let kept = record.kept_until.is_some_and(|until| cx.now() < until);
    let data = if kept && record.processed == record.total && record.total <= KEPT_ANSWERS {
        Some(answers(
            &validations::answers(&tx, brand, record.id).await?,
        )?)
    } else {
        None
    };
    Ok(Reply::ok(progress(record, data)))
}

fn answers(pieces: &[String]) -> Result<Vec<Answer>, Problem> {
    let pieces = pieces
        .iter()
        .map(|piece| serde_json::from_str::<Vec<Answer>>(piece));
    let pieces = pieces.collect::<Result<Vec<_>, _>>().map_err(|error| {
        tracing::error!(error = %error, "a stored validation cannot be read");
        Problem::new(Code::InternalError, "A stored value cannot be read.")
    })?;
    Ok(pieces.concat())
}

fn progress(record: ValidationRecord, data: Option<Vec<Answer>>) -> ValidationProgress {
    ValidationProgress {
        progress_percent: match record.total {
            0 => 100,
            total => record.processed * 100 / total,
        },
        validation_id: record.public_id,
        status: record.status,
        total: record.total,
        processed: record.processed,
        summary: record.tally.into(),
        data,
        error: record
            .error
            .as_deref()
            .and_then(|error| serde_json::from_str(error).ok()),
        created_at: time::format(record.created_at),
        completed_at: record.completed_at.map(time::format),
    }
}
