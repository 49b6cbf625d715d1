//! Who is believed: the right secret, over the very bytes, not from long ago.

use postrider_domain::numbers::Millis;
use std::time::Duration;

use postrider_domain::automations::integration::Provider;
use postrider_store::connections;
use serde_json::{Value, json};

use super::bodies::{
    clerk_user, revenuecat, shopify_customer, stripe_invoice, stytch_user, supabase_row,
    workos_user,
};
use super::signing::{Signed, proof, sign};
use super::{Connected, secret};
use crate::support::{Answer, TestServer};

fn example(provider: Provider) -> Value {
    match provider {
        Provider::Clerk => clerk_user("user.created"),
        Provider::Stytch => stytch_user("CREATE", "e-1"),
        Provider::Workos => workos_user("dsync.user.created", "event_1"),
        Provider::Stripe => stripe_invoice("evt_1", "in_1"),
        Provider::Shopify => shopify_customer("subscribed"),
        Provider::Supabase => supabase_row("INSERT"),
        Provider::Revenuecat => revenuecat("RENEWAL", "PRODUCTION"),
    }
}

#[track_caller]
fn assert_unsigned(answer: &Answer) {
    let error = &answer.json["error"];
    assert_eq!(
        (answer.status, &error["code"]),
        (401, &json!("INVALID_SIGNATURE")),
        "{}",
        answer.json
    );
    assert_eq!(error["type"], "authentication_error");
}

#[tokio::test]
async fn only_the_secret_of_the_connection_signs() {
    let server = TestServer::start().await;
    for provider in Provider::ALL {
        let connected = Connected::new(&server, provider).await;
        let body = example(provider).to_string();
        let now = server.app().clock.now();
        let other = match provider {
            Provider::Clerk | Provider::Stytch => "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            _ => "another secret",
        };
        let good = sign(provider, secret(provider), &body, now);
        let wrong = [
            sign(provider, other, &body, now),
            good.clone().without(proof(provider)),
            good.clone().set(proof(provider), ""),
            good.clone().set(proof(provider), "t=1,v1=00"),
            Signed {
                headers: Vec::new(),
                body: body.clone(),
            },
        ];
        for signed in wrong {
            assert_unsigned(&connected.post(&signed).await);
        }
        // One byte of the body; a secret in a header does not cover it.
        if provider != Provider::Revenuecat {
            let changed = Signed {
                body: format!("{body} "),
                ..good.clone()
            };
            assert_unsigned(&connected.post(&changed).await);
        }
        let taken = connected.post(&good).await.expect(200);
        assert!(
            taken["triggerInstanceId"]
                .as_str()
                .unwrap()
                .starts_with("tin_")
        );
    }
    let instances = server
        .number("SELECT count(*) FROM trigger_instances")
        .await;
    assert_eq!(instances, 7, "what was refused has left nothing");
    server.at_rest().await;
}

#[tokio::test]
async fn what_was_signed_long_ago_or_ahead_is_refused() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let now = server.app().clock.now();
    for (provider, tolerance) in [
        (Provider::Clerk, 300_000),
        (Provider::Stytch, 300_000),
        (Provider::Workos, 180_000),
        (Provider::Stripe, 300_000),
        (Provider::Supabase, 300_000),
    ] {
        let connected = Connected::new(&server, provider).await;
        let body = example(provider).to_string();
        let at = |at| sign(provider, secret(provider), &body, at);
        for time in [now - tolerance - 1000, now + tolerance + 1000] {
            assert_unsigned(&connected.post(&at(time)).await);
        }
        connected.post(&at(now - tolerance)).await.expect(200);
        // Signed at another time, it is still the same event.
        let again = connected.post(&at(now + tolerance)).await.expect(200);
        if provider != Provider::Clerk {
            assert_eq!(again["duplicate"], true, "{provider:?}");
        }
    }
    server.at_rest().await;
}

