//! All rows of a tenant leave, a few at a time: of a brand, or of an organization with all its brands. What is left is found
//! by looking, so it does not matter where a removal was cut off.

pub(crate) mod ending;
pub(crate) mod files;
pub(crate) mod rows;

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{jobs, params, statements};

pub use ending::finish;
pub use files::{RemovedImport, images, imports, remove_images, remove_imports};
pub use rows::{remove_some, stop_mailing};

/// The kind of job that removes; it belongs to the organization and to none of its brands, and its subject is the brand.
pub const JOB: &str = "removal";
/// What was under way when the tenant was deleted has ended by then: requests that were let in, opens that were gathered.
pub const UNDER_WAY_MS: i64 = 60 * 60 * 1000;

statements! {
    MAILED -> (i64,) = "
        SELECT 1 FROM claims
        WHERE org = $1 AND brand >= $2 AND brand <= $3 AND abandoned_at IS NULL LIMIT 1";
    BRAND_DELETED_AT -> (Option<i64>,) = "
        SELECT deleted_at FROM brands WHERE org = $1 AND id = $2";
    ORG_DELETED_AT -> (Option<i64>,) = "SELECT deleted_at FROM organizations WHERE id = $1";
}

/// Whose rows leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenant {
    Brand(BrandKey),
    Organization(i64),
}

impl Tenant {
    /// As the job's subject names it.
    pub fn of_job(org: i64, subject: i64) -> Self {
        match subject {
            0 => Self::Organization(org),
            brand => Self::Brand(BrandKey { org, brand }),
        }
    }

    pub fn org(self) -> i64 {
        match self {
            Self::Brand(brand) => brand.org,
            Self::Organization(org) => org,
        }
    }

    fn subject(self) -> i64 {
        match self {
            Self::Brand(brand) => brand.brand,
            Self::Organization(_) => 0,
        }
    }

    /// The organization, and the first and the last of the brands: one text of a statement is for both.
    fn range(self) -> [Value; 3] {
        let (first, last) = match self {
            Self::Brand(brand) => (brand.brand, brand.brand),
            Self::Organization(_) => (0, i64::MAX),
        };
        params![self.org(), first, last]
    }

    fn piece(self, limit: i64) -> Vec<Value> {
        [&self.range()[..], &[limit.into()]].concat()
    }
}

/// The job that removes what was marked as deleted in this transaction.
pub async fn enqueue(tx: &Tx, tenant: Tenant, due_at: i64) -> Result<(), DbError> {
    let nobodys = BrandKey {
        org: tenant.org(),
        brand: 0,
    };
    jobs::enqueue(tx, nobodys, JOB, tenant.subject(), due_at).await
}

/// When the tenant was deleted; nothing if it was not, or is gone.
pub async fn deleted_at(tx: &Tx, tenant: Tenant) -> Result<Option<i64>, DbError> {
    let found = match tenant {
        Tenant::Brand(brand) => {
            let key = params![brand.org, brand.brand];
            tx.value(&BRAND_DELETED_AT, key).await?
        }
        Tenant::Organization(org) => tx.value(&ORG_DELETED_AT, params![org]).await?,
    };
    Ok(found.flatten())
}

/// Whether a process has taken recipients of it and has not said what became of them.
pub async fn is_mailed(tx: &Tx, tenant: Tenant) -> Result<bool, DbError> {
    Ok(tx.value(&MAILED, tenant.range()).await?.is_some())
}
