//! Who belongs to an organization, with which role, and whether to some brands alone. Nothing of it is kept elsewhere: a
//! change holds from the next request on.

use std::collections::HashMap;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::numbers::PersonNo;

use super::person;
use crate::db::{DbError, Tx, Value};
use crate::{organizations, params, record, statements};

/// A condition: the organization keeps an owner beside this person.
macro_rules! another_owner {
    () => {
        "EXISTS (
            SELECT 1 FROM memberships AS o WHERE o.org = $1 AND o.person <> $2 AND o.role = 'owner')"
    };
}

statements! {
    CREATE = "
        INSERT INTO memberships (org, person, role, limited, created_at)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (org, person) DO NOTHING";
    // Of another organization, or deleted, no brand is taken.
    ADD_BRANDS = "
        INSERT INTO membership_brands (org, person, brand)
        SELECT org, $2, id FROM brands
        WHERE org = $1 AND id {in_ints}($3) AND deleted_at IS NULL
        ORDER BY id";
    REMOVE_BRANDS = "DELETE FROM membership_brands WHERE org = $1 AND person = $2";
    GET -> PersonRow = "
        SELECT {columns} FROM memberships AS m JOIN people AS p ON p.id = m.person
        WHERE m.org = $1 AND m.person = $2";
    FIND -> PersonRow = "
        SELECT {columns} FROM people AS p JOIN memberships AS m ON m.org = $1 AND m.person = p.id
        WHERE p.public_id = $2";
    list LIST -> PersonRow = "
        SELECT {columns} FROM memberships AS m JOIN people AS p ON p.id = m.person
        WHERE m.org = $1 AND m.person > $2 ORDER BY m.person LIMIT $3";
    BRANDS -> SeenBrand = "
        SELECT {columns} FROM membership_brands
        WHERE org = $1 AND person {in_ints}($2) ORDER BY person, brand";
    list OF_PERSON -> JoinedOrganization = "
        SELECT {columns} FROM memberships AS m JOIN organizations AS o ON o.id = m.org
        WHERE m.person = $1 AND m.org > $2 AND o.deleted_at IS NULL ORDER BY m.org LIMIT $3";
    OWNER_WITH_PASSWORD -> (bool,) = "
        SELECT EXISTS (
            SELECT 1 FROM memberships AS m JOIN people AS p ON p.id = m.person
            JOIN organizations AS o ON o.id = m.org
            WHERE m.role = 'owner' AND p.password_hash IS NOT NULL AND o.deleted_at IS NULL)";
    UPDATE = concat!(
        "UPDATE memberships SET role = $3, limited = $4
        WHERE org = $1 AND person = $2
            AND (role <> 'owner' OR CAST($3 AS TEXT) = 'owner' OR ", another_owner!(), ")"
    );
    REMOVE = concat!(
        "DELETE FROM memberships
        WHERE org = $1 AND person = $2 AND (role <> 'owner' OR ", another_owner!(), ")"
    );
    LOOK_AWAY = "
        UPDATE sessions SET organization = NULL WHERE person = $2 AND organization = $1";
}

/// Somebody in an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MembershipRecord {
    pub person: PersonNo,
    pub public_id: String,
    pub email: String,
    pub name: Option<String>,
    pub role: Role,
    pub limit: BrandLimit,
    pub has_password: bool,
    pub has_second_factor: bool,
    pub joined_at: i64,
}

record! {
    /// An organization that somebody belongs to.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct JoinedOrganization {
        pub org: i64 = "m.org",
        pub org_public_id: String = "o.public_id",
        pub org_name: String = "o.name",
        pub role: Role = "m.role",
        pub is_limited: bool = "m.limited",
        pub suspended_at: Option<i64> = "o.suspended_at",
    }
}

#[derive(Clone, Debug)]
pub struct NewMembership {
    pub org: i64,
    pub person: PersonNo,
    pub role: Role,
    pub limit: BrandLimit,
    pub created_at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    Joined,
    /// One of it already; role and limit stay as they are.
    Already,
    /// There is no such person any more.
    NoPerson,
}

/// What came of changing or removing a membership.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembershipChange {
    Done,
    /// The organization would be without an owner.
    LastOwner,
    NotFound,
}

/// The person is held meanwhile, so that a removal does not take it for somebody who belongs nowhere.
pub async fn create(tx: &Tx, new: &NewMembership) -> Result<Joining, DbError> {
    if person::lock(tx, new.person).await?.is_none() {
        return Ok(Joining::NoPerson);
    }
    let values = params![
        new.org,
        new.person,
        new.role.as_str(),
        new.limit.is_limited(),
        new.created_at
    ];
    if tx.execute(&CREATE, values).await? == 0 {
        return Ok(Joining::Already);
    }
    add_brands(tx, new.org, new.person, &new.limit).await?;
    Ok(Joining::Joined)
}

pub async fn get(tx: &Tx, org: i64, person: PersonNo) -> Result<Option<MembershipRecord>, DbError> {
    let row = tx.one(&GET, params![org, person]).await?;
    Ok(with_brands(tx, org, Vec::from_iter(row)).await?.pop())
}

