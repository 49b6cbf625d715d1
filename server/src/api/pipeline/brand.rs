//! Which brand a call works on.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

use super::authenticated::Authenticated;
use crate::api::row::Tenant;

/// Holds the brand that was found against what the route and the caller want.
pub fn check(tenant: Tenant, named: Option<&str>, who: &Authenticated) -> Result<(), Problem> {
    let brand_key = who.caller.bound_brand.is_some();
    if tenant == Tenant::OrganizationKey && brand_key {
        return Err(Problem::new(
            Code::OrgScopeRequired,
            "This needs a key of the organization.",
        ));
    }
    if !brand_key && named.is_none() {
        return match tenant {
            Tenant::Brand => Err(Problem::invalid(
                "X-Brand-Id",
                "Whoever calls for an organization names the brand of each call.",
            )
            .suggest("Add the header `X-Brand-Id`; `GET /v1/brands` lists the brands.")),
            Tenant::Organization | Tenant::OrganizationKey | Tenant::Person => Ok(()),
        };
    }
    // A brand key may name its own brand and no other.
    match &who.brand {
        Some(brand) if named.is_none_or(|named| named == brand.public_id) => Ok(()),
        _ => Err(not_found()),
    }
}

pub fn not_found() -> Problem {
    Problem::new(
        Code::BrandNotFound,
        "There is no such brand in the organization.",
    )
}
