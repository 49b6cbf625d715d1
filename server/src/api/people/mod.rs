//! The people of an organization: who they are, what they may do there, and in which brands.

mod granting;

use std::sync::Arc;

use postrider_domain::accounts::role::Role;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::PersonNo;
use postrider_domain::patch::Patch;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::people::audit::AuditTarget;
use postrider_store::people::memberships::{self, MembershipChange, MembershipRecord};
use postrider_store::people::{links, sessions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::{Reply, Told};
pub use granting::{BrandNames, GivenRole, Granter, brand_limit};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Member")]
pub struct Member {
    person_id: String,
    email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// `viewer`, `editor`, `admin` or `owner`
    role: &'static str,
    /// The brands that the person sees, of those that you see; absent: all there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    brand_ids: Option<Vec<String>>,
    /// Whether the person has chosen a password, and so can sign in.
    has_password: bool,
    has_second_factor: bool,
    joined_at: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberUpdate {
    role: Option<GivenRole>,
    /// The brands that the person sees; `null`: all there are and all to come.
    #[serde(default)]
    #[schemars(with = "Option<Vec<String>>", length(max = 1000))]
    brand_ids: Patch<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedMember {
    person_id: String,
    removed: bool,
}

/// `GET /app/api/people`: in the order in which they came into the installation. Whoever sees some brands alone sees those
/// who share one of them.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Member>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let after = PersonNo(after_number(&cx, query.cursor.as_deref())?.unwrap_or(0));
    let org = cx.caller().org;
    let rows = memberships::list(&tx, org, after, i64::from(limit) + 1).await?;
    let names = BrandNames::read(&tx, &cx, rows.iter().map(|row| &row.limit)).await?;
    let granter = Granter::of(&cx)?;
    let position = |row: &MembershipRecord| vec![Position::Int(row.person.0)];
    let shown = page(&cx, limit, rows, position, |row| {
        Ok(granter.sees(&row.limit).then(|| show(row, &names)))
    })?;
    Ok(Reply::ok(shown.seen()))
}

/// `PATCH /app/api/people/{personId}`
pub async fn update(tx: Tx, cx: Cx, body: Arc<MemberUpdate>) -> ApiResult<Reply<Member>> {
    let org = cx.caller().org;
    let granter = Granter::hold(&tx, &cx).await?;
    let before = found(&tx, &cx, &granter).await?;
    let role = body.role.map_or(before.role, Role::from);
    let limit = match &body.brand_ids {
        Patch::Keep => before.limit.clone(),
        Patch::Clear => brand_limit(&tx, &cx, None).await?,
        Patch::Set(ids) => brand_limit(&tx, &cx, Some(ids)).await?,
    };
    // What they have may be taken away by whoever could give it.
    granter.check(before.role, &before.limit)?;
    granter.check(role, &limit)?;
    settled(memberships::update(&tx, org, before.person, role, &limit).await?)?;
    let after = found(&tx, &cx, &granter).await?;
    let names = BrandNames::read(&tx, &cx, [&before.limit, &after.limit]).await?;
    let told = Told {
        before: Some(grant_json(&before, &names)),
        after: Some(grant_json(&after, &names)),
        ..Told::default()
    };
    Ok(Reply::ok(show(after, &names)).tell(told))
}

/// `DELETE /app/api/people/{personId}`. Keys that they have made stay: they are the organization's.
pub async fn remove(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<RemovedMember>> {
    let granter = Granter::hold(&tx, &cx).await?;
    let member = found(&tx, &cx, &granter).await?;
    granter.check(member.role, &member.limit)?;
    taken_out(&tx, &cx, member).await
}

/// `DELETE /app/api/session/organization`: whoever it is goes by themselves.
pub async fn leave(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<RemovedMember>> {
    let own = cx.person()?.person.id;
    let member = memberships::get(&tx, cx.caller().org, own).await?;
    taken_out(&tx, &cx, member.ok_or_else(not_found)?).await
}

async fn taken_out(tx: &Tx, cx: &Cx, member: MembershipRecord) -> ApiResult<Reply<RemovedMember>> {
    settled(memberships::remove(tx, cx.caller().org, member.person).await?)?;
    let elsewhere = memberships::of_person(tx, member.person, 0, 1).await?;
    if elsewhere.is_empty() {
        sessions::end_all(tx, member.person).await?;
        links::end_all(tx, member.person).await?;
    }
    let names = BrandNames::read(tx, cx, [&member.limit]).await?;
    let told = Told {
        target: Some(target(&member.public_id)),
        before: Some(grant_json(&member, &names)),
        ..Told::default()
    };
    let removed = RemovedMember {
        person_id: member.public_id,
        removed: true,
    };
    Ok(Reply::ok(removed).tell(told))
}

/// The person that the path names, if the caller sees it.
async fn found(tx: &Tx, cx: &Cx, granter: &Granter) -> ApiResult<MembershipRecord> {
    let found = memberships::find(tx, cx.caller().org, cx.path("personId")).await?;
    let seen = found.filter(|member| granter.sees(&member.limit));
    Ok(seen.ok_or_else(not_found)?)
}

fn settled(change: MembershipChange) -> Result<(), Problem> {
    match change {
        MembershipChange::Done => Ok(()),
        MembershipChange::NotFound => Err(not_found()),
        MembershipChange::LastOwner => {
            let message = "The organization would be without an owner.";
            Err(Problem::new(Code::LastOwner, message))
        }
    }
}

fn show(member: MembershipRecord, names: &BrandNames) -> Member {
    Member {
        person_id: member.public_id,
        email: member.email,
        name: member.name,
        role: member.role.as_str(),
        brand_ids: names.of(&member.limit),
        has_password: member.has_password,
        has_second_factor: member.has_second_factor,
        joined_at: time::format(member.joined_at),
    }
}

/// What the audit log tells of it.
fn grant_json(member: &MembershipRecord, names: &BrandNames) -> serde_json::Value {
    json!({
        "email": member.email, "role": member.role.as_str(), "brandIds": names.of(&member.limit),
    })
}

fn target(person_id: &str) -> AuditTarget {
    AuditTarget {
        kind: "person".to_owned(),
        id: person_id.to_owned(),
    }
}

fn not_found() -> Problem {
    Problem::new(
        Code::PersonNotFound,
        "There is no such person in the organization.",
    )
}
