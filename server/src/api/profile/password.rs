//! `PUT /app/api/profile/password`: a new password ends every other way in.

use std::sync::Arc;

use postrider_domain::accounts::password;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::signing_in;
use postrider_engine::accounts::telling;
use postrider_store::db::Tx;
use postrider_store::people::{self, links, sessions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::EndedSessions;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::api::sessions::{Proof, deed, hashed, invalid, prove_password, require_own};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPassword {
    #[schemars(length(max = 1024))]
    current_password: String,
    /// 12 characters or more.
    #[schemars(length(max = 1024))]
    password: String,
}

pub struct Chosen {
    proof: Proof,
    hash: String,
}

pub async fn prepare(cx: Cx, body: Arc<NewPassword>) -> ApiResult<Chosen> {
    let email = cx.person()?.person.email.clone();
    password::check(&body.password, &email)?;
    let proof = prove_password(&cx, &email, &body.current_password).await?;
    Ok(Chosen {
        proof,
        hash: hashed(&cx, &body.password).await?,
    })
}

pub async fn set(tx: Tx, cx: Cx, chosen: Arc<Chosen>) -> ApiResult<Reply<EndedSessions>> {
    let own = cx.person()?;
    require_own(own, &chosen.proof)?;
    let held = signing_in::hold(&tx, &chosen.proof.judged).await?;
    let person = held.ok_or_else(invalid)?;
    let now = Millis(cx.now());
    people::set_password(&tx, person.id, &chosen.hash, now).await?;
    let ended = sessions::end_others(&tx, person.id, own.session.token).await?;
    links::end_all(&tx, person.id).await?;
    sessions::give_password(&tx, own.session.token, now).await?;
    let mut deed = deed(&cx, own, "profile.setPassword");
    deed.counts = Some(json!({ "sessions": ended }));
    telling::tell(&tx, &deed).await?;
    Ok(Reply::ok(EndedSessions { ended }).forgive(&chosen.proof.tried))
}
