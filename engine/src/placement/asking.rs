//! A test is asked for.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::placement::UNFINISHED_MAX;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::domains::Sandbox;
use postrider_store::placement::{self, NewSeed, NewTest, TestRecord};
use postrider_store::{domains, emails, jobs, organizations};

use super::job::KIND;
use super::settings::PlacementSettings;
use crate::campaigns;
use crate::designs;
use crate::failure::Failure;

/// When whoever has too many tests that are not over asks again.
const RETRY_S: u64 = 60;

/// Who asks, and what this process knows that the database does not.
pub struct PlacementContext {
    pub brand: BrandKey,
    pub sandbox: Sandbox,
    pub settings: Arc<PlacementSettings>,
    /// Whether nothing that is mailed leaves this machine.
    pub keeps_mail: bool,
    pub now: i64,
}

/// What is to be tested: public ids, as they were given.
pub struct PlacementRequest {
    pub public_id: String,
    pub email_id: String,
    pub email_version_id: Option<String>,
    pub domain_id: String,
    /// Without one, the design's.
    pub subject: Option<String>,
}

/// A test that is queued. What it costs is held under its number by whoever calls, in the same transaction.
pub async fn ask(
    tx: &Tx,
    context: &PlacementContext,
    request: &PlacementRequest,
) -> Result<TestRecord, Failure> {
    let brand = context.brand;
    let email = emails::get(tx, brand, &request.email_id).await?;
    let email = email.ok_or_else(designs::not_found)?;
    let named = request.email_version_id.as_deref();
    let version = campaigns::version(tx, brand, &email, named).await?;
    let domain = domains::by_public_id(tx, brand, &request.domain_id, context.sandbox).await?;
    let domain = domain.ok_or_else(campaigns::no_such_domain)?;
    let subject = request.subject.clone().or_else(|| email.subject.clone());
    let subject = subject.ok_or_else(no_subject)?;
    let version = campaigns::ready(&email, version)?;
    campaigns::require_ready(&domain)?;
    // Held, so that of two that want the last place one finds it taken.
    organizations::lock(tx, brand.org).await?;
    if placement::count_unfinished(tx, brand.org).await? >= UNFINISHED_MAX {
        return Err(too_many().into());
    }
    let seeds = if context.keeps_mail {
        &[][..]
    } else {
        &context.settings.seeds
    };
    let new = NewTest {
        id: tx.number(),
        public_id: request.public_id.clone(),
        email: email.id,
        version: version.id,
        domain: domain.id,
        domain_id: domain.public_id,
        subject,
        seeds: seeds.iter().map(of_row).collect(),
    };
    placement::create(tx, brand, &new, context.now).await?;
    jobs::enqueue(tx, brand, KIND, new.id, context.now).await?;
    let record = placement::by_number(tx, brand, new.id).await?;
    Ok(record.ok_or_else(|| Problem::new(Code::NotFound, "The test is gone."))?)
}

fn of_row(seed: &super::settings::ConfiguredSeed) -> NewSeed {
    NewSeed {
        provider: seed.provider.clone(),
        address: seed.address.clone(),
    }
}

fn no_subject() -> Problem {
    let message = "Neither the request nor the design has a subject.";
    Problem::invalid("subject", message)
}

fn too_many() -> Problem {
    let message = format!(
        "The organization has {UNFINISHED_MAX} placement tests that are not over yet: it may have no more at a time."
    );
    Problem::new(Code::RateLimited, message)
        .retry_after(RETRY_S)
        .suggest("Wait until one of them is over.")
}
