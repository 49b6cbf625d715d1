//! `GET /app/api/find`: contacts, designs, campaigns and automations of a brand by name, some of each.

use std::sync::Arc;

use postrider_domain::contacts::contact::fold;
use postrider_domain::sending::send::SendStatus;
use postrider_store::db::Tx;
use postrider_store::emails::{self, ListQuery};
use postrider_store::{automations, sends};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contacts::{FoundContact, find_some};
use super::cx::Cx;
use super::failure::ApiResult;
use super::reply::Reply;

const SOME: u32 = 5;
/// A brand has few automations; beyond so many the oldest are not looked at.
const AUTOMATIONS: i64 = 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "FindQuery")]
pub struct Asked {
    /// Any part of a name, a title, a subject or an address.
    #[schemars(length(min = 1, max = 200))]
    q: String,
    /// Of each kind so many at most.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FoundByName")]
pub struct Found {
    contacts: Vec<FoundContact>,
    designs: Vec<FoundDesign>,
    campaigns: Vec<FoundCampaign>,
    automations: Vec<FoundAutomation>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FoundDesign {
    email_id: String,
    title: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FoundCampaign {
    send_id: String,
    /// Of its design.
    title: String,
    status: SendStatus,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct FoundAutomation {
    automation_id: String,
    name: String,
    published: bool,
}

pub async fn find(tx: Tx, cx: Cx, asked: Arc<Asked>) -> ApiResult<Reply<Found>> {
    let (brand, limit) = (cx.brand_key()?, asked.limit.unwrap_or(SOME));
    let (text, folded) = (asked.q.trim(), fold(asked.q.trim()));
    let query = ListQuery {
        search: Some(text.to_owned()),
        limit: i64::from(limit),
        ..ListQuery::default()
    };
    let designs = emails::list(&tx, brand, &query).await?.into_iter();
    let campaigns = sends::named::named(&tx, brand, &folded, i64::from(limit)).await?;
    let automations = automations::newest_names(&tx, brand, AUTOMATIONS).await?;
    let automations = automations.into_iter();
    let automations = automations.filter(|automation| fold(&automation.name).contains(&folded));
    Ok(Reply::ok(Found {
        contacts: find_some(&tx, &cx, text, limit).await?,
        designs: designs
            .map(|design| FoundDesign {
                email_id: design.public_id,
                title: design.title,
            })
            .collect(),
        campaigns: campaigns
            .into_iter()
            .map(|send| FoundCampaign {
                send_id: send.public_id,
                title: send.title,
                status: send.status,
            })
            .collect(),
        automations: automations
            .take(limit as usize)
            .map(|automation| FoundAutomation {
                automation_id: automation.public_id,
                name: automation.name,
                published: automation.published,
            })
            .collect(),
    }))
}
