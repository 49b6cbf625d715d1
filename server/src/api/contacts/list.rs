//! `GET /v1/contacts` and `GET /v1/contacts/{email}`.

use std::sync::Arc;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::field::KnownFields;
use postrider_domain::contacts::filter::{
    FilterCondition, FilterGroup, FilterNode, LogicalOperator,
};
use postrider_domain::contract::problem::Problem;
use postrider_engine::contacts::single::not_found;
use postrider_store::contacts;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Contact, show_one};
use super::search::{ContactListRequest, Order, find};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::{MAX_LIMIT, Page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    pub cursor: Option<String>,
    /// Any part of address, first or last name.
    #[schemars(length(max = 200))]
    pub search: Option<String>,
    /// Only those who want mail, or only those who do not.
    pub subscribed: Option<bool>,
    /// Only addresses that get no mail whatever they want, or only the others.
    pub suppressed: Option<bool>,
    /// Only contacts whose address was found to be this.
    pub validation_status: Option<ValidationStatus>,
    /// A core column or `customFields.<name>`.
    #[schemars(extend("examples" = ["createdAt"]))]
    pub sort: Option<String>,
    /// Without one, `desc`.
    pub order: Option<Order>,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValidationStatus {
    Valid,
    Risky,
    Invalid,
    Unknown,
}

impl ValidationStatus {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Risky => "risky",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Contact>>> {
    let wanted = ContactListRequest {
        group: conditions(query.subscribed, query.suppressed, query.validation_status),
        search: query.search.as_deref(),
        sort: query.sort.as_deref(),
        order: query.order,
        audience: None,
        limit: query.limit.unwrap_or(MAX_LIMIT),
        cursor: query.cursor.as_deref(),
    };
    Ok(Reply::ok(find(&tx, &cx, &wanted).await?.page))
}

/// The query's few filters in the one filter language.
pub fn conditions(
    subscribed: Option<bool>,
    suppressed: Option<bool>,
    validation_status: Option<ValidationStatus>,
) -> FilterGroup {
    let boolean = |field: &str, wanted: bool| FilterCondition {
        field: field.to_owned(),
        operator: if wanted { "is_true" } else { "is_false" }.to_owned(),
        ..FilterCondition::default()
    };
    let validation = validation_status.map(|status| FilterCondition {
        field: "validationStatus".to_owned(),
        operator: "equals".to_owned(),
        value: Some(status.as_str().into()),
        field_type: None,
    });
    let filters = [
        subscribed.map(|wanted| boolean("subscribed", wanted)),
        suppressed.map(|wanted| boolean("suppressed", wanted)),
        validation,
    ];
    FilterGroup {
        logical_operator: LogicalOperator::And,
        filters: filters
            .into_iter()
            .flatten()
            .map(FilterNode::Condition)
            .collect(),
    }
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Contact>> {
    let email = path_address(&cx)?;
    let brand = cx.brand()?;
    let record = contacts::get(&tx, brand.key, email.as_str())
        .await?
        .ok_or_else(not_found)?;
    let known = KnownFields::default();
    Ok(Reply::ok(show_one(&tx, brand, &known, record).await?))
}

/// What is no address names no contact.
pub fn path_address(cx: &Cx) -> Result<EmailAddress, Problem> {
    EmailAddress::parse(cx.path("email")).map_err(|_| not_found())
}
