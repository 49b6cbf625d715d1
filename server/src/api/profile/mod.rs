//! What people keep of themselves: name, password, and where they are signed in.

mod password;
mod second_factor;

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::patch::Patch;
use postrider_domain::time;
use postrider_engine::accounts::telling;
use postrider_store::db::Tx;
use postrider_store::people;
use postrider_store::people::audit::AuditTarget;
use postrider_store::people::sessions::{self, SessionRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::reply::Reply;
use super::sessions::{PersonView, deed, person_view};
pub use password::{prepare as prepare_password, set as set_password};
pub use second_factor::{
    confirm as confirm_totp, offer as offer_totp, prepare_confirmation, remove as remove_totp,
    renew_codes, state as totp_state,
};

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OpenSessions")]
pub struct SessionList {
    /// The newest first; there are 50 at most.
    data: Vec<ListedSession>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedSession {
    session_id: String,
    /// Whether it is the one that asks.
    current: bool,
    made_at: String,
    /// Within a minute or so.
    last_seen_at: String,
    address: Option<String>,
    browser: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct EndedSessions {
    ended: u64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileUpdate {
    #[serde(default)]
    #[schemars(with = "Option<String>", length(min = 1, max = 200))]
    name: Patch<String>,
}

pub async fn sessions(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<SessionList>> {
    let own = cx.person()?;
    let now = Millis(cx.now());
    let listed = sessions::list(&tx, own.person.id).await?.into_iter();
    let open = listed.filter(|session| !session.times.has_ended(now));
    let data = open.map(|session| listed_session(session, &own.session.public_id));
    Ok(Reply::ok(SessionList {
        data: data.collect(),
    }))
}

fn listed_session(record: SessionRecord, own: &str) -> ListedSession {
    ListedSession {
        current: record.public_id == own,
        session_id: record.public_id,
        made_at: time::format(record.times.made_at.0),
        last_seen_at: time::format(record.times.last_seen_at.0),
        address: record.address,
        browser: record.browser,
    }
}

pub async fn end_session(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<EndedSessions>> {
    let own = cx.person()?;
    let session_id = cx.path("sessionId");
    if !sessions::end_one(&tx, own.person.id, session_id).await? {
        let message = "You have no such session.";
        return Err(Problem::new(Code::SessionNotFound, message).into());
    }
    let mut deed = deed(&cx, own, "profile.endSession");
    deed.target = Some(AuditTarget {
        kind: "session".to_owned(),
        id: session_id.to_owned(),
    });
    telling::tell(&tx, &deed).await?;
    Ok(Reply::ok(EndedSessions { ended: 1 }))
}

/// All but the one that asks.
pub async fn end_sessions(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<EndedSessions>> {
    let own = cx.person()?;
    let ended = sessions::end_others(&tx, own.person.id, own.session.token).await?;
    let mut deed = deed(&cx, own, "profile.endSessions");
    deed.counts = Some(json!({ "sessions": ended }));
    telling::tell(&tx, &deed).await?;
    Ok(Reply::ok(EndedSessions { ended }))
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<ProfileUpdate>) -> ApiResult<Reply<PersonView>> {
    let own = cx.person()?;
    let name = body.name.clone().apply(own.person.name.clone());
    people::set_name(&tx, own.person.id, name.as_deref()).await?;
    telling::tell(&tx, &deed(&cx, own, "profile.update")).await?;
    Ok(Reply::ok(PersonView {
        name,
        ..person_view(own)
    }))
}
