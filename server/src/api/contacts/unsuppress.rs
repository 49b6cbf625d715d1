//! `POST /v1/contacts/{email}/unsuppress`: a person vouches for the address.

use std::sync::Arc;

use postrider_domain::contact::SuppressionReason;
use postrider_domain::problem::Problem;
use postrider_store::contacts;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::list::{not_found, path_address};
use super::record::Contact;
use super::upsert::read_back;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnsuppressBody {
    /// Why the address is good again. Not kept: it may name people.
    #[schemars(length(max = 500))]
    pub reason: Option<String>,
}

pub async fn unsuppress(tx: Tx, cx: Cx, body: Arc<UnsuppressBody>) -> Outcome<Reply<Contact>> {
    let email = path_address(&cx)?;
    let brand = cx.brand_key()?;
    let before = contacts::get(&tx, brand, email.as_str())
        .await?
        .ok_or_else(not_found)?;
    if before.suppressed_reason.as_deref() == Some(SuppressionReason::Complained.as_str()) {
        return Err(
            Problem::invalid("email", "The person complained about your mail.")
                .suggest("A complaint is lifted only by a newer `consent` on `POST /v1/contacts`.")
                .into(),
        );
    }
    if contacts::unsuppress(&tx, brand, email.as_str(), cx.now()).await? {
        tracing::info!(
            contact.number = before.id,
            has_reason = body.reason.is_some(),
            "a suppression was lifted"
        );
    }
    Ok(Reply::ok(read_back(&tx, &cx, email.as_str(), None).await?))
}
