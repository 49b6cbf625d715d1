//! `POST /v1/contacts` with one contact.

use std::sync::Arc;

use postrider_domain::contacts::contact::{ConsentInput, ContactWrite};
use postrider_domain::contacts::field::{IMMUTABLE_KEYS, KnownFields};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_engine::contacts::single::refuse_failed;
use postrider_engine::contacts::write::{Manner, Numbered, Warning, Written, write_rows};
use postrider_engine::validation::{Checks, Settled};
use postrider_store::contacts::{self, Upserted};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::checks;
use super::given::Given;
use super::record::{Contact, show_one};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct ContactRow {
    /// Names the contact: an address that is known is updated.
    #[schemars(extend("x-required" = true, "examples" = ["ada@example.com"]))]
    pub email: Option<String>,
    #[serde(default)]
    pub first_name: Patch<String>,
    #[serde(default)]
    pub last_name: Patch<String>,
    /// Nobody who unsubscribed is subscribed again by this, unless `consent` is newer.
    pub subscribed: Option<bool>,
    /// Values by field name; `null` clears one. A new name makes a field, typed by its first value.
    pub custom_fields: Option<Map<String, Value>>,
    pub consent: Option<ConsentInput>,
}

impl ContactRow {
    pub(super) fn check(
        &self,
        consent: Option<&ConsentInput>,
        now: i64,
    ) -> Result<ContactWrite, Problem> {
        let given = Given {
            email: self.email.as_deref(),
            first_name: &self.first_name,
            last_name: &self.last_name,
            subscribed: self.subscribed,
            custom_fields: self.custom_fields.as_ref(),
            consent,
        };
        given.check(now)
    }
}

// Strict by its schema: serde cannot flatten and refuse unknown keys at once.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct ContactBody {
    #[serde(flatten)]
    pub contact: ContactRow,
    /// Check the address now; 2 credits.
    pub validate: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub struct WrittenContact {
    #[serde(flatten)]
    contact: Contact,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<Warning>,
}

/// Rows that are ready to be written, and what DNS says about them if that was asked for.
pub struct Prepared {
    pub(super) rows: Vec<Numbered>,
    checks: Checks,
}

impl Prepared {
    pub(super) async fn of(
        cx: &Cx,
        rows: Vec<Numbered>,
        validate: Option<bool>,
    ) -> ApiResult<Self> {
        Ok(Self {
            checks: checks::prepare(cx, validate, &rows).await?,
            rows,
        })
    }

    /// Tells and charges what was checked of the contacts that were written.
    pub(super) async fn settle(&self, tx: &Tx, cx: &Cx, written: &Written) -> ApiResult<Settled> {
        let (context, emails) = (checks::context(cx)?, written.emails());
        Ok(self.checks.settle(tx, &context, &emails).await?)
    }
}

pub async fn prepare_one(cx: Cx, body: Arc<ContactBody>) -> ApiResult<Prepared> {
    let write = body
        .contact
        .check(body.contact.consent.as_ref(), cx.now())?;
    let row = Numbered {
        index: 0,
        email: body.contact.email.clone(),
        write: Ok(write),
    };
    Prepared::of(&cx, vec![row], body.validate).await
}

pub async fn upsert(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<WrittenContact>> {
    let written = write_rows(&tx, cx.contacts()?, &prepared.rows, Manner::UPLOAD).await?;
    refuse_failed(written.errors.first())?;
    let settled = prepared.settle(&tx, &cx, &written).await?;
    let contact = match (&prepared.checks, written.rows.first()) {
        (Checks::None, Some(row)) => show_written(&tx, &cx, row, &written.known).await?,
        // The checks may have changed it.
        (_, row) => {
            let email = row.map_or("", |row| row.email.as_str());
            read_back(&tx, &cx, email, &written.known).await?
        }
    };
    // A single contact needs no index and no address to say which row is meant.
    let warnings = written
        .warnings
        .iter()
        .map(|_| Warning::resubscribe_skipped())
        .collect();
    let answer = WrittenContact { contact, warnings };
    let reply = if written.created == 1 {
        Reply::created(answer)
    } else {
        Reply::ok(answer)
    };
    Ok(reply.used(settled.credits))
}

/// A contact that was written in this transaction, and not changed since.
pub async fn show_written(
    tx: &Tx,
    cx: &Cx,
    written: &Upserted,
    known: &KnownFields,
) -> ApiResult<Contact> {
    match &written.record {
        Some(record) => show_one(tx, cx.brand()?, known, (**record).clone()).await,
        None => read_back(tx, cx, &written.email, known).await,
    }
}

/// The contact as it stands after the write of this same transaction, which may have read some of
/// its fields already.
pub async fn read_back(tx: &Tx, cx: &Cx, email: &str, known: &KnownFields) -> ApiResult<Contact> {
    let brand = cx.brand()?;
    let record = contacts::get(tx, brand.key, email)
        .await?
        .ok_or_else(|| Problem::new(Code::ContactNotFound, "There is no such contact."))?;
    show_one(tx, brand, known, record).await
}
