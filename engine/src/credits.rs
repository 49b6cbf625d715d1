//! What an organization's work is charged to, and whether its plan allows it.

use std::sync::Arc;

use postrider_domain::accounts::credits::{Period, Plan, Plans, sends_balance};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations;
use postrider_store::usage::{self, Account};
use serde_json::json;

use crate::failure::Failure;

/// What an organization's metered work in the background is charged to. `None`: its plan is not configured here.
pub async fn account_of(
    tx: &Tx,
    plans: &Plans,
    org: i64,
    now: i64,
) -> Result<Option<Account>, DbError> {
    let Some(organization) = organizations::get(tx, org).await? else {
        return Ok(None);
    };
    let plan = plans.get(&organization.plan);
    Ok(plan.map(|plan| account(org, plan, now)))
}

/// The plan of an organization. One that is no longer configured is not an empty balance.
pub fn configured_plan<'p>(plans: &'p Plans, key: &str) -> Result<&'p Plan, Problem> {
    plans.get(key).ok_or_else(|| {
        tracing::error!(plan = %key, "an organization has a plan that is not configured");
        Problem::new(
            Code::ServiceUnavailable,
            "The plan of the organization is not configured here.",
        )
        .retry_after(60)
    })
}

/// What work in the month of this time is charged to.
pub fn account(org: i64, plan: &Plan, at: i64) -> Account {
    Account {
        org,
        credits: plan.credits,
        sends: plan.sends,
        period: Period::at(at),
    }
}

/// The organization that a request is charged to, with the plan that its key was found with.
#[derive(Clone)]
pub struct Payer {
    pub org: i64,
    pub plan_key: String,
    pub plans: Arc<Plans>,
}

impl Payer {
    pub fn plan(&self) -> Result<&Plan, Problem> {
        configured_plan(&self.plans, &self.plan_key)
    }

    /// What work in the month of this time is charged to.
    pub fn account(&self, at: i64) -> Result<Account, Problem> {
        Ok(account(self.org, self.plan()?, at))
    }

    /// The allowance is taken when a send starts; this only spares one that could not.
    pub async fn require_sends(&self, tx: &Tx, at: i64, count: i64) -> Result<(), Failure> {
        let plan = self.plan()?;
        let balance = sends_balance(plan, &usage::read(tx, &self.account(at)?).await?);
        if balance.covers(count) {
            return Ok(());
        }
        let message = format!(
            "The send goes to {count}, and {} deliveries are left of this month's.",
            balance.remaining.unwrap_or_default()
        );
        Err(Problem::new(Code::SendQuotaExceeded, message)
            .details(json!({
                "recipientCount": count,
                "remaining": balance.remaining,
                "planKey": plan.key,
            }))
            .into())
    }
}