pub async fn find(tx: &Tx, org: i64, public_id: &str) -> Result<Option<MembershipRecord>, DbError> {
    let row = tx.one(&FIND, params![org, public_id]).await?;
    Ok(with_brands(tx, org, Vec::from_iter(row)).await?.pop())
}

/// Those after the given person (0: from the first), in the order in which they came into the installation.
pub async fn list(
    tx: &Tx,
    org: i64,
    after: PersonNo,
    limit: i64,
) -> Result<Vec<MembershipRecord>, DbError> {
    let rows = tx.all(&LIST, params![org, after, limit]).await?;
    with_brands(tx, org, rows).await
}

/// Organizations of somebody that are not being removed, the oldest first, those after the given one (0: from the first).
pub async fn of_person(
    tx: &Tx,
    person: PersonNo,
    after: i64,
    limit: i64,
) -> Result<Vec<JoinedOrganization>, DbError> {
    tx.all(&OF_PERSON, params![person, after, limit]).await
}

/// Whether any organization has an owner who can sign in.
pub async fn any_owner_with_password(tx: &Tx) -> Result<bool, DbError> {
    let found = tx.value(&OWNER_WITH_PASSWORD, params![]).await?;
    Ok(found.unwrap_or(false))
}

/// Another role and other brands. The organization is held meanwhile: of two owners who are demoted at once, the second is
/// seen to be the last.
pub async fn update(
    tx: &Tx,
    org: i64,
    person: PersonNo,
    role: Role,
    limit: &BrandLimit,
) -> Result<MembershipChange, DbError> {
    organizations::lock(tx, org).await?;
    let values = params![org, person, role.as_str(), limit.is_limited()];
    if tx.execute(&UPDATE, values).await? == 0 {
        return unchanged(tx, org, person).await;
    }
    tx.execute(&REMOVE_BRANDS, params![org, person]).await?;
    add_brands(tx, org, person, limit).await?;
    Ok(MembershipChange::Done)
}

/// Sessions stay, for whatever else the person belongs to, and see nothing of this organization any more.
pub async fn remove(tx: &Tx, org: i64, person: PersonNo) -> Result<MembershipChange, DbError> {
    organizations::lock(tx, org).await?;
    let key = params![org, person];
    if tx.execute(&REMOVE, &key).await? == 0 {
        return unchanged(tx, org, person).await;
    }
    tx.execute(&REMOVE_BRANDS, &key).await?;
    tx.execute(&LOOK_AWAY, &key).await?;
    Ok(MembershipChange::Done)
}

async fn unchanged(tx: &Tx, org: i64, person: PersonNo) -> Result<MembershipChange, DbError> {
    let kept = tx.one(&GET, params![org, person]).await?;
    Ok(match kept {
        Some(_) => MembershipChange::LastOwner,
        None => MembershipChange::NotFound,
    })
}

async fn add_brands(
    tx: &Tx,
    org: i64,
    person: PersonNo,
    limit: &BrandLimit,
) -> Result<(), DbError> {
    if let BrandLimit::Brands(brands) = limit {
        let brands = Value::ints(brands.iter().copied());
        tx.execute(&ADD_BRANDS, params![org, person, brands])
            .await?;
    }
    Ok(())
}

async fn with_brands(
    tx: &Tx,
    org: i64,
    rows: Vec<PersonRow>,
) -> Result<Vec<MembershipRecord>, DbError> {
    let limited = rows.iter().filter(|row| row.limited);
    let limited: Vec<i64> = limited.map(|row| row.person.0).collect();
    let mut brands: HashMap<PersonNo, Vec<i64>> = HashMap::new();
    if !limited.is_empty() {
        for found in tx.all(&BRANDS, params![org, Value::ints(limited)]).await? {
            brands.entry(found.person).or_default().push(found.brand);
        }
    }
    let memberships = rows.into_iter().map(|row| {
        let seen = brands.remove(&row.person).unwrap_or_default();
        row.limited_to(seen)
    });
    Ok(memberships.collect())
}

record! {
    struct PersonRow {
        person: PersonNo = "m.person",
        public_id: String = "p.public_id",
        email: String = "p.email",
        name: Option<String> = "p.name",
        role: Role = "m.role",
        limited: bool = "m.limited",
        has_password: bool = "p.password_hash IS NOT NULL",
        has_second_factor: bool = "p.totp_step IS NOT NULL",
        joined_at: i64 = "m.created_at",
    }
}

record! {
    struct SeenBrand {
        person: PersonNo = "person",
        brand: i64 = "brand",
    }
}

impl PersonRow {
    fn limited_to(self, brands: Vec<i64>) -> MembershipRecord {
        MembershipRecord {
            person: self.person,
            public_id: self.public_id,
            email: self.email,
            name: self.name,
            role: self.role,
            limit: if self.limited {
                BrandLimit::Brands(brands)
            } else {
                BrandLimit::AllBrands
            },
            has_password: self.has_password,
            has_second_factor: self.has_second_factor,
            joined_at: self.joined_at,
        }
    }
}
