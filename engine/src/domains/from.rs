//! Who mails are from when nobody says so.

use postrider_domain::tenant::BrandKey;
use postrider_store::brands;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::DomainRecord;

/// Address and name: the domain's default, else `hello@` the domain with the brand's name.
pub async fn default_from(
    tx: &Tx,
    brand: BrandKey,
    domain: &DomainRecord,
) -> Result<(String, Option<String>), DbError> {
    if let Some(email) = &domain.default_from_email {
        return Ok((email.clone(), domain.default_from_name.clone()));
    }
    let name = brands::get(tx, brand).await?.map(|brand| brand.name);
    Ok((format!("hello@{}", domain.name), name))
}
