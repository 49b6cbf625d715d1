//! Whom a send goes to is decided once, and looked at again when it is their turn.

use std::collections::HashSet;
use std::time::Duration;

use postrider_mail::capture::Captured;
use serde_json::{Value, json};

use super::{DOMAIN, Post, control, counting, crowd, events, quiet, read, send, standing};
use crate::domains::{publish, verify};
use crate::emails::design;
use crate::sends::campaign;
use crate::support::dns_server::Says;
use crate::support::{Caller, Loop, Measures, TestServer, assert_problem, until};

async fn delete(brand: &Caller, email: &str) {
    let request = brand.request("DELETE", "/v1/contacts");
    request
        .json(&json!({ "email": email }))
        .send()
        .await
        .expect(200);
}

async fn change(brand: &Caller, contact: Value) {
    brand.patch("/v1/contacts", contact).await.expect(200);
}

#[tokio::test]
async fn who_gets_no_mail_is_counted_by_the_first_reason_that_fits() {
    let post = Post::start("ok").await;
    crowd(&post.brand, 8).await;
    for (email, set) in [
        ("p0", "subscribed = FALSE"),
        ("p1", "suppressed_reason = 'invalid'"),
        ("p2", "suppressed_reason = 'risky'"),
        ("p3", "suppressed_reason = 'bounced'"),
        ("p4", "suppressed_reason = 'complained'"),
        ("p5", "subscribed = FALSE, suppressed_reason = 'bounced'"),
    ] {
        post.server
            .sql(&format!(
                "UPDATE contacts SET {set} WHERE email = '{email}@example.com'"
            ))
            .await;
    }
    let id = send(&post.brand, json!({})).await;
    let sent = standing(&post.brand, &id, "completed").await;
    let reasons = json!({ "unsubscribed": 2, "invalid": 2, "suppressed": 2, "duplicate": 0 });
    assert_eq!(sent["exclusions"], reasons);
    assert_eq!(
        (&sent["delivery"]["planned"], &sent["recipientCount"]),
        (&json!(2), &json!(2))
    );
    post.assert_mailed(&["p6@example.com".to_owned(), "p7@example.com".to_owned()]);
    let usage = post.brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 2);
}

/// Contacts come, go and change while the audience is read: each member is judged once.
#[tokio::test]
async fn an_audience_that_changes_while_it_is_frozen_is_judged_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    let addresses = crowd(&brand, 4500).await;
    let id = send(&brand, json!({})).await;
    for n in (0..4500).step_by(300) {
        let late = json!({ "email": format!("late{n}@example.com") });
        brand.post("/v1/contacts", late).await.expect(201);
        delete(&brand, &format!("p{}@example.com", 4499 - n)).await;
        let email = format!("p{}@example.com", 4400 - n);
        change(&brand, json!({ "email": email, "subscribed": false })).await;
        let email = format!("p{}@example.com", 4300 - n);
        change(&brand, json!({ "email": email, "firstName": "Renamed" })).await;
    }
    let sent = until("it is sent", async || {
        let send = brand.get(&format!("/v1/sends/{id}")).await.expect(200).json;
        (send["status"] == "completed").then_some(send)
    })
    .await;
    let captured = Captured::open(&server.folder().join("captured"));
    let mut mailed = HashSet::new();
    for entry in captured.list(Some(&brand.brand_id), 10_000).unwrap() {
        // Mail of those who were deleted leaves meanwhile.
        if let Some(kept) = captured.read(&entry.id).unwrap() {
            assert!(mailed.insert(kept.to.clone()), "{} twice", kept.to);
        }
    }
    let touched = |n: usize| n % 300 == 4499 % 300 || n % 300 == 4400 % 300;
    for (n, address) in addresses.iter().enumerate() {
        assert!(
            touched(n) || mailed.contains(address),
            "{address} is missing"
        );
    }
    let late = "SELECT count(*) FROM recipients AS r JOIN sends AS s ON s.id = r.send WHERE r.contact > s.freeze_bound";
    assert_eq!(server.number(late).await, 0, "came after the start");
    let count = |key: &str| sent["delivery"][key].as_u64().unwrap() as usize;
    assert_eq!(count("delivered"), count("planned"));
    let deleted = 4500 / 300;
    assert!((mailed.len()..=mailed.len() + deleted).contains(&count("delivered")));
    let rows = "SELECT count(*) - count(DISTINCT contact) FROM recipients";
    assert_eq!(server.number(rows).await, 0, "nobody is judged twice");
}

