//! Passwords that callers give: counted, judged, and told of where they are wrong.

use postrider_domain::accounts::password;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_engine::accounts::passwords::{PasswordError, Verdict};
use postrider_engine::accounts::people::normalized;
use postrider_engine::accounts::signing_in::JudgedPassword;
use postrider_engine::accounts::telling::{self, Deed};
use postrider_store::db::DbError;
use postrider_store::people::{self, PersonRecord};
use tracing::Instrument;

use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::app::tries::Try;

/// A password that was right. What is held against the account goes once all of the rest was, too.
pub struct Proof {
    pub judged: JudgedPassword,
    pub person: PersonRecord,
    pub tried: Try,
}

/// Whether this is the password of the person with this address. Whoever is unknown costs as much and hears the same.
pub async fn prove(cx: &Cx, email: &str, password: &str) -> ApiResult<Proof> {
    check_length(password)?;
    let email = normalized(email);
    let tried = Try {
        account: Some(email.clone()),
        address: cx.address(),
    };
    cx.app().tries.begin(&tried, Millis(cx.now()))?;
    let db = cx.db();
    let found = db.read(move |tx| {
        let email = email.clone();
        async move { people::find_by_email(&tx, &email).await }
    });
    let found = found.await?;
    let stored = found
        .as_ref()
        .and_then(|person| person.password_hash.clone());
    let passwords = &cx.app().passwords;
    let verdict = passwords.verify(cx.asker(), password.to_owned(), stored.clone());
    let verdict = verdict.await.map_err(unjudged)?;
    let rehashed = match verdict {
        Verdict::RightAndOutdated => Some(hashed(cx, password).await?),
        Verdict::Right | Verdict::Wrong => None,
    };
    match found.filter(|_| verdict != Verdict::Wrong) {
        Some(person) => Ok(Proof {
            judged: JudgedPassword {
                person: person.id,
                hash: stored,
                rehashed,
            },
            person,
            tried,
        }),
        None => Err(refused(cx, tried.account).into()),
    }
}

/// What is kept of a new password.
pub async fn hashed(cx: &Cx, password: &str) -> ApiResult<String> {
    let hash = cx.app().passwords.hash(cx.asker(), password.to_owned());
    hash.await.map_err(unjudged)
}

/// One of such a length is nobody's.
fn check_length(given: &str) -> Result<(), Problem> {
    if given.len() <= password::LONGEST {
        return Ok(());
    }
    let message = "The password is longer than 1024 bytes.";
    Err(Problem::invalid("password", message))
}

pub fn invalid() -> Problem {
    let message = "Email address and password do not belong together.";
    Problem::new(Code::InvalidCredentials, message)
}

pub fn second_factor(why: &str) -> Problem {
    Problem::new(Code::SecondFactorRequired, why).param("code")
}

/// The answer does not wait for what is written of it: that there is something to write is nobody's business.
fn refused(cx: &Cx, account: Option<String>) -> Problem {
    let (app, now) = (cx.app().clone(), cx.now());
    let address = cx.origin().address;
    let writing = async move {
        let Some(email) = account else { return };
        let written = app.db.write(move |tx| {
            let (email, address) = (email.clone(), address.clone());
            async move {
                let Some(person) = people::find_by_email(&tx, &email).await? else {
                    return Ok::<_, DbError>(());
                };
                telling::tell(&tx, &failure(person.id, address, now)).await
            }
        });
        if let Err(error) = written.await {
            tracing::warn!(error = %error, "a failed sign-in could not be told of");
        }
    };
    cx.app().writes.spawn(writing.in_current_span());
    invalid()
}

/// That somebody failed to sign in.
pub fn failure(person: PersonNo, address: Option<String>, at: i64) -> Deed {
    Deed::new("session.refuse", person, address, at)
}

fn unjudged(error: PasswordError) -> Failure {
    match error {
        PasswordError::Busy => {
            let message = "Too many wait to sign in.";
            Problem::new(Code::ServiceUnavailable, message)
                .retry_after(2)
                .into()
        }
        PasswordError::Failed(why) => DbError::Other(why).into(),
    }
}
