//! The unsubscribe link: GET asks and changes nothing, POST does it (RFC 8058, or the page's own form).

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Response, StatusCode};
use postrider_domain::sending::tracking::{Purpose, TEST_SEND};
use postrider_domain::turns::Asker;
use postrider_engine::tracking;
use postrider_store::db::DbError;
use postrider_store::tracking::{Reader, RecipientRef, reader};
use postrider_store::{brands, fields};

use super::page::{self, Language, Look, Occasion, Scene};
use super::token::read_token;
use crate::api::handler::Visit;
use crate::api::plain::text;
use crate::app::App;

/// A form of ours, or the one line of RFC 8058.
const LONGEST_BODY: usize = 4096;
/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) async fn page(visit: Visit) -> Response<Body> {
    let language = Language::of_request(visit.headers());
    match recipient(&visit) {
        Some(recipient) => show(visit.app(), recipient, language, Scene::Ask).await,
        None => page::missing(language),
    }
}

/// What a POST asks for.
#[derive(Clone, Copy, PartialEq)]
enum Wish {
    /// With the page's button.
    Leave,
    Return,
    /// A mail program's own button. What it sends is fixed, but whoever posts here without it wants the same.
    OneClick,
}

pub(super) async fn change(mut visit: Visit) -> Response<Body> {
    let language = Language::of_request(visit.headers());
    let recipient = recipient(&visit);
    let reading = to_bytes(visit.take_body(), LONGEST_BODY);
    let body = match tokio::time::timeout(PATIENCE, reading).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return text(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large\n"),
        Err(_) => return text(StatusCode::REQUEST_TIMEOUT, "the body did not come\n"),
    };
    let (app, wish) = (visit.app(), wish(&body));
    let done = match recipient {
        Some(recipient) => carry_out(app, recipient, wish)
            .await
            .map(|found| found.then_some(recipient)),
        None => Ok(None),
    };
    if let (Ok(None), Some(recipient)) = (&done, recipient) {
        return missing(app, recipient, language, wish).await;
    }
    match (done, wish) {
        (Ok(Some(recipient)), Wish::OneClick) if recipient.send == TEST_SEND => {
            text(StatusCode::OK, "this was a test: nobody was unsubscribed\n")
        }
        (Ok(Some(_)), Wish::OneClick) => text(StatusCode::OK, "unsubscribed\n"),
        (Ok(None), Wish::OneClick) => text(StatusCode::NOT_FOUND, "there is no such link\n"),
        (Err(error), Wish::OneClick) => unwritten(&error),
        (Ok(Some(recipient)), Wish::Leave) => {
            let is_test = recipient.send == TEST_SEND;
            let scene = if is_test { Scene::Out } else { Scene::Ask };
            show(app, recipient, language, scene).await
        }
        (Ok(Some(recipient)), Wish::Return) => show(app, recipient, language, Scene::Back).await,
        (Ok(None), _) => page::missing(language),
        (Err(error), _) => failed(language, &error),
    }
}

/// Whether the brand was deleted, or is gone altogether: nobody is left who could mail them.
async fn is_gone(app: &App, recipient: RecipientRef) -> Result<bool, DbError> {
    let db = app.db.on_behalf_of(Asker::Stranger);
    let found = db.read(move |tx| async move { brands::identity(&tx, recipient.brand).await });
    Ok(found.await?.is_none())
}

/// For a link of ours behind which nobody is found. Where the brand itself is gone, what they want is so already.
async fn missing(
    app: &App,
    recipient: RecipientRef,
    language: Language,
    wish: Wish,
) -> Response<Body> {
    match (is_gone(app, recipient).await, wish) {
        (Ok(true), Wish::OneClick) => text(StatusCode::OK, "unsubscribed\n"),
        (Ok(true), Wish::Leave | Wish::Return) => {
            let look = Look::default();
            page::show(&look, language, Scene::OutForGood, Occasion::Mail)
        }
        (Ok(false), Wish::OneClick) => text(StatusCode::NOT_FOUND, "there is no such link\n"),
        (Ok(false), Wish::Leave | Wish::Return) => page::missing(language),
        (Err(error), Wish::OneClick) => unwritten(&error),
        (Err(error), Wish::Leave | Wish::Return) => failed(language, &error),
    }
}

