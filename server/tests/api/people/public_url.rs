//! A service that browsers reach over https: the cookie and the origin that count are those of its public URL.

use postrider_domain::accounts::role::Role;
use serde_json::json;

use crate::support::members::PASSWORD;
use crate::support::{TestServer, assert_problem};

const PUBLIC_URL: &str = "https://post.example.test";

#[tokio::test]
async fn over_https_the_cookie_is_secure_and_bound_to_the_host() {
    let server =
        TestServer::with().configure(|config| PUBLIC_URL.clone_into(&mut config.public_url));
    let server = server.start().await;
    let ada = server.org().await.member(Role::Owner).await;
    let body = json!({ "email": ada.email, "password": PASSWORD });
    let sign_in = |origin: &str| {
        let request = server.nobody().request("POST", "/app/api/session");
        request.header("Origin", origin).json(&body).send()
    };
    for foreign in [
        "http://post.example.test",
        "https://evil.test",
        &format!("http://{}", server.address()),
    ] {
        assert_problem(&sign_in(foreign).await, 403, "CROSS_SITE_REQUEST", None);
    }
    let answer = sign_in(PUBLIC_URL).await.expect(201);
    let cookie = answer.header("set-cookie").unwrap().to_owned();
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    assert_eq!(attributes, "Secure; HttpOnly; SameSite=Strict; Path=/");
    let token = pair.strip_prefix("__Host-postrider=").expect("ours");

    let caller = |cookie: String| server.nobody().with_header("Cookie", &cookie);
    let signed_in = caller(pair.to_owned());
    let who = signed_in.get("/app/api/session").await.expect(200);
    assert_eq!(who["person"]["email"], ada.email.as_str());
    // A sibling of the host may set a cookie without the prefix: it is none of ours.
    let plain = caller(format!("postrider={token}"));
    let answer = plain.get("/app/api/session").await;
    assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);

    let request = signed_in.request("DELETE", "/app/api/session");
    let out = request
        .header("Origin", PUBLIC_URL)
        .send()
        .await
        .expect(200);
    let cleared = "__Host-postrider=; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=0";
    assert_eq!(out.header("set-cookie"), Some(cleared));
    let answer = signed_in.get("/app/api/session").await;
    assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
}
