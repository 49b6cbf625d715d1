//! Making and finding organizations, and their plans.

use postrider_domain::accounts::credits::{Plan, Plans};
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations::{self, NewOrganization, OrganizationRecord};

use super::{AccountError, public_id};
use crate::assets::Entropy;

/// Whether the plan is one of those that are configured says [`plan_named`].
pub async fn create(
    tx: &Tx,
    entropy: &Entropy,
    name: &str,
    plan: &str,
    now: i64,
) -> Result<OrganizationRecord, DbError> {
    let new = NewOrganization {
        public_id: public_id(entropy),
        name: name.to_owned(),
        plan: plan.to_owned(),
        created_at: now,
    };
    organizations::create(tx, &new).await
}

/// One that things can be made in: it is not on its way out.
pub async fn find_kept(tx: &Tx, public_id: &str) -> Result<OrganizationRecord, AccountError> {
    let organization = find(tx, public_id).await?;
    match organization.deleted_at {
        None => Ok(organization),
        Some(_) => Err(AccountError::BeingRemoved(public_id.to_owned())),
    }
}

pub async fn find(tx: &Tx, public_id: &str) -> Result<OrganizationRecord, AccountError> {
    organizations::find(tx, public_id)
        .await?
        .ok_or_else(|| AccountError::NoOrganization(public_id.to_owned()))
}

/// The organization as it is then.
pub async fn set_plan(
    tx: &Tx,
    public_id: &str,
    plan: &str,
) -> Result<OrganizationRecord, AccountError> {
    let mut organization = find_kept(tx, public_id).await?;
    organizations::set_plan(tx, organization.id, plan).await?;
    plan.clone_into(&mut organization.plan);
    Ok(organization)
}

pub fn plan_named<'p>(plans: &'p Plans, key: &str) -> Result<&'p Plan, AccountError> {
    plans.get(key).ok_or_else(|| AccountError::NoPlan {
        plan: key.to_owned(),
        known: plans.keys().map(ToOwned::to_owned).collect(),
    })
}