#[tokio::test]
async fn a_static_secret_is_enough_for_a_database() {
    let server = TestServer::start().await;
    let supabase = Connected::new(&server, Provider::Supabase).await;
    let bare = supabase
        .sign(&supabase_row("INSERT"))
        .without("x-webhook-signature");
    let wrong = bare.clone().set("x-webhook-secret", "another");
    assert_unsigned(&supabase.post(&wrong).await);
    let right = bare.set("x-webhook-secret", secret(Provider::Supabase));
    supabase.take(&right).await;
    server.at_rest().await;
}

#[tokio::test]
async fn two_secrets_count_while_one_is_replaced() {
    let server = TestServer::with().clock_stopped().start().await;
    let connected = Connected::new(&server, Provider::Stripe).await;
    let (brand, id) = (connected.brand.key, connected.id.clone());
    let app = server.app();
    let sealed = app
        .keys()
        .connections
        .seal(&id, b"a new secret".to_vec())
        .unwrap();
    let now = app.clock.now();
    let number = server.number("SELECT id FROM connections").await;
    let rotated = app.db.write(move |tx| {
        let sealed = sealed.clone();
        async move {
            let until = Some(now + 60_000);
            connections::rotate(&tx, brand, number, sealed, until.map(Millis), Millis(now)).await
        }
    });
    assert!(rotated.await.unwrap());
    let post = async |secret: &str, event: &str| {
        let body = stripe_invoice(event, "in_1").to_string();
        let now = server.app().clock.now();
        connected
            .post(&sign(Provider::Stripe, secret, &body, now))
            .await
    };
    post("a new secret", "evt_1").await.expect(200);
    post(secret(Provider::Stripe), "evt_2").await.expect(200);
    server.clock.advance(Duration::from_mins(1));
    post("a new secret", "evt_3").await.expect(200);
    assert_unsigned(&post(secret(Provider::Stripe), "evt_4").await);
    server.at_rest().await;
}

#[tokio::test]
async fn a_secret_is_nowhere_in_clear() {
    let server = TestServer::start().await;
    let connected = Connected::new(&server, Provider::Stripe).await;
    let stored = server.sql("SELECT secret FROM connections").await[0]
        .blob(0)
        .unwrap();
    let secret = secret(Provider::Stripe).as_bytes();
    assert!(!stored.windows(secret.len()).any(|part| part == secret));
    let shown = connected.brand.get("/v1/integrations").await.expect(200);
    assert!(!shown.text().contains("shh"));
    // Sealed for this connection: on another's row it does not open, and nothing is believed.
    let other = Connected::new(&server, Provider::Stripe).await;
    let copy = format!(
        "UPDATE connections SET secret = (SELECT secret FROM connections WHERE public_id = '{}') WHERE public_id = '{}'",
        connected.id, other.id
    );
    server.sql(&copy).await;
    let answer = other
        .post(&other.sign(&stripe_invoice("evt_1", "in_1")))
        .await;
    assert_problem_code(&answer, 500, "INTERNAL_ERROR");
}

#[track_caller]
fn assert_problem_code(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, answer.code()), (status, code));
    assert!(!answer.text().contains("shh"));
}

#[tokio::test]
async fn a_refusal_has_the_envelope_and_no_rate_limits() {
    let server = TestServer::start().await;
    let connected = Connected::new(&server, Provider::Stripe).await;
    let unsigned = connected.sign(&json!({})).without("stripe-signature");
    let answer = connected.post(&unsigned).await;
    assert_unsigned(&answer);
    for name in [
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        "x-ratelimit-reset",
    ] {
        assert_eq!(answer.header(name), None);
    }
    assert!(answer.header("x-request-id").unwrap().starts_with("req_"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    // The same code is in the list that the API tells.
    let help = connected.brand.get("/v1/help").await.expect(200);
    assert!(help.text().contains("INVALID_SIGNATURE"));
}
