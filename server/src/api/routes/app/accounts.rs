//! Rows about whoever calls: ways in, the session, and what people keep of themselves.

use axum::http::Method;
use postrider_domain::accounts::role::Permission;
use postrider_domain::contract::catalog::Code::{
    EmailTaken, InvalidCredentials, LastOwner, LinkNotFound, NotFound, PersonNotFound,
    SecondFactorActive, SecondFactorMissing, SecondFactorRequired, SessionNotFound,
};

use super::kinds::{admin, anybody, own};
use crate::api::row::Row;
use crate::api::{claim, password_resets, people, profile, sessions};

pub fn rows() -> Vec<Row> {
    [
        before_signing_in(),
        session_rows(),
        profile_rows(),
        second_factor_rows(),
    ]
    .concat()
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
        anybody(
            "passwordResets.create",
            Method::POST,
            "/app/api/password-resets",
            "Ask for a link to choose a new password",
        )
        .success(&[202])
        .prepared_write(password_resets::ask, password_resets::answer),
        anybody(
            "passwordResets.use",
            Method::PUT,
            "/app/api/password-resets",
            "Choose a new password with a link",
        )
        .success(&[201])
        .errors(&[LinkNotFound, SecondFactorRequired])
        .prepared_write(claim::prepare_reset, claim::claim),
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
        admin(
            "session.leave",
            Method::DELETE,
            "/app/api/session/organization",
            "Leave the organization",
        )
        .permission(Permission::Read)
        .asks_password()
        .errors(&[LastOwner, PersonNotFound])
        .write(people::leave),
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

fn second_factor_rows() -> Vec<Row> {
    const TOTP: &str = "/app/api/profile/totp";
    vec![
        own(
            "profile.totp",
            Method::GET,
            TOTP,
            "Whether there is a second factor",
        )
        .read(profile::totp_state),
        own(
            "profile.offerTotp",
            Method::POST,
            TOTP,
            "Set up a second factor",
        )
        .asks_password()
        .success(&[201])
        .errors(&[SecondFactorActive])
        .write(profile::offer_totp),
        own(
            "profile.confirmTotp",
            Method::PUT,
            TOTP,
            "Switch the second factor on",
        )
        .asks_password()
        .errors(&[SecondFactorActive, SecondFactorRequired])
        .prepared_write(profile::prepare_confirmation, profile::confirm_totp),
        own(
            "profile.removeTotp",
            Method::DELETE,
            TOTP,
            "Remove the second factor",
        )
        .asks_password()
        .write(profile::remove_totp),
        own(
            "profile.renewRecoveryCodes",
            Method::POST,
            "/app/api/profile/recovery-codes",
            "Make new recovery codes",
        )
        .asks_password()
        .success(&[201])
        .errors(&[SecondFactorMissing])
        .write(profile::renew_codes),
    ]
}
