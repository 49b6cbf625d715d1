//! Groups of designs. `ungrouped` is no row: it holds whatever is in no other.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::check_title;
use postrider_domain::time;
use postrider_engine::designs::{UNGROUPED, no_such_group};
use postrider_store::db::Tx;
use postrider_store::emails;
use postrider_store::groups::{self, GroupRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::emails::{Email, show as show_email};
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;
use crate::entropy;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EmailGroup")]
pub struct Group {
    /// `ungrouped` for the designs that are in no group.
    group_id: String,
    name: String,
    /// Designs in it.
    email_count: i64,
    /// Absent for `ungrouped`, which was always there.
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
    /// With `include=emails`, the newest 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    emails: Option<Vec<Email>>,
    /// With `include=emails`: whether there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    emails_truncated: Option<bool>,
}

/// A place in the list: `ungrouped` stands before all groups.
enum Listed {
    Ungrouped(i64),
    Group(GroupRecord),
}

impl Listed {
    fn position(&self) -> Vec<Position> {
        vec![Position::Int(match self {
            Self::Ungrouped(_) => i64::MAX,
            Self::Group(record) => record.id,
        })]
    }

    fn show(self) -> Group {
        match self {
            Self::Ungrouped(email_count) => Group {
                group_id: UNGROUPED.to_owned(),
                name: "Ungrouped".to_owned(),
                email_count,
                created_at: None,
                emails: None,
                emails_truncated: None,
            },
            Self::Group(record) => Group {
                group_id: record.public_id,
                name: record.name,
                email_count: record.emails,
                created_at: Some(time::format(record.created_at)),
                emails: None,
                emails_truncated: None,
            },
        }
    }
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Group>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let after = after_number(&cx, query.cursor.as_deref())?;
    let mut rows = Vec::new();
    if after.is_none() {
        rows.push(Listed::Ungrouped(
            groups::count_ungrouped(&tx, brand).await?,
        ));
    }
    let more = groups::list(&tx, brand, after, i64::from(limit) + 1).await?;
    rows.extend(more.into_iter().map(Listed::Group));
    let shown = page(&cx, limit, rows, Listed::position, |row| Ok(row.show()))?;
    Ok(Reply::ok(shown))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailGroupQuery")]
pub struct GetQuery {
    /// `emails` adds its designs.
    #[serde(default)]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailGroupInclude")]
enum Include {
    /// The newest 100 designs.
    Emails,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> ApiResult<Reply<Group>> {
    let (brand, id) = (cx.brand_key()?, cx.path("groupId"));
    let listed = if id == UNGROUPED {
        Listed::Ungrouped(groups::count_ungrouped(&tx, brand).await?)
    } else {
        let record = groups::get(&tx, brand, id).await?;
        Listed::Group(record.ok_or_else(no_such_group)?)
    };
    let number = match &listed {
        Listed::Ungrouped(_) => None,
        Listed::Group(record) => Some(record.id),
    };
    let mut group = listed.show();
    if query.include.contains(&Include::Emails) {
        let limit = MAX_LIMIT as usize;
        let mut rows = emails::of_group(&tx, brand, number, i64::from(MAX_LIMIT) + 1).await?;
        group.emails_truncated = Some(rows.len() > limit);
        rows.truncate(limit);
        let shown: Result<Vec<Email>, Problem> = rows.iter().map(show_email).collect();
        group.emails = Some(shown?);
    }
    Ok(Reply::ok(group))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailGroupBody")]
pub struct GroupBody {
    #[schemars(length(min = 1, max = 100))]
    name: String,
}

pub async fn create(tx: Tx, cx: Cx, body: Arc<GroupBody>) -> ApiResult<Reply<Group>> {
    check_title("name", &body.name)?;
    let id = entropy::prefixed("grp_");
    let record = groups::create(&tx, cx.brand_key()?, &id, &body.name, cx.now()).await?;
    Ok(Reply::created(Listed::Group(record).show()))
}

pub async fn rename(tx: Tx, cx: Cx, body: Arc<GroupBody>) -> ApiResult<Reply<Group>> {
    check_title("name", &body.name)?;
    let id = changeable(&cx)?;
    let record = groups::rename(&tx, cx.brand_key()?, id, &body.name, cx.now())
        .await?
        .ok_or_else(no_such_group)?;
    Ok(Reply::ok(Listed::Group(record).show()))
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DeletedEmailGroup")]
pub struct Deleted {
    group_id: String,
    deleted: bool,
}

pub async fn delete(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Deleted>> {
    let id = changeable(&cx)?;
    if !groups::delete(&tx, cx.brand_key()?, id).await? {
        return Err(no_such_group().into());
    }
    Ok(Reply::ok(Deleted {
        group_id: id.to_owned(),
        deleted: true,
    }))
}

/// The group of the path, if it is one that can be changed.
fn changeable(cx: &Cx) -> Result<&str, Problem> {
    match cx.path("groupId") {
        UNGROUPED => Err(Problem::invalid(
            "groupId",
            "`ungrouped` is always there and cannot be renamed or deleted.",
        )
        .suggest("Make a group with `POST /v1/email-groups` and move designs into it.")),
        id => Ok(id),
    }
}
