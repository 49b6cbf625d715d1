//! What the app alone calls: with the session of a browser, or before there is one. No part of the public contract.

use axum::http::Method;
use postrider_domain::contract::catalog::Code::{
    EmailTaken, InvalidCredentials, LinkNotFound, NotFound, SecondFactorRequired, SessionNotFound,
};
use postrider_domain::contract::policy::Policy;

use crate::api::callers::Callers;
use crate::api::row::{Row, Tenant};
use crate::api::{claim, profile, sessions};

/// Rows for people alone, about themselves. What they answer may hold a secret, so nothing of it is kept for a request that
/// comes again.
fn own(name: &'static str, method: Method, path: &'static str, summary: &'static str) -> Row {
    let row = Row::new(name, method, path, Policy::Session).summary(summary);
    row.callers(Callers::Person)
        .tenant(Tenant::Person)
        .without_idempotency()
}

/// Also for whoever is not signed in.
fn anybody(name: &'static str, method: Method, path: &'static str, summary: &'static str) -> Row {
    own(name, method, path, summary).callers(Callers::Anybody)
}

pub fn rows() -> Vec<Row> {
    [before_signing_in(), session_rows(), profile_rows()].concat()
}

fn before_signing_in() -> Vec<Row> {
    vec![
        anybody(
            "app.state",
            Method::GET,
            "/app/api/state",
            "Whether there is an owner, and who is signed in",
        )
        .read(claim::state),
        anybody(
            "account.claim",
            Method::POST,
            "/app/api/claim",
            "Choose a password with a link",
        )
        .success(&[201])
        .errors(&[LinkNotFound, EmailTaken, SecondFactorRequired])
        .prepared_write(claim::prepare, claim::claim),
    ]
}

fn session_rows() -> Vec<Row> {
    const SESSION: &str = "/app/api/session";
    vec![
        anybody("session.create", Method::POST, SESSION, "Sign in")
            .success(&[201])
            .errors(&[InvalidCredentials, SecondFactorRequired])
            .prepared_write(sessions::prove, sessions::create),
        own("session.get", Method::GET, SESSION, "Who is signed in").read(sessions::get),
        anybody("session.delete", Method::DELETE, SESSION, "Sign out").write(sessions::delete),
        own(
            "session.organization",
            Method::PUT,
            "/app/api/session/organization",
            "Look at another organization",
        )
        .errors(&[NotFound])
        .write(sessions::look_at),
        own(
            "session.password",
            Method::POST,
            "/app/api/session/password",
            "Give the password again",
        )
        .errors(&[InvalidCredentials, SecondFactorRequired])
        .prepared_write(sessions::prove_again, sessions::give_password),
    ]
}

fn profile_rows() -> Vec<Row> {
    const SESSIONS: &str = "/app/api/profile/sessions";
    vec![
        own(
            "profile.update",
            Method::PATCH,
            "/app/api/profile",
            "Change one's name",
        )
        .write(profile::update),
        own(
            "profile.setPassword",
            Method::PUT,
            "/app/api/profile/password",
            "Choose another password; other sessions end",
        )
        .errors(&[InvalidCredentials])
        .prepared_write(profile::prepare_password, profile::set_password),
        own(
            "profile.sessions",
            Method::GET,
            SESSIONS,
            "Where one is signed in",
        )
        .read(profile::sessions),
        own(
            "profile.endSessions",
            Method::DELETE,
            SESSIONS,
            "Sign out everywhere else",
        )
        .write(profile::end_sessions),
        own(
            "profile.endSession",
            Method::DELETE,
            "/app/api/profile/sessions/{sessionId}",
            "End one session",
        )
        .errors(&[SessionNotFound])
        .write(profile::end_session),
    ]
}
