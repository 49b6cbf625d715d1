//! Who calls with a session. Every request asks, so all of it is one statement: nothing is cached, and whatever was changed
//! or ended holds from the next request on.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::session::SessionTimes;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::numbers::PersonNo;
use postrider_domain::tenant::BrandKey;

use crate::brands::BrandIdentity;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // A row for each brand that the person is limited to; one row for everybody else. An id of a brand is unique within its
    // organization, so the one that the person belongs to goes first.
    FIND -> FoundRow = "
        SELECT {columns}
        FROM sessions AS s
        JOIN people AS p ON p.id = s.person
        LEFT JOIN brands AS b ON b.public_id = $2 AND b.deleted_at IS NULL
        LEFT JOIN organizations AS o ON o.id = CASE
            WHEN CAST($2 AS TEXT) IS NOT NULL THEN b.org
            WHEN CAST($3 AS TEXT) IS NOT NULL
                THEN (SELECT n.id FROM organizations AS n WHERE n.public_id = $3)
            ELSE s.organization END
        LEFT JOIN memberships AS m ON m.org = o.id AND m.person = s.person
        LEFT JOIN membership_brands AS l ON m.limited AND l.org = m.org AND l.person = m.person
        WHERE s.token_hash = $1
        ORDER BY m.person IS NULL, m.org, l.brand";
}

/// What a request names beside its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named<'r> {
    /// By public id; its organization is that of the brand.
    Brand(&'r str),
    /// By public id.
    Organization(&'r str),
    /// The organization is the one that the session looks at.
    Nothing,
}

/// A session that is there; whether it has ended by its times is for the caller to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSession {
    pub public_id: String,
    pub times: SessionTimes,
    pub person: SessionPerson,
    /// Nothing if the person does not belong to the organization that is meant, or none is.
    pub membership: Option<SessionMembership>,
    /// The brand that was named, if the person may see it.
    pub brand: Option<BrandIdentity>,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SessionPerson {
        pub id: PersonNo = "p.id",
        pub public_id: String = "p.public_id",
        pub email: String = "p.email",
        pub name: Option<String> = "p.name",
        pub has_second_factor: bool = "p.totp_step IS NOT NULL",
    }
}

/// What the person is in the organization that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMembership {
    pub org: i64,
    pub org_public_id: String,
    pub plan: String,
    /// Since when the organization is suspended, and since when it is being removed.
    pub suspended_at: Option<i64>,
    pub org_deleted_at: Option<i64>,
    pub role: Role,
    pub limit: BrandLimit,
}

/// Nothing if there is no such session.
pub async fn find(
    tx: &Tx,
    token: TokenHash,
    named: Named<'_>,
) -> Result<Option<FoundSession>, DbError> {
    let (brand, org) = match named {
        Named::Brand(id) => (Some(nameable(id)), None),
        Named::Organization(id) => (None, Some(nameable(id))),
        Named::Nothing => (None, None),
    };
    let rows = tx.all(&FIND, params![token.as_bytes(), brand, org]).await?;
    Ok(FoundSession::of(rows))
}

/// Ids come from callers. One that both databases refuse as a text names nothing, as the empty one does.
fn nameable(id: &str) -> &str {
    if id.contains('\0') { "" } else { id }
}

impl FoundSession {
    fn of(rows: Vec<FoundRow>) -> Option<Self> {
        let limits: Vec<_> = rows.iter().map(|row| (row.org(), row.limit)).collect();
        let first = rows.into_iter().next()?;
        let own = limits.into_iter().filter(|(org, _)| *org == first.org());
        let brands: Vec<i64> = own.filter_map(|(_, brand)| brand).collect();
        let brand = first.brand;
        let membership = first.membership.map(|row| row.limited_to(brands));
        let visible = |found: &NamedBrand| {
            membership
                .as_ref()
                .is_some_and(|own| own.org == found.org && own.limit.allows(found.id))
        };
        Some(Self {
            public_id: first.public_id,
            times: first.times,
            person: first.person,
            brand: brand.filter(visible).map(BrandIdentity::from),
            membership,
        })
    }
}

record! {
    struct FoundRow {
        public_id: String = "s.public_id",
        times: SessionTimes = ..,
        person: SessionPerson = ..,
        membership: Option<MembershipRow> = ..,
        limit: Option<i64> = "l.brand",
        brand: Option<NamedBrand> = ..,
    }
}

record! {
    struct MembershipRow {
        org: i64 = "m.org",
        role: Role = "m.role",
        limited: bool = "m.limited",
        org_public_id: String = "o.public_id",
        plan: String = "o.plan",
        suspended_at: Option<i64> = "o.suspended_at",
        org_deleted_at: Option<i64> = "o.deleted_at",
    }
}

record! {
    struct NamedBrand {
        org: i64 = "b.org",
        id: i64 = "b.id",
        public_id: String = "b.public_id",
        time_zone: String = "b.time_zone",
    }
}

impl FoundRow {
    fn org(&self) -> Option<i64> {
        self.membership.as_ref().map(|row| row.org)
    }
}

impl MembershipRow {
    fn limited_to(self, brands: Vec<i64>) -> SessionMembership {
        SessionMembership {
            org: self.org,
            org_public_id: self.org_public_id,
            plan: self.plan,
            suspended_at: self.suspended_at,
            org_deleted_at: self.org_deleted_at,
            role: self.role,
            limit: if self.limited {
                BrandLimit::Brands(brands)
            } else {
                BrandLimit::AllBrands
            },
        }
    }
}

impl From<NamedBrand> for BrandIdentity {
    fn from(brand: NamedBrand) -> Self {
        Self {
            key: BrandKey {
                org: brand.org,
                brand: brand.id,
            },
            public_id: brand.public_id,
            time_zone: brand.time_zone,
        }
    }
}
