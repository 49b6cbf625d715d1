//! What a person changes through the API is a row of the audit log, in the transaction that changes it, with how things
//! stood before and after: no handler can forget it. Of keys nothing is told, and nothing is looked at for them.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};
use serde_json::Value;

use super::authenticated::Authenticated;
use super::difference::{counts, difference};
use crate::api::callers::{Principal, SignedIn};
use crate::api::cx::{Cx, PathParams};
use crate::api::failure::{ApiResult, Failure};
use crate::api::reply::{Answer, Told};
use crate::api::row::{About, Keeps, Look, Row, Tenant};

/// How the audit log tells of a call.
pub struct Telling {
    act: &'static str,
    about: About,
    look: Option<Arc<Look>>,
    /// The id of what the call is about, where path or body name it.
    subject: Option<String>,
}

impl Telling {
    /// Rows about the person alone tell of themselves, in every organization of theirs.
    pub fn of(row: &Row, who: &Authenticated, path: &PathParams, input: &Value) -> Option<Self> {
        let is_person = matches!(who.caller.principal, Principal::Person(_));
        if row.tenant == Tenant::Person || row.telling.about == About::Told || !is_person {
            return None;
        }
        let look = row.telling.look.clone();
        let id = look.as_ref().and_then(|look| look.id);
        let in_path = |id: &str| path.iter().find(|(name, _)| name == id);
        let subject = id.and_then(|id| match in_path(id) {
            Some((_, subject)) => Some(subject.as_str()),
            None => input.get(id)?.as_str(),
        });
        Some(Self {
            act: row.name,
            about: row.telling.about,
            subject: subject.map(ToOwned::to_owned),
            look,
        })
    }
}

/// How what the call is about stands before anything is written.
pub async fn before(tx: &Tx, cx: &Cx) -> ApiResult<Option<Value>> {
    match cx.telling() {
        // Boxed: the future of every write would hold it, and only people's need it.
        Some(Telling {
            look: Some(look),
            subject,
            ..
        }) => Box::pin(seen(tx, cx, look, subject.as_deref())).await,
        _ => Ok(None),
    }
}

pub async fn tell(tx: &Tx, cx: &Cx, answer: &Answer, before: Option<Value>) -> ApiResult<()> {
    match (cx.signed_in(), cx.telling()) {
        (Some(own), Some(telling)) if !answer.changed_nothing => {
            Box::pin(append(tx, cx, (own, telling), answer, before)).await
        }
        _ => Ok(()),
    }
}

async fn append(
    tx: &Tx,
    cx: &Cx,
    (own, telling): (&SignedIn, &Telling),
    answer: &Answer,
    before: Option<Value>,
) -> ApiResult<()> {
    let looked_at = compare(tx, cx, telling, answer, before).await?;
    let told = answer.told.as_deref().cloned().unwrap_or_default();
    let row = NewAuditRow {
        target: told.target.or(looked_at.target),
        before: told.before.or(looked_at.before),
        after: told.after.or(looked_at.after),
        counts: told.counts.or(looked_at.counts),
        ..row(cx, own, telling)
    };
    Ok(audit::append(tx, &row).await?)
}

/// A file that a person takes away is told of before its first byte goes out; if it cannot be told, it does not.
pub async fn tell_of_download(cx: &Cx) -> ApiResult<()> {
    let (Some(own), Some(telling)) = (cx.signed_in(), cx.telling()) else {
        return Ok(());
    };
    let row = NewAuditRow {
        target: in_path(cx.path_params()),
        ..row(cx, own, telling)
    };
    let db = cx.db();
    let told = db.write(move |tx| {
        let row = row.clone();
        async move { audit::append(&tx, &row).await }
    });
    Ok(told.await?)
}

fn row(cx: &Cx, own: &SignedIn, telling: &Telling) -> NewAuditRow {
    NewAuditRow {
        org: cx.caller().org,
        at: cx.now(),
        person: Some(own.person.id),
        session: Some(own.session.public_id.clone()),
        address: cx.address().map(|address| address.to_string()),
        act: telling.act.to_owned(),
        target: None,
        brand: cx.brand_key().ok().map(|brand| brand.brand),
        before: None,
        after: None,
        counts: None,
    }
}

