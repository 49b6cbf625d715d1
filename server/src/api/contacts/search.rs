//! `POST /v1/contacts/search`, and the page query that the list shares with it.

use std::sync::Arc;

use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::field::{CoreColumn, KnownFields};
use postrider_domain::contacts::filter::{
    self, FieldRef, FilterGroup, FilterNode, LogicalOperator, ResolvedFilter,
};
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_engine::audiences::stored_filter;
use postrider_engine::campaigns::no_such_audience;
use postrider_engine::contacts::filtering::all_of;
use postrider_store::contacts::{self, ContactQuery, Direction, SortKey};
use postrider_store::db::Tx;
use postrider_store::{audiences, fields};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::{Contact, FieldNames, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{PAGE_BYTES, Page, Pagination, page};
use crate::api::reply::Reply;

const DEFAULT_LIMIT: u32 = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchBody {
    /// Any part of address, first or last name.
    #[schemars(length(max = 200))]
    pub search: Option<String>,
    /// A core column or `customFields.<name>`.
    #[schemars(extend("examples" = ["createdAt"]))]
    pub sort: Option<String>,
    /// Without one, `desc`.
    pub order: Option<Order>,
    /// How `filters` are joined; without it, all must hold.
    pub logic: Option<LogicalOperator>,
    /// At most 100 conditions, 5 levels deep.
    #[schemars(with = "Option<Vec<FilterNode>>")]
    pub filters: Option<Value>,
    /// Only members of this audience.
    pub audience_id: Option<String>,
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    pub cursor: Option<String>,
    /// Adds `total`.
    pub count: Option<bool>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Asc,
    Desc,
}

#[derive(Serialize, JsonSchema)]
pub struct SearchAnswer {
    data: Vec<Contact>,
    pagination: Pagination,
    /// How many match; only with `count: true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<i64>,
}

pub async fn search(tx: Tx, cx: Cx, body: Arc<SearchBody>) -> ApiResult<Reply<SearchAnswer>> {
    let filters = match &body.filters {
        None | Some(Value::Null) => Vec::new(),
        Some(value) => FilterNode::read_list(value, "filters")?,
    };
    let wanted = ContactListRequest {
        group: FilterGroup {
            logical_operator: body.logic.unwrap_or_default(),
            filters,
        },
        search: body.search.as_deref(),
        sort: body.sort.as_deref(),
        order: body.order,
        audience: body.audience_id.as_deref(),
        limit: body.limit.unwrap_or(DEFAULT_LIMIT),
        cursor: body.cursor.as_deref(),
    };
    let found = find(&tx, &cx, &wanted).await?;
    let total = match body.count {
        Some(true) => {
            let text = wanted.search_text();
            Some(
                contacts::count(&tx, cx.brand_key()?, found.filter.as_ref(), text.as_deref())
                    .await?,
            )
        }
        _ => None,
    };
    let Page { data, pagination } = found.page;
    Ok(Reply::ok(SearchAnswer {
        data,
        pagination,
        total,
    }))
}

/// A page of contacts as a caller wants it.
#[derive(Default)]
pub struct ContactListRequest<'a> {
    pub group: FilterGroup,
    pub search: Option<&'a str>,
    pub sort: Option<&'a str>,
    pub order: Option<Order>,
    pub audience: Option<&'a str>,
    pub limit: u32,
    pub cursor: Option<&'a str>,
}

impl ContactListRequest<'_> {
    pub fn search_text(&self) -> Option<String> {
        self.search.filter(|text| !text.is_empty()).map(fold)
    }
}

pub struct FoundPage {
    pub page: Page<Contact>,
    filter: Option<ResolvedFilter>,
}

