//! An audience run that is accepted.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{jobs, params, statements};

/// The kind of job that begins an audience run, makes its members' runs, and lets them go on or cancels them; its
/// subject is the audience run.
pub const JOB: &str = "audience_run";

statements! {
    CREATE = "
        INSERT INTO audience_runs (org, brand, id, public_id, automation, version, audience, audience_name, status,
            scheduled_at, total, excluded, frozen_to, frozen, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, FALSE, $13, $13)";
}

#[derive(Clone, Debug)]
pub struct NewAudienceRun {
    pub public_id: String,
    pub automation: i64,
    pub version: i64,
    /// Nothing: everybody.
    pub audience: Option<i64>,
    pub audience_name: String,
    pub scheduled_at: Option<i64>,
    /// Members who are eligible now, and those who are not.
    pub total: i64,
    pub excluded: i64,
}

impl NewAudienceRun {
    pub fn status(&self) -> SendStatus {
        match self.scheduled_at {
            Some(_) => SendStatus::Scheduled,
            None => SendStatus::Queued,
        }
    }
}

/// Writes it down and has it started when it is due. The sends of its nodes are the caller's to open.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewAudienceRun,
    now: i64,
) -> Result<i64, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        new.automation,
        new.version,
        new.audience,
        &new.audience_name,
        new.status().as_str(),
        new.scheduled_at,
        new.total,
        new.excluded,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    let due = new.scheduled_at.unwrap_or(now);
    jobs::enqueue(tx, brand, JOB, id, due).await?;
    Ok(id)
}
