//! `POST /app/api/password-resets`: a link to choose a new password, mailed to whoever has the address. Whether anybody has
//! it nobody learns here: the answer is the same, and waits for nothing.

use std::sync::Arc;

use postrider_domain::accounts::link::LinkKind;
use postrider_domain::accounts::token;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::numbers::Millis;
use postrider_engine::accounts::mails;
use postrider_engine::accounts::telling::{self, Deed};
use postrider_store::db::{DbError, Tx};
use postrider_store::people;
use postrider_store::people::links::{self, NewLink};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracing::Instrument;

use super::account_mail;
use super::cx::Cx;
use super::failure::ApiResult;
use super::reply::Reply;
use crate::app::tries::Try;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenPassword {
    #[schemars(length(max = 254))]
    email: String,
}

/// What is true whoever asks.
#[derive(Serialize, JsonSchema)]
pub struct ResetAsked {
    /// A mail comes if the address has an account here.
    accepted: bool,
}

/// Counted like a try to sign in: nobody's inbox is filled by others.
pub async fn ask(cx: Cx, body: Arc<ForgottenPassword>) -> ApiResult<()> {
    let email = EmailAddress::parse(body.email.trim())?.as_str().to_owned();
    let tried = Try {
        account: Some(email.clone()),
        address: cx.address(),
    };
    cx.app().tries.begin(&tried, Millis(cx.now()))?;
    let mailing = mail_link(cx.clone(), email);
    cx.app().writes.spawn(mailing.in_current_span());
    Ok(())
}

pub async fn answer(_: Tx, _: Cx, _: Arc<()>) -> ApiResult<Reply<ResetAsked>> {
    Ok(Reply::accepted(ResetAsked { accepted: true }))
}

async fn mail_link(cx: Cx, email: String) {
    let minted = token::mint(entropy::bytes());
    let (hash, now, address) = (minted.hash, cx.now(), cx.origin().address);
    let written = cx.app().db.write(move |tx| {
        let (email, address) = (email.clone(), address.clone());
        async move {
            let Some(person) = people::find_by_email(&tx, &email).await? else {
                return Ok::<_, DbError>(None);
            };
            let new = NewLink {
                token_hash: hash,
                person: person.id,
                kind: LinkKind::Reset,
                now: Millis(now),
            };
            links::create(&tx, &new).await?;
            let deed = Deed::new("account.askReset", person.id, address, now);
            telling::tell(&tx, &deed).await?;
            Ok(Some(person.email))
        }
    });
    let outcome = match written.await {
        Ok(Some(to)) => {
            let link = cx.app().home.link("reset", &minted.text);
            account_mail::send(cx.app(), &mails::reset(&to, link)).await
        }
        Ok(None) => Ok(()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(why) = outcome {
        tracing::warn!(error = why, "a link for a new password could not be mailed");
    }
}
