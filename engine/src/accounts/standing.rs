//! Tenants that are stopped, go on, and leave. A suspended organization is refused and holds; a deleted tenant is that at
//! once, so that nothing of it is mailed any more, and its rows leave in the background.

use postrider_store::db::{Sleeper, Tx};
use postrider_store::meta;
use postrider_store::organizations::{self, OrganizationRecord};
use postrider_store::removal::{self, Tenant};
use postrider_store::tenants::{self, BrandStanding};

use super::{AccountError, FIRST_START, brands, organizations as accounts};

/// How a tenant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Active,
    Suspended,
    /// Deleted; its rows are leaving.
    Deleting,
}

impl Standing {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Deleting => "deleting",
        }
    }

    pub fn of(organization: &OrganizationRecord) -> Self {
        match (organization.suspended_at, organization.deleted_at) {
            (_, Some(_)) => Self::Deleting,
            (Some(_), None) => Self::Suspended,
            (None, None) => Self::Active,
        }
    }

    /// A brand stands as its organization does, unless it alone was deleted.
    pub fn of_brand(brand: &BrandStanding, organization: &OrganizationRecord) -> Self {
        match brand.deleted_at {
            Some(_) => Self::Deleting,
            None => Self::of(organization),
        }
    }
}

/// Its keys are refused and its work holds. The organization as it is then; one that was suspended before stays so.
pub async fn suspend(
    tx: &Tx,
    public_id: &str,
    now: i64,
) -> Result<OrganizationRecord, AccountError> {
    let organization = accounts::find_kept(tx, public_id).await?;
    organizations::suspend(tx, organization.id, now).await?;
    accounts::find(tx, public_id).await
}

/// Everything goes on where it was.
pub async fn resume(
    tx: &Tx,
    public_id: &str,
    now: i64,
) -> Result<OrganizationRecord, AccountError> {
    let organization = accounts::find_kept(tx, public_id).await?;
    if organizations::resume(tx, organization.id).await? {
        tenants::renew_sends(tx, organization.id, now).await?;
        for sleeper in Sleeper::ALL {
            tx.wake(sleeper);
        }
    }
    accounts::find(tx, public_id).await
}

/// Nothing of it is begun any more, and a job removes all that it has. Asking again changes nothing.
pub async fn delete_organization(
    tx: &Tx,
    public_id: &str,
    now: i64,
) -> Result<OrganizationRecord, AccountError> {
    let organization = accounts::find(tx, public_id).await?;
    let org = organization.id;
    if organizations::delete(tx, org, now).await? {
        tenants::delete_brands(tx, org, now).await?;
        removal::enqueue(tx, Tenant::Organization(org), now).await?;
        // A database whose last organization was deleted is not taken for a new one.
        meta::remember(tx, FIRST_START, public_id).await?;
    }
    accounts::find(tx, public_id).await
}

/// The same for one brand, which is found by its id alone.
pub async fn delete_brand(tx: &Tx, public_id: &str, now: i64) -> Result<(), AccountError> {
    let brand = brands::find_anywhere(tx, public_id).await?;
    if tenants::delete_brand(tx, brand, now).await? {
        removal::enqueue(tx, Tenant::Brand(brand), now).await?;
    }
    Ok(())
}

/// What somebody should know who is about to delete a tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doomed {
    pub name: String,
    /// Sends that end without having been mailed to everybody.
    pub unfinished_sends: i64,
}

pub async fn doomed_organization(tx: &Tx, public_id: &str) -> Result<Doomed, AccountError> {
    let organization = accounts::find(tx, public_id).await?;
    Ok(Doomed {
        unfinished_sends: tenants::unfinished_sends(tx, organization.id, None).await?,
        name: organization.name,
    })
}

pub async fn doomed_brand(tx: &Tx, public_id: &str) -> Result<Doomed, AccountError> {
    let key = brands::find_anywhere(tx, public_id).await?;
    let listed = tenants::brands(tx, key.org).await?;
    let brand = listed.into_iter().find(|one| one.public_id == public_id);
    Ok(Doomed {
        unfinished_sends: tenants::unfinished_sends(tx, key.org, Some(key.brand)).await?,
        name: brand.map(|brand| brand.name).unwrap_or_default(),
    })
}

/// All brands of an organization, the newest first, with how each stands.
pub async fn list_brands(
    tx: &Tx,
    organization_id: &str,
) -> Result<Vec<(BrandStanding, Standing)>, AccountError> {
    let organization = accounts::find(tx, organization_id).await?;
    let brands = tenants::brands(tx, organization.id).await?;
    let stands = |brand: BrandStanding| {
        let standing = Standing::of_brand(&brand, &organization);
        (brand, standing)
    };
    Ok(brands.into_iter().map(stands).collect())
}
