//! `POST /v1/contacts`, one contact or a batch.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::contact::{ConsentInput, ContactWrite, Patch};
use postrider_domain::field::{IMMUTABLE_KEYS, KnownFields};
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::{contacts, fields};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::record::{Contact, FieldNames, show};
use super::write::{Given, Manner, Numbered, RowError, Warning, write_rows};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct ContactRow {
    pub email: Option<String>,
    #[serde(default)]
    pub first_name: Patch<String>,
    #[serde(default)]
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    /// Values by field name; `null` clears one.
    pub custom_fields: Option<Map<String, Value>>,
    pub consent: Option<ConsentInput>,
}

impl ContactRow {
    fn check(&self, consent: Option<&ConsentInput>, now: i64) -> Result<ContactWrite, Problem> {
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
    /// Check the address now; metered.
    pub validate: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchBody {
    #[schemars(length(min = 1, max = 1000))]
    pub contacts: Vec<ContactRow>,
    /// Check the addresses now; metered.
    pub validate: Option<bool>,
    /// For every row that has none of its own.
    pub consent: Option<ConsentInput>,
}

#[derive(Serialize, JsonSchema)]
pub struct WrittenContact {
    #[serde(flatten)]
    contact: Contact,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchAnswer {
    summary: Summary,
    fields_created: Vec<String>,
    errors: Vec<RowError>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning>,
}

#[derive(Serialize, JsonSchema)]
pub struct Summary {
    created: usize,
    updated: usize,
    failed: usize,
}

pub async fn prepare_one(cx: Cx, body: Arc<ContactBody>) -> Outcome<Numbered> {
    refuse_validation(body.validate)?;
    let write = body
        .contact
        .check(body.contact.consent.as_ref(), cx.now())?;
    Ok(Numbered {
        index: 0,
        email: body.contact.email.clone(),
        write: Ok(write),
    })
}

pub async fn upsert(tx: Tx, cx: Cx, row: Arc<Numbered>) -> Outcome<Reply<WrittenContact>> {
    let Ok(write) = &row.write else {
        return Err(Problem::new(Code::InternalError, "The contact was not checked.").into());
    };
    let email = write.email.as_str().to_owned();
    let written = write_rows(&tx, &cx, std::slice::from_ref(&*row), Manner::UPLOAD).await?;
    refuse_failed(written.errors.first())?;
    let contact = read_back(&tx, &cx, &email, written.known).await?;
    // A single contact needs no index and no address to say which row is meant.
    let warnings = written
        .warnings
        .iter()
        .map(|_| Warning::resubscribe_skipped())
        .collect();
    let answer = WrittenContact { contact, warnings };
    Ok(if written.created == 1 {
        Reply::created(answer)
    } else {
        Reply::ok(answer)
    })
}

/// In a single write the row's error is the answer.
pub fn refuse_failed(error: Option<&RowError>) -> Result<(), Problem> {
    let Some(error) = error else { return Ok(()) };
    let code = Code::ALL
        .iter()
        .find(|code| code.as_str() == error.code)
        .copied();
    let problem = Problem::new(code.unwrap_or(Code::InvalidRequest), error.message.clone());
    Err(match &error.param {
        Some(param) => problem.param(param.clone()),
        None => problem,
    })
}

/// The contact as it stands after the write of this same transaction, which may have read the
/// brand's fields already.
pub async fn read_back(
    tx: &Tx,
    cx: &Cx,
    email: &str,
    known: Option<KnownFields>,
) -> Outcome<Contact> {
    let brand = cx.brand()?;
    let record = contacts::get(tx, brand.key, email)
        .await?
        .ok_or_else(|| Problem::new(Code::ContactNotFound, "There is no such contact."))?;
    let known = match known {
        Some(known) => known,
        None => fields::known(tx, brand.key).await?,
    };
    Ok(show(&brand.public_id, &FieldNames::of(&known), record)?)
}

pub async fn prepare_batch(cx: Cx, body: Arc<BatchBody>) -> Outcome<Vec<Numbered>> {
    refuse_validation(body.validate)?;
    if let Some(consent) = &body.consent {
        consent.clone().check(cx.now())?;
    }
    let row = |(index, row): (usize, &ContactRow)| Numbered {
        index,
        email: row.email.clone(),
        write: row.check(row.consent.as_ref().or(body.consent.as_ref()), cx.now()),
    };
    Ok(body.contacts.iter().enumerate().map(row).collect())
}

pub async fn upsert_batch(tx: Tx, cx: Cx, rows: Arc<Vec<Numbered>>) -> Outcome<Reply<BatchAnswer>> {
    let written = write_rows(&tx, &cx, &rows, Manner::UPLOAD).await?;
    Ok(Reply::ok(BatchAnswer {
        summary: Summary {
            created: written.created,
            updated: written.updated,
            failed: written.errors.len(),
        },
        fields_created: written.fields_created,
        errors: written.errors,
        warnings: written.warnings,
    }))
}

/// Checking addresses on request is a capability of its own that this server does not have yet.
pub fn refuse_validation(validate: Option<bool>) -> Result<(), Problem> {
    if validate == Some(true) {
        return Err(
            Problem::new(Code::NotImplemented, "Addresses cannot be validated yet.")
                .param("validate")
                .suggest("Leave `validate` out: the contact is written without it."),
        );
    }
    Ok(())
}
