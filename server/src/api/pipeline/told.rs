//! What a person changes through the API is a row of the audit log, in the transaction that changes it, with how things
//! stood before and after: no handler can forget it. Of keys nothing is told, and nothing is looked at for them.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::people::audit::{self, AuditTarget, NewAuditRow};
use serde_json::Value;

use super::difference::{counts, difference};
use crate::api::callers::{Principal, SignedIn};
use crate::api::cx::{Cx, PathParams};
use crate::api::failure::{ApiResult, Failure};
use crate::api::reply::{Answer, Told};
use crate::api::row::{About, Keeps, Look, Row, Tenant};

/// How the audit log tells of a person's call.
pub struct Telling {
    act: &'static str,
    own: Arc<SignedIn>,
    about: About,
    look: Option<Arc<Look>>,
    /// The id of what the call is about, where path or body name it.
    subject: Option<String>,
}

impl Telling {
    /// Rows about the person alone tell of themselves, in every organization of theirs.
    pub fn of(row: &Row, cx: &Cx, input: &Value) -> Option<Arc<Self>> {
        let Principal::Person(own) = &cx.caller().principal else {
            return None;
        };
        if row.tenant == Tenant::Person || row.telling.about == About::Told {
            return None;
        }
        let look = row.telling.look.clone();
        let id = look.as_ref().and_then(|look| look.id);
        let in_path = |id: &str| cx.path_params().iter().find(|(name, _)| name == id);
        let subject = id.and_then(|id| match in_path(id) {
            Some((_, subject)) => Some(subject.as_str()),
            None => input.get(id)?.as_str(),
        });
        // PostgreSQL cannot even look for it, and the handler is yet to refuse it.
        let subject = subject.filter(|subject| !subject.contains('\0'));
        Some(Arc::new(Self {
            act: row.name,
            own: Arc::clone(own),
            about: row.telling.about,
            subject: subject.map(ToOwned::to_owned),
            look,
        }))
    }

    /// How what the call is about stands before anything is written.
    pub async fn before(&self, tx: &Tx, cx: &Cx) -> ApiResult<Option<Value>> {
        match &self.look {
            Some(look) => seen(tx, cx, look, self.subject.as_deref()).await,
            None => Ok(None),
        }
    }

    pub async fn tell(
        &self,
        tx: &Tx,
        cx: &Cx,
        answer: &Answer,
        before: Option<Value>,
    ) -> ApiResult<()> {
        if answer.changed_nothing {
            return Ok(());
        }
        let looked_at = self.compare(tx, cx, answer, before).await?;
        let told = answer.told.as_deref().cloned().unwrap_or_default();
        let row = NewAuditRow {
            target: told.target.or(looked_at.target),
            before: told.before.or(looked_at.before),
            after: told.after.or(looked_at.after),
            counts: told.counts.or(looked_at.counts),
            ..self.row(cx)
        };
        Ok(audit::append(tx, &row).await?)
    }

    /// A file that a person takes away is told of before its first byte goes out; if it cannot be told, it does not.
    pub async fn tell_of_download(&self, cx: &Cx) -> ApiResult<()> {
        let row = NewAuditRow {
            target: in_path(cx.path_params()),
            ..self.row(cx)
        };
        let db = cx.db();
        let told = db.write(move |tx| {
            let row = row.clone();
            async move { audit::append(&tx, &row).await }
        });
        Ok(told.await?)
    }

    fn row(&self, cx: &Cx) -> NewAuditRow {
        NewAuditRow {
            org: cx.caller().org,
            at: cx.now(),
            person: Some(self.own.person.id),
            session: Some(self.own.session.public_id.clone()),
            address: cx.address().map(|address| address.to_string()),
            act: self.act.to_owned(),
            target: None,
            brand: cx.brand_key().ok().map(|brand| brand.brand),
            before: None,
            after: None,
            counts: None,
        }
    }

    async fn compare(
        &self,
        tx: &Tx,
        cx: &Cx,
        answer: &Answer,
        before: Option<Value>,
    ) -> ApiResult<Told> {
        let answer: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let Some(look) = &self.look else {
            return Ok(Told {
                target: in_path(cx.path_params()).or_else(|| in_answer(&answer)),
                counts: match self.about {
                    About::Many => counts(&answer),
                    About::One | About::Told => None,
                },
                ..Told::default()
            });
        };
        let subject = self.subject.as_deref();
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

/// The last id in a path, and what it is of. What is sealed in a link is no id.
fn in_path(path: &PathParams) -> Option<AuditTarget> {
    let (name, id) = path.iter().rfind(|(name, _)| name != "ticket")?;
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
