//! `DELETE /v1/contacts`, `DELETE /v1/contacts/{email}` and `POST /v1/contacts/batch-delete`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::required_email;
use postrider_engine::contacts::deleting;
use postrider_engine::contacts::single::not_found;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::list::path_address;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ContactToDelete")]
pub struct DeleteBody {
    /// Which contact. An opt-out is remembered after its data is gone.
    #[schemars(extend("x-required" = true, "examples" = ["ada@example.com"]))]
    pub email: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "DeletedContact")]
pub struct Deleted {
    email: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, body: Arc<DeleteBody>) -> ApiResult<Reply<Deleted>> {
    delete_one(&tx, &cx, required_email(body.email.as_deref())?).await
}

/// The contact that the path names.
pub async fn delete_by_email(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    delete_one(&tx, &cx, path_address(&cx)?).await
}

async fn delete_one(tx: &Tx, cx: &Cx, email: EmailAddress) -> ApiResult<Reply<Deleted>> {
    let email = email.into_string();
    let hashes = BTreeMap::from([(email.clone(), cx.contacts()?.address_hash(&email))]);
    let process = cx.app().tracker.process();
    let deleted = deleting::delete(tx, cx.brand_key()?, hashes, process, cx.now()).await?;
    if deleted.is_empty() {
        return Err(not_found().into());
    }
    Ok(Reply::ok(Deleted {
        email,
        deleted: true,
    }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ContactsToDelete")]
pub struct DeleteManyBody {
    /// Which contacts; those that do not exist are listed in the answer.
    #[schemars(length(min = 1, max = 1000))]
    pub emails: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedContacts")]
pub struct DeletedMany {
    deleted_count: usize,
    /// As they were sent.
    not_found: Vec<String>,
}

pub async fn delete_many(
    tx: Tx,
    cx: Cx,
    body: Arc<DeleteManyBody>,
) -> ApiResult<Reply<DeletedMany>> {
    let parsed: Vec<(&String, Option<String>)> = body
        .emails
        .iter()
        .map(|text| {
            (
                text,
                EmailAddress::parse(text)
                    .ok()
                    .map(EmailAddress::into_string),
            )
        })
        .collect();
    let context = cx.contacts()?;
    let distinct: HashSet<&String> = parsed
        .iter()
        .filter_map(|(_, email)| email.as_ref())
        .collect();
    let hashes = distinct
        .iter()
        .map(|email| ((*email).clone(), context.address_hash(email)))
        .collect();
    let process = cx.app().tracker.process();
    let deleted = deleting::delete(&tx, cx.brand_key()?, hashes, process, cx.now()).await?;
    let deleted: HashSet<String> = deleted.into_iter().collect();
    let not_found = parsed
        .iter()
        .filter(|(_, email)| email.as_ref().is_none_or(|email| !deleted.contains(email)))
        .map(|(text, _)| (*text).clone())
        .collect();
    Ok(Reply::ok(DeletedMany {
        deleted_count: deleted.len(),
        not_found,
    }))
}