pub async fn find(tx: &Tx, cx: &Cx, request: &ContactListRequest<'_>) -> ApiResult<FoundPage> {
    let brand = cx.brand()?;
    let known = fields::known(tx, brand.key).await?;
    let filter = filter_of(tx, cx, request, &known).await?;
    let sort = sort_key(request.sort, &known)?;
    let query = ContactQuery {
        filter: filter.clone(),
        search: request.search_text(),
        sort,
        direction: match request.order {
            Some(Order::Asc) => Direction::Ascending,
            Some(Order::Desc) | None => Direction::Descending,
        },
        after: request
            .cursor
            .map(|text| position(cx, text, sort))
            .transpose()?,
        limit: i64::from(request.limit) + 1,
        bytes: PAGE_BYTES,
    };
    let rows = contacts::page(tx, brand.key, &query).await?;
    let names = FieldNames::of(&known);
    let page = page(
        cx,
        request.limit,
        rows,
        |(_, position)| position.clone(),
        |(record, _)| show(&brand.public_id, &names, record),
    )?;
    Ok(FoundPage { page, filter })
}

/// A contact as it stands among what else was found by name.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundContact {
    contact_id: String,
    email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_name: Option<String>,
}

/// The newest whose address or name has this text in it.
pub async fn find_some(tx: &Tx, cx: &Cx, text: &str, limit: u32) -> ApiResult<Vec<FoundContact>> {
    let wanted = ContactListRequest {
        search: Some(text),
        limit,
        ..ContactListRequest::default()
    };
    let found = find(tx, cx, &wanted).await?.page.data.into_iter();
    let found = found.map(|contact| FoundContact {
        contact_id: contact.contact_id,
        email: contact.email,
        first_name: contact.first_name,
        last_name: contact.last_name,
    });
    Ok(found.collect())
}

/// The caller's own filters, and those of the audience.
pub async fn filter_of(
    tx: &Tx,
    cx: &Cx,
    request: &ContactListRequest<'_>,
    known: &KnownFields,
) -> ApiResult<Option<ResolvedFilter>> {
    let mut parts = Vec::new();
    if !request.group.filters.is_empty() {
        let checked = filter::check_list(
            request.group.logical_operator,
            &request.group.filters,
            known,
            "filters",
        )?;
        parts.push(checked);
    }
    if let Some(audience_id) = request.audience {
        parts.push(of_audience(tx, cx, audience_id, known).await?);
    }
    Ok(all_of(parts, &cx.brand()?.time_zone, cx.now())?)
}

fn position(cx: &Cx, cursor: &str, sort: SortKey) -> Result<Vec<Position>, Problem> {
    let position = cx.open_cursor(cursor)?;
    if sort.takes(&position) {
        return Ok(position);
    }
    Err(
        Problem::invalid("cursor", "The field of this order has changed its type.")
            .suggest("Start again without `cursor`."),
    )
}

/// `createdAt` is the order of the rows themselves, which costs nothing.
fn sort_key(sort: Option<&str>, known: &KnownFields) -> Result<SortKey, Problem> {
    match sort
        .map(|name| FieldRef::read(name, known, "sort"))
        .transpose()?
    {
        None | Some(FieldRef::Core(CoreColumn::CreatedAt)) => Ok(SortKey::Number),
        Some(FieldRef::Core(column)) => Ok(SortKey::Core(column)),
        Some(FieldRef::Custom { number, field_type }) => Ok(SortKey::Custom { number, field_type }),
        Some(FieldRef::Engagement(_)) => Err(Problem::invalid(
            "sort",
            "Engagement fields cannot be sorted by.",
        )
        .suggest("Sort by a core column or `customFields.<name>`; filter by engagement.")),
    }
}

/// The stored filter of an audience, checked against the fields of today.
async fn of_audience(
    tx: &Tx,
    cx: &Cx,
    audience_id: &str,
    known: &KnownFields,
) -> ApiResult<filter::Filter> {
    let audience = audiences::get(tx, cx.brand_key()?, audience_id).await?;
    let audience = audience.ok_or_else(no_such_audience)?;
    let group = stored_filter(&audience.filters)?;
    Ok(filter::check(&group, known, "filters")?)
}
