//! People: signing in, sessions on the API, what a role allows, and everything that must not work.

mod claims;
mod guessing;
mod limits;
mod locks;
mod matrix;
mod names;
mod public_url;
mod second_factor;
mod signing_in;
mod stolen;
mod told;
mod walk;

use serde_json::{Value, json};

use crate::support::{Answer, Caller};

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
