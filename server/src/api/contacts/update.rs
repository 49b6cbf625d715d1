//! `PATCH /v1/contacts`, in the older shape, and `PATCH /v1/contacts/{email}`.

use std::sync::Arc;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::required_email;
use postrider_domain::contacts::field::IMMUTABLE_KEYS;
use postrider_domain::patch::Patch;
use postrider_engine::contacts::single;
use postrider_engine::triggers::Updated;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::given::Given;
use super::list::path_address;
use super::record::Contact;
use super::upsert::{read_back, show_written};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::api::triggers::fire_updated;

// Strict by its schema: serde cannot flatten and refuse unknown keys at once.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ContactUpdate", deny_unknown_fields, extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct UpdateBody {
    /// Which contact; an address does not change.
    #[schemars(extend("x-required" = true, "examples" = ["ada@example.com"]))]
    pub email: Option<String>,
    #[serde(flatten)]
    pub changes: ContactChanges,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ContactUpdateByEmail", extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct ContactChanges {
    #[serde(default)]
    pub first_name: Patch<String>,
    #[serde(default)]
    pub last_name: Patch<String>,
    /// The person's own wish: honoured after an opt-out too.
    pub subscribed: Option<bool>,
    /// Merged with what is there; `null` clears one.
    pub custom_fields: Option<Map<String, Value>>,
    /// Fires the brand's trigger `contact.updated`, if there is one.
    pub trigger_automations: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ContactUpdated")]
pub struct UpdateReply {
    success: bool,
    data: UpdatedContact,
    meta: Meta,
}

#[derive(Serialize, JsonSchema)]
pub struct UpdatedContact {
    #[serde(flatten)]
    contact: Contact,
    #[serde(skip_serializing_if = "Option::is_none")]
    automations: Option<Automations>,
}

#[derive(Serialize, JsonSchema)]
struct Automations {
    /// Runs started.
    triggered: usize,
    /// Why something did not start.
    errors: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Meta {
    request_id: String,
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<UpdateBody>) -> ApiResult<Reply<UpdateReply>> {
    let email = required_email(body.email.as_deref())?;
    Ok(Reply::ok(UpdateReply {
        success: true,
        data: change(&tx, &cx, &email, &body.changes).await?,
        meta: Meta {
            request_id: cx.request_id().to_owned(),
        },
    }))
}

/// Of the contact that the path names; it is the whole answer.
pub async fn update_by_email(
    tx: Tx,
    cx: Cx,
    body: Arc<ContactChanges>,
) -> ApiResult<Reply<UpdatedContact>> {
    let email = path_address(&cx)?;
    Ok(Reply::ok(change(&tx, &cx, &email, &body).await?))
}

async fn change(
    tx: &Tx,
    cx: &Cx,
    email: &EmailAddress,
    changes: &ContactChanges,
) -> ApiResult<UpdatedContact> {
    let given = Given {
        email: Some(email.as_str()),
        first_name: &changes.first_name,
        last_name: &changes.last_name,
        subscribed: changes.subscribed,
        custom_fields: changes.custom_fields.as_ref(),
        consent: None,
    };
    let write = given.check(cx.now())?;
    let written = single::update(tx, cx.contacts()?, write).await?;
    let contact = match written.rows.first() {
        Some(row) => show_written(tx, cx, row, &written.known).await?,
        None => read_back(tx, cx, email.as_str(), &written.known).await?,
    };
    let automations = match changes.trigger_automations {
        Some(true) => Some(trigger(tx, cx, &contact).await?),
        _ => None,
    };
    Ok(UpdatedContact {
        contact,
        automations,
    })
}

async fn trigger(tx: &Tx, cx: &Cx, contact: &Contact) -> ApiResult<Automations> {
    let mut payload = contact.custom_fields.clone();
    payload.insert("email".to_owned(), contact.email.clone().into());
    payload.insert("firstName".to_owned(), contact.first_name.clone().into());
    payload.insert("lastName".to_owned(), contact.last_name.clone().into());
    payload.insert("subscribed".to_owned(), contact.subscribed.into());
    let Updated { triggered, errors } = fire_updated(tx, cx, payload).await?;
    Ok(Automations { triggered, errors })
}
