//! `POST /v1/contacts/{email}/unsuppress`: a person vouches for the address.

use std::sync::Arc;

use postrider_domain::contacts::field::KnownFields;
use postrider_engine::contacts::single;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::list::path_address;
use super::record::Contact;
use super::upsert::read_back;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnsuppressBody {
    /// Why the address is good again. Not kept: it may name people.
    #[schemars(length(max = 500))]
    pub reason: Option<String>,
}

pub async fn unsuppress(tx: Tx, cx: Cx, body: Arc<UnsuppressBody>) -> ApiResult<Reply<Contact>> {
    let email = path_address(&cx)?;
    let lifted = single::unsuppress(&tx, cx.brand_key()?, email.as_str(), cx.now()).await?;
    if let Some(contact) = lifted {
        tracing::info!(
            contact.number = contact,
            has_reason = body.reason.is_some(),
            "a suppression was lifted"
        );
    }
    let known = KnownFields::default();
    Ok(Reply::ok(
        read_back(&tx, &cx, email.as_str(), &known).await?,
    ))
}
