//! How a test ends: once, and what was held for it is charged or given back in the same commit.

use postrider_domain::accounts::credits::{Plans, cost};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::placement::{Seed, Stage, TestStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::placement::{self, SeedRecord, TestEnd};
use postrider_store::usage;

use super::shown::{judged, verdict};
use crate::credits::account_of;
use crate::validation::RowFault;

/// By what was found out.
pub async fn complete(
    tx: &Tx,
    plans: &Plans,
    brand: BrandKey,
    id: i64,
    now: i64,
) -> Result<(), DbError> {
    let Some(test) = placement::by_number(tx, brand, id).await? else {
        return Ok(());
    };
    let seeds = placement::seeds::of_test(tx, brand, id).await?;
    let seeds: Vec<Seed> = seeds.into_iter().map(SeedRecord::seed).collect();
    let verdict = verdict(&test, judged(&test).as_ref(), &seeds, Stage::Over);
    let end = TestEnd {
        status: verdict.status,
        diagnosis: json(&verdict.diagnosis)?,
        error: None,
    };
    if !placement::end(tx, brand, id, &end, now).await? {
        return Ok(());
    }
    usage::release(tx, brand.org, id).await?;
    if verdict.is_charged
        && let Some(account) = account_of(tx, plans, brand.org, now).await?
        && !usage::charge(tx, &account, cost::PLACEMENT_TEST).await?
    {
        // What was held had ended by itself, and is spent.
        tracing::warn!("a placement test was not charged: its credits were held no more");
    }
    Ok(())
}

/// It came to nothing, and costs nothing.
pub async fn fail(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    (code, why): (Code, &str),
    now: i64,
) -> Result<(), DbError> {
    let end = TestEnd {
        status: TestStatus::Failed,
        diagnosis: "[]".to_owned(),
        error: Some(json(&RowFault::new(code, why))?),
    };
    if placement::end(tx, brand, id, &end, now).await? {
        usage::release(tx, brand.org, id).await?;
    }
    Ok(())
}

/// The same for a refusal.
pub async fn refuse(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    problem: &Problem,
    now: i64,
) -> Result<(), DbError> {
    fail(tx, brand, id, (problem.code, &problem.message), now).await
}

fn json(value: &impl serde::Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Other(error.to_string()))
}
