//! The last rows of a tenant: its keys, which say until then that it is gone, and its own.

use super::Tenant;
use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    BRAND_KEYS = "DELETE FROM api_keys WHERE org = $1 AND brand = $2";
    BRAND = "DELETE FROM brands WHERE org = $1 AND id = $2 AND deleted_at IS NOT NULL";
    ORG_KEYS = "DELETE FROM api_keys WHERE org = $1";
    ORG_BRANDS = "DELETE FROM brands WHERE org = $1";
    // Removals of its brands among them: there is nothing left for them.
    ORG_JOBS = "DELETE FROM jobs WHERE org = $1";
    ORG = "DELETE FROM organizations WHERE id = $1 AND deleted_at IS NOT NULL";
}

/// Everything else is gone.
pub async fn finish(tx: &Tx, tenant: Tenant) -> Result<(), DbError> {
    match tenant {
        Tenant::Brand(brand) => {
            let key = params![brand.org, brand.brand];
            tx.execute(&BRAND_KEYS, &key).await?;
            tx.execute(&BRAND, &key).await?;
        }
        Tenant::Organization(org) => {
            for statement in [&ORG_KEYS, &ORG_BRANDS, &ORG_JOBS, &ORG] {
                tx.execute(statement, params![org]).await?;
            }
        }
    }
    Ok(())
}