fn unwritten(error: &DbError) -> Response<Body> {
    tracing::warn!(error = %error, "an unsubscribe could not be written");
    text(StatusCode::SERVICE_UNAVAILABLE, "try again later\n")
}

fn wish(body: &[u8]) -> Wish {
    match body {
        b"action=unsubscribe" => Wish::Leave,
        b"action=resubscribe" => Wish::Return,
        _ => Wish::OneClick,
    }
}

/// Whether there is such a recipient. Runs to its end even if the caller hangs up. A test's link changes nothing.
async fn carry_out(app: &App, recipient: RecipientRef, wish: Wish) -> Result<bool, DbError> {
    if recipient.send == TEST_SEND {
        return Ok(true);
    }
    let (tracker, now) = (app.tracker.clone(), app.clock.now());
    let work = app.writes.spawn(async move {
        match wish {
            // The page says whether it could be done.
            Wish::Return => tracking::resubscribe(&tracker, recipient, now)
                .await
                .map(|_| true),
            Wish::Leave | Wish::OneClick => tracking::unsubscribe(&tracker, recipient, now).await,
        }
    });
    let lost = |error: tokio::task::JoinError| DbError::Other(error.to_string());
    work.await.map_err(lost)?
}

fn recipient(visit: &Visit) -> Option<RecipientRef> {
    let (app, token) = (visit.app(), visit.path("token"));
    let read = read_token(app, token, |purpose| purpose == Purpose::Unsubscribe)?;
    Some(read.token.into())
}

/// The page for how things stand; `subscribed` is the scene for somebody who is.
async fn show(
    app: &App,
    recipient: RecipientRef,
    language: Language,
    subscribed: Scene,
) -> Response<Body> {
    match facts(app, recipient).await {
        Ok(Some(facts)) => {
            let scene = match (facts.reader.is_subscribed, facts.reader.can_return) {
                (true, _) => subscribed,
                (false, true) => Scene::Out,
                (false, false) => Scene::OutForGood,
            };
            let occasion = match recipient.send {
                TEST_SEND => Occasion::Test,
                _ => Occasion::Mail,
            };
            let language = facts.language.unwrap_or(language);
            page::show(&facts.look, language, scene, occasion)
        }
        Ok(None) => missing(app, recipient, language, Wish::Leave).await,
        Err(error) => failed(language, &error),
    }
}

/// Who reads the page, and whose it is.
struct Facts {
    reader: Reader,
    look: Look,
    /// The contact's own, where it is known.
    language: Option<Language>,
}

async fn facts(app: &App, recipient: RecipientRef) -> Result<Option<Facts>, DbError> {
    let brand = recipient.brand;
    let db = app.db.on_behalf_of(Asker::Stranger);
    let read = db.read(move |tx| async move {
        let reader = match recipient.send {
            TEST_SEND => Some(tester()),
            _ => reader(&tx, recipient).await?,
        };
        let Some(reader) = reader else {
            return Ok(None);
        };
        // A brand that is gone has no looks left, but its links still work.
        let look = brands::get(&tx, brand).await?.map(|brand| Look::of(&brand));
        let language = match &reader.custom {
            Some(custom) => Language::of_contact(&fields::all(&tx, brand).await?, custom),
            None => None,
        };
        Ok(Some(Facts {
            reader,
            look: look.unwrap_or_default(),
            language,
        }))
    });
    read.await
}

/// Whoever tests sees what a subscriber sees.
fn tester() -> Reader {
    Reader {
        is_subscribed: true,
        can_return: false,
        custom: None,
    }
}

fn failed(language: Language, error: &DbError) -> Response<Body> {
    tracing::warn!(error = %error, "an unsubscribe page could not be answered");
    page::failed(language)
}
