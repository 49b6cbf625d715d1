//! What people do with their accounts is told in the audit log of every organization that they belong to.

use postrider_domain::numbers::PersonNo;
use postrider_store::db::{DbError, Tx};
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};
use postrider_store::people::{PersonRecord, memberships};
use serde_json::Value;

/// Of somebody who belongs to more, the oldest are told.
const ORGANIZATIONS: i64 = 100;

/// Something that a person did, or somebody tried in their name.
#[derive(Clone, Debug)]
pub struct Deed {
    pub act: &'static str,
    pub person: PersonNo,
    /// The public id of the session; nothing before there is one.
    pub session: Option<String>,
    pub address: Option<String>,
    pub target: Option<AuditTarget>,
    pub counts: Option<Value>,
    pub at: i64,
}

impl Deed {
    /// Of nothing in particular, outside a session.
    pub fn new(act: &'static str, person: PersonNo, address: Option<String>, at: i64) -> Self {
        Self {
            act,
            person,
            session: None,
            address,
            target: None,
            counts: None,
            at,
        }
    }

    #[must_use]
    pub fn in_session(self, session_id: &str) -> Self {
        Self {
            session: Some(session_id.to_owned()),
            ..self
        }
    }
}

/// In the transaction of what it tells of.
pub async fn tell(tx: &Tx, deed: &Deed) -> Result<(), DbError> {
    append(tx, deed, Some(deed.person)).await
}

/// What a command did to somebody's account: nobody who has signed in did it.
pub async fn tell_of_command(
    tx: &Tx,
    act: &'static str,
    person: &PersonRecord,
    at: i64,
) -> Result<(), DbError> {
    let target = AuditTarget {
        kind: "person".to_owned(),
        id: person.public_id.clone(),
    };
    let deed = Deed {
        target: Some(target),
        ..Deed::new(act, person.id, None, at)
    };
    append(tx, &deed, None).await
}

async fn append(tx: &Tx, deed: &Deed, by: Option<PersonNo>) -> Result<(), DbError> {
    for joined in memberships::of_person(tx, deed.person, 0, ORGANIZATIONS).await? {
        let row = NewAuditRow {
            org: joined.org,
            at: deed.at,
            person: by,
            session: deed.session.clone(),
            address: deed.address.clone(),
            act: deed.act.to_owned(),
            target: deed.target.clone(),
            brand: None,
            before: None,
            after: None,
            counts: deed.counts.clone(),
        };
        audit::append(tx, &row).await?;
    }
    Ok(())
}
