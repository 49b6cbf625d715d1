//! A session as its person sees it: who they are, and what they belong to.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::session::SessionTimes;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_domain::time;
use postrider_store::db::{DbError, Tx};
use postrider_store::people::memberships::{self, JoinedOrganization};
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::brand;
use crate::api::page::MAX_LIMIT;

/// So many organizations of a person are shown, and so many brands of each.
const ORGANIZATIONS: i64 = 100;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Session")]
pub struct SessionView {
    session_id: String,
    person: PersonView,
    /// The organization that calls are about which name no brand.
    organization_id: Option<String>,
    organizations: Vec<OrganizationView>,
    made_at: String,
    /// Whether what is dangerous asks for the password again.
    wants_password: bool,
}

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Person")]
pub struct PersonView {
    pub person_id: String,
    pub email: String,
    pub name: Option<String>,
    pub has_second_factor: bool,
    /// Whether the account has no address yet that gets mail: the first owner's, until they give one.
    pub needs_address: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JoinedOrganization")]
struct OrganizationView {
    organization_id: String,
    name: String,
    /// `viewer`, `editor`, `admin` or `owner`
    role: &'static str,
    /// Whether the person sees some brands alone.
    limited: bool,
    suspended: bool,
    brands: Vec<SeenBrand>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SeenBrand {
    brand_id: String,
    name: String,
}

/// What is shown of a session beside what its person belongs to.
pub struct Shown {
    pub number: PersonNo,
    pub person: PersonView,
    pub session_id: String,
    pub times: SessionTimes,
    pub looks_at: LooksAt,
}

/// The organization of calls that name no brand.
pub enum LooksAt {
    /// The oldest of the person, as a new session does.
    First,
    /// By its public id; nothing if the person belongs to it no more.
    Organization(Option<String>),
}

pub async fn view(tx: &Tx, shown: Shown, now: i64) -> Result<SessionView, DbError> {
    let joined = memberships::of_person(tx, shown.number, 0, ORGANIZATIONS).await?;
    let organization_id = match shown.looks_at {
        LooksAt::First => joined.first().map(|first| first.org_public_id.clone()),
        LooksAt::Organization(id) => id,
    };
    let mut organizations = Vec::with_capacity(joined.len());
    for organization in joined {
        organizations.push(organization_view(tx, shown.number, organization).await?);
    }
    Ok(SessionView {
        session_id: shown.session_id,
        person: shown.person,
        organization_id,
        organizations,
        made_at: time::format(shown.times.made_at.0),
        wants_password: shown.times.wants_password(Millis(now)),
    })
}

async fn organization_view(
    tx: &Tx,
    person: PersonNo,
    joined: JoinedOrganization,
) -> Result<OrganizationView, DbError> {
    let seen = if joined.is_limited {
        let membership = memberships::get(tx, joined.org, person).await?;
        membership.map_or(BrandLimit::Brands(Vec::new()), |own| own.limit)
    } else {
        BrandLimit::AllBrands
    };
    let brands = brand::visible(tx, joined.org, &seen, MAX_LIMIT, None).await?;
    Ok(OrganizationView {
        organization_id: joined.org_public_id,
        name: joined.org_name,
        role: Role::as_str(joined.role),
        limited: joined.is_limited,
        suspended: joined.suspended_at.is_some(),
        brands: brands
            .into_iter()
            .map(|brand| SeenBrand {
                brand_id: brand.public_id,
                name: brand.name,
            })
            .collect(),
    })
}