async fn compare(
    tx: &Tx,
    cx: &Cx,
    telling: &Telling,
    answer: &Answer,
    before: Option<Value>,
) -> ApiResult<Told> {
    let answer: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let Some(look) = &telling.look else {
        return Ok(Told {
            target: in_path(cx.path_params()).or_else(|| in_answer(&answer)),
            counts: match telling.about {
                About::Many => counts(&answer),
                About::One | About::Told => None,
            },
            ..Told::default()
        });
    };
    let subject = telling.subject.as_deref();
    let made = look.id.and_then(|id| answer[id].as_str());
    // A copy has another id than what it was made from; an address may only be written in another way.
    let made = made.filter(|made| look.keeps != Keeps::Names && subject != Some(*made));
    let before = if made.is_some() { None } else { before };
    let id = made.or(subject);
    let after = seen(tx, cx, look, id).await?;
    let target = match look.keeps {
        Keeps::Names => contact(after.as_ref().or(before.as_ref())),
        Keeps::Values | Keeps::ValuesBut(_) => {
            look.id.zip(id).and_then(|(name, id)| named(name, id))
        }
    };
    let (before, after) = difference(before.as_ref(), after.as_ref(), look.keeps);
    Ok(Told {
        target: target.or_else(|| in_path(cx.path_params())),
        before,
        after,
        counts: None,
    })
}

/// What a read says of the thing with this id; nothing where there is none.
async fn seen(tx: &Tx, cx: &Cx, look: &Look, id: Option<&str>) -> ApiResult<Option<Value>> {
    let cx = match (look.id, id) {
        (Some(name), Some(id)) => cx.about(name, id),
        (Some(_), None) => return Ok(None),
        (None, _) => cx.clone(),
    };
    match (look.run)(tx.clone(), cx, Arc::clone(&look.input)).await {
        Ok(answer) if answer.refusal.is_none() => {
            let shown = serde_json::from_slice(&answer.body);
            Ok(Some(shown.map_err(|error| unreadable(&error))?))
        }
        Ok(_) | Err(Failure::Problem(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn unreadable(error: &serde_json::Error) -> Problem {
    let message = format!("An answer of ours is no JSON: {error}");
    Problem::new(Code::InternalError, message)
}

fn contact(shown: Option<&Value>) -> Option<AuditTarget> {
    named("contactId", shown?["contactId"].as_str()?)
}

/// The id that a path ends with, and what it is of.
fn in_path(path: &PathParams) -> Option<AuditTarget> {
    let (name, id) = path.last()?;
    named(name, id)
}

/// The one id that an answer gives.
fn in_answer(answer: &Value) -> Option<AuditTarget> {
    let fields = answer.as_object()?.iter();
    let mut ids = fields.filter(|(name, _)| name.ends_with("Id"));
    match (ids.next(), ids.next()) {
        (Some((name, id)), None) => named(name, id.as_str()?),
        _ => None,
    }
}

/// An address of a contact is no id, and has no place in the log.
fn named(name: &str, id: &str) -> Option<AuditTarget> {
    if name == "email" || id.contains('@') {
        return None;
    }
    let kind = name
        .strip_suffix("Id")
        .or_else(|| name.strip_suffix("Name"));
    Some(AuditTarget {
        kind: kind.unwrap_or(name).to_owned(),
        id: id.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_target_is_an_id_and_never_an_address() {
        let path = |pairs: &[(&str, &str)]| -> PathParams {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        assert_eq!(in_path(&path(&[])), None);
        assert_eq!(in_path(&path(&[("email", "ada@example.test")])), None);
        assert_eq!(in_path(&path(&[("fieldName", "ada@example.test")])), None);
        let found = in_path(&path(&[("emailId", "a"), ("testId", "b")])).unwrap();
        assert_eq!((found.kind.as_str(), found.id.as_str()), ("test", "b"));
        let found = in_path(&path(&[("fieldName", "plan")])).unwrap();
        assert_eq!(found.kind, "field");
    }

    #[test]
    fn an_answer_tells_of_its_id_if_it_has_one() {
        let found = in_answer(&json!({ "importId": "i", "status": "running" })).unwrap();
        assert_eq!((found.kind.as_str(), found.id.as_str()), ("import", "i"));
        assert_eq!(in_answer(&json!({ "aId": "a", "bId": "b" })), None);
        assert_eq!(in_answer(&json!({ "importId": null })), None);
        assert_eq!(in_answer(&json!(null)), None);
    }
}
