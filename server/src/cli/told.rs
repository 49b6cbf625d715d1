//! What a command changes is told in the audit log as well, in the same transaction, by nobody who has signed in.

use postrider_domain::tenant::BrandKey;
use postrider_engine::accounts::keys::KeyOwner;
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations::OrganizationRecord;
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};
use serde_json::Value;

/// Something that a command did. Secrets have no place in it.
pub struct Told<'t> {
    /// `command.key.create`
    pub act: &'static str,
    pub owner: KeyOwner,
    pub target: (&'static str, &'t str),
    pub before: Option<Value>,
    pub after: Option<Value>,
}

impl<'t> Told<'t> {
    pub fn of_brand(act: &'static str, brand: BrandKey, target: (&'static str, &'t str)) -> Self {
        Self {
            act,
            owner: KeyOwner::brand(brand),
            target,
            before: None,
            after: None,
        }
    }

    pub fn of_org(act: &'static str, org: &'t OrganizationRecord) -> Self {
        let owner = KeyOwner {
            org: org.id,
            brand: None,
        };
        Self {
            act,
            owner,
            target: ("organization", &org.public_id),
            before: None,
            after: None,
        }
    }

    pub fn from(self, before: Value) -> Self {
        Self {
            before: Some(before),
            ..self
        }
    }

    pub fn to(self, after: Value) -> Self {
        Self {
            after: Some(after),
            ..self
        }
    }

    pub async fn append(self, tx: &Tx, now: i64) -> Result<(), DbError> {
        let (kind, id) = self.target;
        let row = NewAuditRow {
            org: self.owner.org,
            at: now,
            person: None,
            session: None,
            address: None,
            act: self.act.to_owned(),
            target: Some(AuditTarget {
                kind: kind.to_owned(),
                id: id.to_owned(),
            }),
            brand: self.owner.brand,
            before: self.before,
            after: self.after,
            counts: None,
        };
        audit::append(tx, &row).await
    }
}
