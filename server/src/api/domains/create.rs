//! `POST /v1/domains`.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::sending_domain::{SendingDomain, WATCHED_MS};
use postrider_engine::domains::{KIND, NewKeys};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::{self, Held, NewDomain};
use postrider_store::jobs;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Domain, show};
use super::verified_elsewhere;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::entropy;

/// Records are seldom there sooner.
const FIRST_LOOK_MS: i64 = 60_000;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DomainBody")]
pub struct CreateBody {
    /// A registrable domain or one below it: `example.com`, `news.example.com`.
    #[schemars(length(min = 1, max = 300))]
    name: String,
}

/// Its keys are made before the transaction: that may take a second.
pub struct Prepared(NewDomain);

pub async fn prepare(cx: Cx, body: Arc<CreateBody>) -> Outcome<Prepared> {
    let name = SendingDomain::parse(&body.name)?;
    let (public_id, seal) = (entropy::lower32(), Arc::clone(&cx.app().keys().dkim));
    let id = public_id.clone();
    let keys = tokio::task::spawn_blocking(move || NewKeys::make(&seal, &id)).await;
    let keys = keys
        .map_err(|error| error.to_string())
        .and_then(|keys| keys.map_err(|error| error.to_string()))
        .map_err(|error| DbError::Other(format!("no keys for a domain: {error}")))?;
    let public_keys = serde_json::to_string(&keys.public)
        .map_err(|_| Problem::new(Code::InternalError, "The keys cannot be stored."))?;
    Ok(Prepared(NewDomain {
        public_id,
        name: name.into_string(),
        sealed_keys: keys.sealed,
        public_keys,
        watched_until: cx.now() + WATCHED_MS,
    }))
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> Outcome<Reply<Domain>> {
    let (brand, now) = (cx.brand_key()?, cx.now());
    let new = prepared.0.clone();
    refuse(domains::held(&tx, brand, &new.name).await?)?;
    let Some(domain) = domains::create(&tx, brand, &new, now).await? else {
        // Somebody of the organization was a moment earlier.
        refuse(domains::held(&tx, brand, &new.name).await?)?;
        return Err(DbError::Busy.into());
    };
    jobs::enqueue(&tx, brand, KIND, domain.id, now + FIRST_LOOK_MS).await?;
    Ok(Reply::created(show(&cx, domain)))
}

fn refuse(held: Held) -> Result<(), Problem> {
    Err(match held {
        Held::ByNobody => return Ok(()),
        Held::ByThisBrand => Problem::new(
            Code::DomainAlreadyExists,
            "The brand has this domain already.",
        ),
        Held::ByOtherBrand => Problem::new(
            Code::DomainOtherBrand,
            "Another brand of the organization has this domain.",
        ),
        Held::Elsewhere => verified_elsewhere(),
    })
}
