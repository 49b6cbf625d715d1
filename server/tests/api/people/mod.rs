//! People: signing in, sessions on the API, what a role allows, and everything that must not work.

mod asking_again;
mod captured;
mod claims;
mod downloads;
mod guessing;
mod invitations;
mod keys;
mod life;
mod limits;
mod locks;
mod looking;
mod managing;
mod matrix;
mod names;
mod public_url;
mod resets;
mod second_factor;
mod signing_in;
mod stolen;
mod told;
mod walk;

use serde_json::{Value, json};

use std::time::Duration;

use aws_lc_rs::hmac;
use postrider_mail::capture::{Captured, Letter};

use crate::support::members::PASSWORD;
use crate::support::{Answer, Caller, TestServer};

/// Signs in, as the page does.
async fn sign_in(caller: &Caller, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    post(caller, "/app/api/session", body).await
}

/// A call of a page of ours.
async fn post(caller: &Caller, path: &str, body: Value) -> Answer {
    let request = caller.request("POST", path);
    let request = request.header("Sec-Fetch-Site", "same-origin");
    request.json(&body).send().await
}

/// The token that an answer leaves with the browser.
fn token_of(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie").expect("a cookie");
    let (token, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/");
    token.strip_prefix("postrider=").expect("ours").to_owned()
}

/// What stands behind the `#` of a link to this page of the app, and nowhere else.
fn token_in<'l>(link: &'l str, server: &TestServer, page: &str) -> &'l str {
    let start = format!("{}/app/{page}#", server.app().config.public_url);
    let at = link
        .find(&start)
        .unwrap_or_else(|| panic!("no {start} in {link}"));
    let token = &link[at + start.len()..];
    token
        .split(|c: char| c.is_whitespace() || c == '"')
        .next()
        .unwrap()
}

/// The mails to an address that the installation itself has sent, the newest first.
fn notices(server: &TestServer, to: &str) -> Vec<Letter> {
    let captured = Captured::open(&server.folder().join("captured"));
    let entries = captured.list(Some("installation"), 100).unwrap_or_default();
    let kept = entries
        .into_iter()
        .filter_map(|entry| captured.read(&entry.id).unwrap());
    let to_them = kept.filter(|kept| kept.to == to);
    to_them.map(|kept| Letter::read(&kept.message)).collect()
}

/// The code that an authenticator app shows now, of a secret as it is typed in.
fn code_of(server: &TestServer, secret: &str) -> String {
    let secret = data_encoding::BASE32_NOPAD.decode(secret.as_bytes());
    authenticator(server, &secret.unwrap())
}

/// An authenticator app, as RFC 6238 describes it.
fn authenticator(server: &TestServer, secret: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret);
    let step = server.app().clock.now() / 30_000;
    let hash = hmac::sign(&key, &step.to_be_bytes());
    let hash = hash.as_ref();
    let start = usize::from(hash[19] % 16);
    let word = u32::from_be_bytes(hash[start..start + 4].try_into().unwrap());
    format!("{:06}", word % (1 << 31) % 1_000_000)
}

/// A quarter of an hour, after which the password is asked for again.
const A_WHILE: Duration = Duration::from_mins(15);

/// Gives the password again.
async fn give_password(caller: &Caller) {
    let body = json!({ "password": PASSWORD });
    post(caller, "/app/api/session/password", body)
        .await
        .expect(200);
}
