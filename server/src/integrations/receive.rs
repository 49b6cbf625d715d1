//! From a stranger's request to a row: whose connection it is, whether the body is genuine, and what it says.

use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use postrider_domain::catalog::Code;
use postrider_domain::ids::is_lower32;
use postrider_domain::integration::{self, Arrival, InboundEvent, Provider};
use postrider_domain::problem::Problem;
use postrider_engine::integrations::{Receipt, receive};
use postrider_store::connections::{self, ConnectionRecord};
use postrider_store::db::DbError;
use serde_json::Value;

use crate::api::failure::Outcome;
use crate::api::input::parse_json;
use crate::api::pipeline::ReceivedBody;
use crate::api::row::SMALL_BODY;
use crate::app::App;
use crate::entropy;

/// A genuine body, and what it says. `None`: an event that nobody asked for.
pub struct Read {
    connection: ConnectionRecord,
    event: Option<InboundEvent>,
}

pub fn not_found() -> Problem {
    Problem::new(Code::ConnectionNotFound, "There is no such connection.")
}

pub async fn connection(app: &App, provider: &str, id: &str) -> Outcome<ConnectionRecord> {
    let provider = Provider::parse(provider).ok_or_else(not_found)?;
    if !is_lower32(id) {
        return Err(not_found().into());
    }
    let id = id.to_owned();
    let found = app.db.read(move |tx| {
        let id = id.clone();
        async move { connections::find(&tx, &id).await }
    });
    let found: Option<ConnectionRecord> = found.await?;
    let of_provider = found.filter(|connection| connection.provider == provider);
    of_provider.ok_or_else(|| not_found().into())
}

/// The body is read only for a connection that there is, and believed only after its signature.
pub async fn read(
    app: &App,
    connection: ConnectionRecord,
    headers: &HeaderMap,
    body: Body,
) -> Outcome<Read> {
    let body = ReceivedBody::unread(body).read(SMALL_BODY).await?;
    let arrival = Arrival {
        headers: &|name| headers.get(name)?.to_str().ok(),
        body: &body,
        now: app.clock.now(),
    };
    if !is_genuine(app, &connection, &arrival)? {
        let message = "The signature does not fit the body, or is missing or too old.";
        return Err(Problem::new(Code::InvalidSignature, message).into());
    }
    let Value::Object(said) = parse_json(&body)? else {
        let message = "The body is not a JSON object.";
        return Err(Problem::new(Code::InvalidRequest, message).into());
    };
    let (provider, settings) = (connection.provider, &connection.settings);
    Ok(Read {
        event: integration::read(provider, settings, &arrival, &said),
        connection,
    })
}

/// By the secret, or by the one before it for as long as that counts.
fn is_genuine(
    app: &App,
    connection: &ConnectionRecord,
    arrival: &Arrival<'_>,
) -> Result<bool, DbError> {
    let old = connection.old_secret.as_ref();
    let old = old.filter(|(_, until)| *until > arrival.now);
    let sealed = [Some(&connection.secret), old.map(|(secret, _)| secret)];
    for sealed in sealed.into_iter().flatten() {
        let opened = app.keys().connections.open(&connection.public_id, sealed);
        let secret = opened.map_err(|error| DbError::Other(error.to_string()))?;
        let secret = String::from_utf8_lossy(&secret);
        if integration::is_genuine(connection.provider, &secret, arrival) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes it down, to its end, also if the provider hangs up.
pub async fn keep(app: &App, read: Read) -> Outcome<Receipt> {
    let Some(event) = read.event else {
        return Ok(Receipt::Ignored);
    };
    let (db, now) = (app.db.clone(), app.clock.now());
    let instance_id = entropy::prefixed("tin_");
    let told = Arc::new((read.connection, event));
    let writing = app.writes.spawn(async move {
        db.write(move |tx| {
            let (told, instance_id) = (Arc::clone(&told), instance_id.clone());
            async move { receive(&tx, &told.0, &told.1, instance_id, now).await }
        })
        .await
    });
    let lost = |error: tokio::task::JoinError| DbError::Other(error.to_string());
    Ok(writing.await.map_err(lost)??)
}
