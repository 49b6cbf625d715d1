//! `POST /v1/domains/{domainId}/verify`: asks DNS now.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_engine::domains::{self, DomainFindings};
use postrider_store::db::Tx;
use postrider_store::domains::DomainRecord;
use serde_json::json;

use super::dns_record::records;
use super::find;
use super::record::{Domain, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::input::Nothing;
use crate::api::reply::Reply;

pub fn handler() -> Typed<Nothing, Worked, Domain> {
    handler::outside(begin, work, finish)
}

pub struct Worked {
    domain: Arc<DomainRecord>,
    /// The sandbox has nothing to look at.
    findings: Option<DomainFindings>,
}

async fn begin(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<DomainRecord> {
    find(&tx, &cx).await
}

async fn work(cx: Cx, domain: Arc<DomainRecord>) -> ApiResult<Worked> {
    let findings = if domain.sandbox {
        None
    } else {
        let _place = cx.lookup_place().await?;
        Some(cx.app().domains.look(&domain).await)
    };
    Ok(Worked { domain, findings })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<Domain>> {
    let Some(findings) = &worked.findings else {
        return Ok(Reply::ok(show(&cx, DomainRecord::clone(&worked.domain))));
    };
    let (brand, id, now) = (cx.brand_key()?, worked.domain.id, cx.app().clock.now());
    let domain = domains::verify(&tx, brand, id, findings, now).await?;
    if findings.status == DomainStatus::Verified {
        return Ok(Reply::ok(show(&cx, domain)));
    }
    Ok(Reply::refusal(failed(&cx, findings.status, &domain)))
}

fn failed(cx: &Cx, status: DomainStatus, domain: &DomainRecord) -> Problem {
    let message = match status {
        DomainStatus::TemporaryFailure => "The name servers gave no answer.",
        DomainStatus::PartiallyVerified => "Some required records were not found.",
        _ => "The required records were not found.",
    };
    Problem::new(Code::DomainVerificationFailed, message)
        .details(json!({ "status": status, "records": records(cx, domain) }))
}
