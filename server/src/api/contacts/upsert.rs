//! `POST /v1/contacts` with one contact.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::contacts::contact::{ConsentInput, ContactWrite};
use postrider_domain::contacts::field::{IMMUTABLE_KEYS, KnownFields};
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_engine::contacts::single::{not_found, refuse_failed};
use postrider_engine::contacts::write::{Manner, Numbered, Warning, Written, write_rows};
use postrider_engine::validation::{Checks, Settled};
use postrider_store::contacts::{self, Upserted};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::checks;
use super::given::Given;
use super::record::{Contact, show_one, show_some};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
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

pub fn handler() -> Typed<ContactBody, Prepared, WrittenContact> {
    handler::prepared_write(prepare_one, upsert).together(mark, upsert_together)
}

async fn prepare_one(cx: Cx, body: Arc<ContactBody>) -> ApiResult<Prepared> {
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

/// What no other write of the same transaction may have: the address. What has to be checked goes alone.
fn mark(prepared: &Prepared) -> Option<String> {
    match (&prepared.checks, prepared.rows.as_slice()) {
        (Checks::None, [one]) => Some(one.write.as_ref().ok()?.email.as_str().to_owned()),
        _ => None,
    }
}

async fn upsert(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<WrittenContact>> {
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
    Ok(reply(&written, 0, contact).used(settled.credits))
}

/// The same for several callers, each with one contact that nobody else of them writes.
async fn upsert_together(
    tx: Tx,
    callers: Vec<(Cx, Arc<Prepared>)>,
) -> ApiResult<Vec<ApiResult<Reply<WrittenContact>>>> {
    let Some((cx, _)) = callers.first() else {
        return Ok(Vec::new());
    };
    let rows = callers.iter().flat_map(|(_, prepared)| &prepared.rows);
    let rows: Vec<Numbered> = rows
        .enumerate()
        .map(|(index, row)| Numbered {
            index,
            ..row.clone()
        })
        .collect();
    let written = write_rows(&tx, cx.contacts()?, &rows, Manner::UPLOAD).await?;
    let brand = cx.brand()?;
    let records = contacts::get_many(&tx, brand.key, written.emails()).await?;
    let shown = show_some(&tx, brand, &written.known, records).await?;
    let mut shown: HashMap<String, Contact> = shown
        .into_iter()
        .map(|contact| (contact.email.clone(), contact))
        .collect();
    let answer = |row: &Numbered| {
        let failed = written.errors.iter().find(|error| error.index == row.index);
        refuse_failed(failed)?;
        let email = row.write.as_ref().ok().map(|write| write.email.as_str());
        let contact = email.and_then(|email| shown.remove(email));
        Ok(reply(&written, row.index, contact.ok_or_else(not_found)?))
    };
    Ok(rows.iter().map(answer).collect())
}

/// The answer to the caller of one row. A single contact needs no index and no address to say which row is meant.
fn reply(written: &Written, index: usize, contact: Contact) -> Reply<WrittenContact> {
    let mut rows = written.rows.iter();
    let is_new = rows.any(|row| row.created && row.email == contact.email);
    let warnings = written.warnings.iter();
    let warnings = warnings
        .filter(|warning| warning.index == Some(index))
        .map(|_| Warning::resubscribe_skipped());
    let answer = WrittenContact {
        warnings: warnings.collect(),
        contact,
    };
    if is_new {
        Reply::created(answer)
    } else {
        Reply::ok(answer)
    }
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
        .ok_or_else(not_found)?;
    show_one(tx, brand, known, record).await
}
