//! Which brand a call works on.

use axum::http::HeaderMap;
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::brands::BrandIdentity;

use crate::api::cx::Caller;
use crate::api::row::Tenant;

/// The brand that the caller names. What is not text names none that exists.
pub fn named(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("x-brand-id")
        .map(|value| value.to_str().unwrap_or_default())
}

/// Holds the brand that was found against what the route and the caller want.
pub fn check(
    caller: &Caller,
    tenant: Tenant,
    named: Option<&str>,
    found: Option<BrandIdentity>,
) -> Result<Option<BrandIdentity>, Problem> {
    if tenant == Tenant::OrganizationKey && caller.bound_brand.is_some() {
        return Err(Problem::new(
            Code::OrgScopeRequired,
            "This needs a key of the organization.",
        ));
    }
    if caller.bound_brand.is_none() && named.is_none() {
        return match tenant {
            Tenant::Brand => Err(Problem::invalid(
                "X-Brand-Id",
                "An organization key names the brand of each call.",
            )
            .suggest("Add the header `X-Brand-Id`; `GET /v1/brands` lists the brands.")),
            Tenant::Organization | Tenant::OrganizationKey => Ok(None),
        };
    }
    // A brand key may name its own brand and no other.
    match found {
        Some(brand) if named.is_none_or(|named| named == brand.public_id) => Ok(Some(brand)),
        _ => Err(Problem::new(
            Code::BrandNotFound,
            "There is no such brand in the organization.",
        )),
    }
}
