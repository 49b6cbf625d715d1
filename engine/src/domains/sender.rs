//! A domain as the dispatcher needs it.

use postrider_domain::sending::sending_domain::{Algorithm, Check, RecordStatus, tracking_host};
use postrider_domain::tenant::BrandKey;
use postrider_mail::dkim::{KeyKind, Signer};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::{self, DomainRecord};

use super::keys::{self, KeysError, Selected};
use super::probe::base;
use crate::seal::Seal;

/// What mails from a domain are made with.
pub struct Sender {
    pub name: String,
    /// `None` for the sandbox, whose mail reaches nobody.
    pub signer: Option<Signer>,
    /// `https://links.example.com`, if that was seen to lead here; else they lead where content is served.
    pub tracking_base: Option<String>,
    pub open_tracking: bool,
    pub click_tracking: bool,
    /// Whether its records are there: nothing is sent from a domain without.
    pub sendable: bool,
}

/// `None`: the domain is gone.
pub async fn sender(
    tx: &Tx,
    seal: &Seal,
    content_url: &str,
    brand: BrandKey,
    domain: i64,
) -> Result<Option<Sender>, DbError> {
    let Some(domain) = domains::by_number(tx, brand, domain).await? else {
        return Ok(None);
    };
    let sealed = domains::sealed_keys(tx, brand, domain.id).await?;
    let signer = match sealed {
        None => None,
        Some(sealed) => Some(
            signer(seal, &domain, &sealed).map_err(|error| DbError::Other(error.to_string()))?,
        ),
    };
    Ok(Some(Sender {
        tracking_base: domain
            .tracking_scheme
            .as_deref()
            .and_then(|scheme| base(content_url, scheme, &tracking_host(&domain.name))),
        sendable: domain.is_sendable(),
        name: domain.name,
        signer,
        open_tracking: domain.open_tracking,
        click_tracking: domain.click_tracking,
    }))
}

fn signer(seal: &Seal, domain: &DomainRecord, sealed: &[u8]) -> Result<Signer, KeysError> {
    let checks: Vec<Check> = serde_json::from_str(&domain.records).unwrap_or_default();
    let keys = keys::open(seal, &domain.public_id, sealed)?;
    let used: Vec<(&str, KeyKind, &[u8])> = keys
        .iter()
        .filter(|key| key.algorithm == Algorithm::Rsa || is_published(domain, key, &checks))
        .map(|key| (key.selector.as_str(), key.kind, key.pkcs8.as_slice()))
        .collect();
    Ok(Signer::new(&domain.name, &used)?)
}

/// A signature whose key nobody finds counts as a broken one with some receivers.
fn is_published(domain: &DomainRecord, key: &Selected, checks: &[Check]) -> bool {
    let name = format!("{}._domainkey.{}", key.selector, domain.name);
    checks
        .iter()
        .any(|check| check.name == name && check.status == RecordStatus::Verified)
}
