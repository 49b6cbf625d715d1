//! Who the mail of a `sendEmail` node is from.

use postrider_domain::automations::automation::SendEmailConfig;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::DomainRecord;

use crate::domains::default_from;

/// Address and name: what the node says, else the default of its domain.
pub(super) async fn node_from(
    tx: &Tx,
    brand: BrandKey,
    config: &SendEmailConfig,
    domain: &DomainRecord,
) -> Result<(String, Option<String>), DbError> {
    match &config.from {
        None => default_from(tx, brand, domain).await,
        Some(from) => {
            let name = from.name.clone().filter(|name| !name.trim().is_empty());
            let email = EmailAddress::parse(&from.email).map_err(|problem| {
                DbError::Other(format!("the sender of a node: {}", problem.message))
            })?;
            Ok((email.into_string(), name))
        }
    }
}
