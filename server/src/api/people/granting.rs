//! Who may give or take away what: nobody goes above their own role, or beyond the brands that they see.

use std::collections::HashMap;

use postrider_domain::accounts::membership::{self, BrandLimit};
use postrider_domain::accounts::role::Role;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::people::memberships;
use postrider_store::{brands, organizations};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

/// A role as callers write it.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Role")]
pub enum GivenRole {
    Viewer,
    Editor,
    Admin,
    Owner,
}

impl From<GivenRole> for Role {
    fn from(given: GivenRole) -> Self {
        match given {
            GivenRole::Viewer => Self::Viewer,
            GivenRole::Editor => Self::Editor,
            GivenRole::Admin => Self::Admin,
            GivenRole::Owner => Self::Owner,
        }
    }
}

/// Somebody who gives roles, with what they have themselves.
pub struct Granter {
    role: Role,
    limit: BrandLimit,
}

impl Granter {
    pub fn new(role: Role, limit: BrandLimit) -> Self {
        Self { role, limit }
    }

    /// Whoever calls, as the request found them.
    pub fn of(cx: &Cx) -> Result<Self, Problem> {
        let own = cx.person()?.membership.as_ref();
        let own = own.ok_or_else(no_member)?;
        Ok(Self::new(own.role, own.limit.clone()))
    }

    /// Whoever calls, as they are now. Nobody else gives or takes away anything in the organization before the transaction
    /// ends: what is judged here holds when it is written.
    pub async fn hold(tx: &Tx, cx: &Cx) -> ApiResult<Self> {
        let org = cx.caller().org;
        organizations::lock(tx, org).await?;
        let own = memberships::get(tx, org, cx.person()?.person.id).await?;
        let own = own.ok_or_else(no_member)?;
        Ok(Self::new(own.role, own.limit))
    }

    /// Whether somebody with this limit shares a brand with them.
    pub fn sees(&self, limit: &BrandLimit) -> bool {
        match (&self.limit, limit) {
            (BrandLimit::AllBrands, _) | (_, BrandLimit::AllBrands) => true,
            (own, BrandLimit::Brands(theirs)) => theirs.iter().any(|brand| own.allows(*brand)),
        }
    }

    /// Whether they may make somebody that, or take it away.
    pub fn check(&self, role: Role, limit: &BrandLimit) -> Result<(), Problem> {
        membership::check(role, limit)?;
        if !self.role.may_grant(role) {
            return Err(beyond(
                role,
                "Nobody gives or takes away a role above their own.",
            ));
        }
        let within = match (&self.limit, limit) {
            (BrandLimit::AllBrands, _) => true,
            (BrandLimit::Brands(_), BrandLimit::AllBrands) => false,
            (own, BrandLimit::Brands(theirs)) => theirs.iter().all(|brand| own.allows(*brand)),
        };
        if within {
            return Ok(());
        }
        let message = "You see some brands alone: others are not yours to give or take away.";
        Err(Problem::new(Code::InsufficientRole, message)
            .param("brandIds")
            .suggest("Name some of your own brands in `brandIds`, or ask somebody who sees all."))
    }
}

fn no_member() -> Problem {
    beyond(Role::Admin, "You do not belong to the organization.")
}

fn beyond(role: Role, message: &str) -> Problem {
    Problem::new(Code::InsufficientRole, message).param(role.as_str())
}

/// The brands that callers name, of those that they see; without a list, all there are.
pub async fn brand_limit(tx: &Tx, cx: &Cx, ids: Option<&[String]>) -> ApiResult<BrandLimit> {
    let Some(ids) = ids else {
        return Ok(BrandLimit::AllBrands);
    };
    let mut numbers = Vec::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        let found = brands::find(tx, cx.caller().org, id).await?;
        let number = found.map(|brand| brand.key.brand);
        let seen = number.filter(|brand| cx.brand_limit().allows(*brand));
        numbers.push(seen.ok_or_else(|| {
            let message = format!("There is no brand `{id}` in the organization.");
            Problem::new(Code::BrandNotFound, message).param(format!("brandIds[{at}]"))
        })?);
    }
    if numbers.is_empty() {
        let message = "Whoever sees no brand has nothing to do here.";
        return Err(Problem::invalid("brandIds", message)
            .suggest("Name a brand, or leave `brandIds` out for all.")
            .into());
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(BrandLimit::Brands(numbers))
}

/// The ids of brands by their numbers, as far as the caller sees them.
pub struct BrandNames(HashMap<i64, String>);

impl BrandNames {
    /// Those that limits name.
    pub async fn read(
        tx: &Tx,
        cx: &Cx,
        limits: impl IntoIterator<Item = &BrandLimit>,
    ) -> ApiResult<Self> {
        let named = limits.into_iter().flat_map(BrandLimit::brands).copied();
        let mut named: Vec<i64> = named
            .filter(|brand| cx.brand_limit().allows(*brand))
            .collect();
        named.sort_unstable();
        named.dedup();
        if named.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let most = u32::try_from(named.len()).unwrap_or(u32::MAX);
        let rows = brands::list_some(tx, cx.caller().org, &named, most, None).await?;
        let ids = rows.into_iter().map(|row| (row.key.brand, row.public_id));
        Ok(Self(ids.collect()))
    }

    /// Nothing for all brands.
    pub fn of(&self, limit: &BrandLimit) -> Option<Vec<String>> {
        match limit {
            BrandLimit::AllBrands => None,
            BrandLimit::Brands(brands) => {
                let names = brands.iter().filter_map(|brand| self.0.get(brand));
                Some(names.cloned().collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gives_more_than_they_have() {
        let (all, own) = (BrandLimit::AllBrands, BrandLimit::Brands(vec![1, 2]));
        let (part, other) = (BrandLimit::Brands(vec![2]), BrandLimit::Brands(vec![2, 3]));
        let may = |granter: (Role, &BrandLimit), role, limit: &BrandLimit| {
            Granter::new(granter.0, granter.1.clone())
                .check(role, limit)
                .is_ok()
        };
        for (granter, role, limit, expected) in [
            ((Role::Owner, &all), Role::Owner, &all, true),
            ((Role::Owner, &all), Role::Owner, &part, false),
            ((Role::Admin, &all), Role::Owner, &all, false),
            ((Role::Admin, &all), Role::Admin, &other, true),
            ((Role::Admin, &own), Role::Admin, &part, true),
            ((Role::Admin, &own), Role::Viewer, &all, false),
            ((Role::Admin, &own), Role::Viewer, &other, false),
            ((Role::Editor, &all), Role::Viewer, &part, false),
        ] {
            assert_eq!(
                may(granter, role, limit),
                expected,
                "{granter:?} {role} {limit:?}"
            );
        }
        let limited = Granter::new(Role::Admin, own.clone());
        assert!(limited.sees(&all) && limited.sees(&other));
        assert!(!limited.sees(&BrandLimit::Brands(vec![3])));
    }
}