#[tokio::test]
async fn who_leaves_between_planning_and_mailing_gets_no_mail() {
    let post = Post::with(TestServer::with().mail_connections(1), "tarpit=100").await;
    let mut addresses = crowd(&post.brand, 10).await;
    let id = send(&post.brand, json!({})).await;
    counting(&post.brand, &id, "planned", 10).await;
    delete(&post.brand, "p7@example.com").await;
    let leaves = json!({ "email": "p8@example.com", "subscribed": false });
    change(&post.brand, leaves).await;
    post.server
        .sql("UPDATE contacts SET suppressed_reason = 'complained' WHERE email = 'p9@example.com'")
        .await;
    post.behave("ok");
    let sent = standing(&post.brand, &id, "completed").await;
    let reasons = json!({ "unsubscribed": 1, "invalid": 0, "suppressed": 2, "duplicate": 0 });
    assert_eq!(sent["exclusions"], reasons);
    assert_eq!(
        (&sent["delivery"]["planned"], &sent["recipientCount"]),
        (&json!(7), &json!(7))
    );
    assert_eq!(events(&sent, "suppressed").len(), 3);
    addresses.truncate(7);
    post.assert_mailed(&addresses);
    let usage = post.brand.get("/v1/usage").await.expect(200);
    assert_eq!(
        usage["emailSends"]["used"], 7,
        "what was not delivered is given back"
    );
}

/// The domain, and its mailing half done.
async fn without_its_domain(post: &Post) -> (String, Value) {
    let id = send(&post.brand, json!({})).await;
    until("some are mailed", async || {
        (post.sink.report().accepted >= 3).then_some(())
    })
    .await;
    let domains = post.brand.get("/v1/domains").await.expect(200);
    let domain = domains["data"][0].clone();
    assert_eq!(domain["name"], DOMAIN);
    for record in domain["records"].as_array().unwrap() {
        post.dns
            .says(record["name"].as_str().unwrap(), Says::NoSuchDomain);
    }
    assert_problem(
        &verify(&post.brand, &domain).await,
        422,
        "DOMAIN_VERIFICATION_FAILED",
        None,
    );
    let paused = standing(&post.brand, &id, "paused").await;
    assert_eq!(
        (&paused["pauseReason"], &paused["error"]["code"]),
        (&json!("refused"), &json!("DOMAIN_NOT_READY"))
    );
    quiet(&post.server).await;
    (id, domain)
}

#[tokio::test]
async fn a_domain_that_is_no_longer_verified_pauses_its_sends() {
    let builder = TestServer::with().clock_stopped().mail_connections(2);
    let post = Post::with(builder, "tarpit=50").await;
    let addresses = crowd(&post.brand, 40).await;
    let (id, domain) = without_its_domain(&post).await;
    post.behave("ok");
    publish(&post.dns, &domain);
    verify(&post.brand, &domain).await.expect(200);
    control(&post.brand, &id, "resume").await;
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
}

#[tokio::test]
async fn sends_of_a_domain_that_is_verified_again_go_on_by_themselves() {
    let measures = Measures::begin();
    let builder = TestServer::with().clock_stopped().mail_connections(2);
    let post = Post::with(builder, "tarpit=50").await;
    let addresses = crowd(&post.brand, 40).await;
    let (id, domain) = without_its_domain(&post).await;
    post.behave("ok");
    // As long as it is not, nothing is tried.
    post.server.clock.advance(Duration::from_secs(61));
    measures.whole_round(&post.server, Loop::MailingLook).await;
    assert_eq!(read(&post.brand, &id).await["status"], "paused");
    publish(&post.dns, &domain);
    verify(&post.brand, &domain).await.expect(200);
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
}
