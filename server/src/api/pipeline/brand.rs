//! Which brand a call works on.

use axum::http::HeaderMap;
use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands;

use crate::api::cx::{CallBrand, Caller};
use crate::api::failure::Outcome;
use crate::api::row::Tenant;
use crate::app::App;

const HEADER: &str = "x-brand-id";

pub async fn resolve(
    app: &App,
    caller: &Caller,
    tenant: Tenant,
    headers: &HeaderMap,
) -> Outcome<Option<CallBrand>> {
    if tenant == Tenant::OrganizationKey && caller.bound_brand.is_some() {
        return Err(Problem::new(
            Code::OrgScopeRequired,
            "This needs a key of the organization.",
        )
        .into());
    }
    let named = match headers.get(HEADER) {
        None => None,
        Some(value) => Some(value.to_str().map_err(|_| not_found())?.to_owned()),
    };
    let (org, bound) = (caller.org, caller.bound_brand);
    if bound.is_none() && named.is_none() {
        return match tenant {
            Tenant::Brand => Err(Problem::invalid(
                "X-Brand-Id",
                "An organization key names the brand of each call.",
            )
            .suggest("Add the header `X-Brand-Id`; `GET /v1/brands` lists the brands.")
            .into()),
            _ => Ok(None),
        };
    }
    let wanted = named.clone();
    let found = app
        .db
        .read(move |tx| {
            let wanted = wanted.clone();
            async move {
                match (bound, wanted) {
                    (Some(number), _) => {
                        brands::identity(&tx, BrandKey { org, brand: number }).await
                    }
                    (None, Some(public_id)) => brands::find(&tx, org, &public_id).await,
                    (None, None) => Ok(None),
                }
            }
        })
        .await?;
    let found = found.ok_or_else(not_found)?;
    // A brand key may name its own brand and no other.
    if named.is_some_and(|named| named != found.public_id) {
        return Err(not_found().into());
    }
    Ok(Some(CallBrand {
        key: found.key,
        public_id: found.public_id,
        time_zone: found.time_zone,
    }))
}

fn not_found() -> Problem {
    Problem::new(
        Code::BrandNotFound,
        "There is no such brand in the organization.",
    )
}
