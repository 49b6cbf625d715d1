//! An empty database gets an organization, a brand, an owner and a key, so that the first call works.

use postrider_domain::credits::Plans;
use postrider_domain::scope::Scopes;
use postrider_store::db::{Db, DbError};
use postrider_store::{meta, organizations};

use crate::accounts::{self, KeyOwner};

/// Shown once, on the terminal of the first start.
pub struct Made {
    pub organization_id: String,
    pub brand_id: String,
    pub key_id: String,
    pub secret: String,
    pub owner: &'static str,
    pub password: String,
}

const OWNER: &str = "owner@localhost";

/// Several processes may start on one empty database: the one that writes the mark first makes it.
pub async fn run(db: &Db, now: i64) -> Result<Option<Made>, DbError> {
    let empty = db
        .read(|tx| async move { Ok::<_, DbError>(!organizations::any(&tx).await?) })
        .await?;
    if !empty {
        return Ok(None);
    }
    let password = std::sync::Arc::new(accounts::make_password().map_err(DbError::Other)?);
    db.write(move |tx| {
        let password = std::sync::Arc::clone(&password);
        async move {
            let mark = crate::entropy::lower32();
            if meta::remember(&tx, "first_start", &mark).await? != mark
                || organizations::any(&tx).await?
            {
                return Ok(None);
            }
            let org =
                accounts::make_organization(&tx, "My organization", Plans::UNLIMITED, now).await?;
            let brand = accounts::make_brand(&tx, org.id, "My brand", now).await?;
            accounts::make_user(&tx, org.id, OWNER, "owner", &password, now).await?;
            let owner = KeyOwner {
                org: org.id,
                brand: Some(brand.key.brand),
            };
            let scopes = Scopes::parse("all").unwrap_or_default();
            let key = accounts::make_key(&tx, &owner, &scopes, "First key", now).await?;
            Ok::<_, DbError>(Some(Made {
                organization_id: org.public_id,
                brand_id: brand.public_id,
                key_id: key.public_id,
                secret: key.minted.secret,
                owner: OWNER,
                password: password.text.clone(),
            }))
        }
    })
    .await
}
