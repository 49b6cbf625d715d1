//! What a person changes through the API is a row of the audit log, in the transaction that changes it: no handler can
//! forget it.

use postrider_store::db::{DbError, Tx};
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};

use crate::api::cx::{Cx, PathParams};
use crate::api::reply::Answer;

/// Rows about the person alone tell of themselves, in every organization of theirs.
pub async fn tell(tx: &Tx, cx: &Cx, answer: &Answer) -> Result<(), DbError> {
    let (Some(own), Some(act)) = (cx.signed_in(), cx.told_as()) else {
        return Ok(());
    };
    if answer.changed_nothing {
        return Ok(());
    }
    let told = answer.told.as_deref().cloned().unwrap_or_default();
    let row = NewAuditRow {
        org: cx.caller().org,
        at: cx.now(),
        person: Some(own.person.id),
        session: Some(own.session.public_id.clone()),
        address: cx.address().map(|address| address.to_string()),
        act: act.to_owned(),
        target: told.target.or_else(|| target(cx.path_params())),
        brand: cx.brand_key().ok().map(|brand| brand.brand),
        before: told.before,
        after: told.after,
        counts: told.counts,
    };
    audit::append(tx, &row).await
}

/// The id that a path ends with, and what it is of. An address of a contact is no id, and has no place in the log.
fn target(path: &PathParams) -> Option<AuditTarget> {
    let (name, id) = path.last()?;
    if name == "email" || id.contains('@') {
        return None;
    }
    Some(AuditTarget {
        kind: name.strip_suffix("Id").unwrap_or(name).to_owned(),
        id: id.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_an_id_and_never_an_address() {
        let path = |pairs: &[(&str, &str)]| -> PathParams {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        assert_eq!(target(&path(&[])), None);
        assert_eq!(target(&path(&[("email", "ada@example.test")])), None);
        assert_eq!(target(&path(&[("fieldName", "ada@example.test")])), None);
        let found = target(&path(&[("emailId", "a"), ("testId", "b")])).unwrap();
        assert_eq!((found.kind.as_str(), found.id.as_str()), ("test", "b"));
        let found = target(&path(&[("fieldName", "plan")])).unwrap();
        assert_eq!(found.kind, "fieldName");
    }
}
