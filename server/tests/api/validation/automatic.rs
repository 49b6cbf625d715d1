//! The free check of every contact's domain.

use std::time::Duration;

use serde_json::{Value, json};

use super::{VALIDATE, contact, ended, many, start};
use crate::support::dns_server::Says;
use crate::support::{Brand, TestServer, until};

/// More than what two definite answers have to lie apart.
const HALF_A_DAY: Duration = Duration::from_hours(13);

async fn write(brand: &Brand, emails: &[&str]) {
    for email in emails {
        let written = brand.post("/v1/contacts", json!({ "email": email })).await;
        assert!([200, 201].contains(&written.status));
    }
}

/// When a domain was last looked at.
async fn looked_at(server: &TestServer, domain: &str) -> i64 {
    let sql = format!("SELECT COALESCE(checked_at, 0) FROM mail_domains WHERE name = '{domain}'");
    server.number(&sql).await
}

/// Lets the time pass and waits until the domain was looked at once more.
async fn looked_again(server: &TestServer, domain: &str, after: Duration) {
    let before = looked_at(server, domain).await;
    server.clock.advance(after);
    until("the domain was looked at", async || {
        (looked_at(server, domain).await > before).then_some(())
    })
    .await;
}

/// Definite answers so far that the domain takes no mail.
async fn definite(server: &TestServer, domain: &str) -> i64 {
    let sql = format!("SELECT definite FROM mail_domains WHERE name = '{domain}'");
    server.number(&sql).await
}

async fn suppressed(server: &TestServer) -> i64 {
    server
        .number("SELECT count(*) FROM contacts WHERE suppressed_reason IS NOT NULL")
        .await
}

async fn swept(server: &TestServer) {
    until("contacts follow their domain", async || {
        let unswept = "SELECT count(*) FROM mail_domains WHERE unswept";
        (server.number(unswept).await == 0).then_some(())
    })
    .await;
}

/// Three definite answers.
async fn die(server: &TestServer, domain: &str) {
    while definite(server, domain).await < 3 {
        looked_again(server, domain, HALF_A_DAY).await;
    }
    swept(server).await;
}

#[tokio::test]
async fn a_domain_is_dead_after_three_definite_answers_half_a_day_apart() {
    let (server, _dns, brand) = start(TestServer::with().mail_leaves().clock_stopped()).await;
    let other = server.brand().await;
    write(
        &brand,
        &[
            "ada@no.test",
            "bob@no.test",
            "ada@takes.test",
            "x@sub.no.test",
        ],
    )
    .await;
    write(&other, &["ada@no.test"]).await;
    // The resolver says of everything that it does not exist; so far that silences nobody.
    // It may have been looked at already.
    while definite(&server, "no.test").await < 2 {
        looked_again(&server, "no.test", HALF_A_DAY).await;
        swept(&server).await;
        assert_eq!(suppressed(&server).await, 0);
    }
    looked_again(&server, "no.test", HALF_A_DAY).await;
    until("the contacts are suppressed", async || {
        let sql = "SELECT count(*) FROM contacts WHERE suppressed_reason = 'invalid' AND email LIKE '%@no.test'";
        (server.number(sql).await == 3).then_some(())
    })
    .await;
    for brand in [&brand, &other] {
        let ada = contact(brand, "ada@no.test").await;
        assert_eq!(ada["suppressedReason"], "invalid");
        assert_eq!(ada["validationStatus"], "invalid");
        assert_eq!(ada["validationDetails"]["reason"], "no_mx");
    }
    assert_eq!(contact(&brand, "ada@takes.test").await["suppressed"], false);
    assert_eq!(super::used(&brand).await, 0, "it is free");
}

#[tokio::test]
async fn answers_that_come_too_early_do_not_count() {
    let (server, _dns, brand) = start(TestServer::with().mail_leaves().clock_stopped()).await;
    write(&brand, &["ada@no.test"]).await;
    for _ in 0..5 {
        let before = looked_at(&server, "no.test").await;
        server.clock.advance(Duration::from_mins(2));
        until("the domain was looked at", async || {
            // Again and again: a look that is under way writes when the next one is due.
            server.sql("UPDATE mail_domains SET due_at = 0").await;
            // And one that came just before found nothing: it would come again in a minute, and the clock stands still.
            server
                .sql("UPDATE jobs SET due_at = 0 WHERE kind = 'mail-domains' AND owner IS NULL")
                .await;
            (looked_at(&server, "no.test").await > before).then_some(())
        })
        .await;
    }
    assert_eq!(definite(&server, "no.test").await, 1);
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn failures_refusals_and_silence_never_count() {
    let (server, dns, brand) = start(TestServer::with().mail_leaves().clock_stopped()).await;
    dns.says("no.test", Says::ServerFailure);
    write(&brand, &["ada@no.test"]).await;
    for says in [
        Says::ServerFailure,
        Says::Refused,
        Says::Silence,
        Says::SendsOn,
    ] {
        dns.says("no.test", says);
        looked_again(&server, "no.test", HALF_A_DAY).await;
    }
    assert_eq!(definite(&server, "no.test").await, 0);
    assert_eq!(suppressed(&server).await, 0);
}

#[tokio::test]
async fn a_contact_of_a_dead_domain_starts_as_invalid() {
    let (server, _dns, brand) = start(TestServer::with().mail_leaves().clock_stopped()).await;
    write(&brand, &["ada@no.test"]).await;
    die(&server, "no.test").await;
    let new = brand
        .post("/v1/contacts", json!({ "email": "late@no.test" }))
        .await
        .expect(201);
    assert_eq!(new["suppressedReason"], "invalid");
    assert_eq!(new["validationStatus"], "invalid");
    assert_eq!(new["validationDetails"]["reason"], "no_mx");
}

#[tokio::test]
async fn a_domain_that_comes_back_lifts_what_its_death_brought_and_nothing_else() {
    let (server, dns, brand) = start(TestServer::with().mail_leaves().clock_stopped()).await;
    write(
        &brand,
        &[
            "ada@no.test",
            "bounced@no.test",
            "manual@no.test",
            "spamtrap@no.test",
        ],
    )
    .await;
    for reason in ["bounced", "manual"] {
        let sql = format!(
            "UPDATE contacts SET suppressed_reason = '{reason}', suppressed_at = 1 WHERE email = '{reason}@no.test'"
        );
        server.sql(&sql).await;
    }
    die(&server, "no.test").await;
    assert_eq!(
        contact(&brand, "ada@no.test").await["suppressedReason"],
        "invalid"
    );
    assert_eq!(
        contact(&brand, "bounced@no.test").await["suppressedReason"],
        "bounced"
    );
    dns.says("no.test", Says::Mx);
    looked_again(&server, "no.test", Duration::from_hours(25)).await;
    swept(&server).await;
    let ada = contact(&brand, "ada@no.test").await;
    assert_eq!(ada["suppressed"], false);
    assert_ne!(ada["validationStatus"], "invalid");
    for reason in ["bounced", "manual"] {
        let kept = contact(&brand, &format!("{reason}@no.test")).await;
        assert_eq!(kept["suppressedReason"], reason);
    }
    assert_eq!(
        contact(&brand, "spamtrap@no.test").await["suppressedReason"],
        "risky"
    );
}

#[tokio::test]
async fn in_capture_mode_nobody_is_asked_and_nobody_suppressed() {
    let (server, dns, brand) = start(TestServer::with().clock_stopped()).await;
    write(&brand, &["ada@no.test"]).await;
    assert_eq!(server.number("SELECT count(*) FROM mail_domains").await, 1);
    for _ in 0..4 {
        server.clock.advance(HALF_A_DAY);
        // Background work goes on meanwhile.
        let emails = many(101, "takes.test");
        let validation = brand
            .post(VALIDATE, json!({ "emails": emails }))
            .await
            .expect(202);
        ended(&brand, &validation["validationId"]).await;
    }
    assert_eq!(dns.asked("no.test"), 0);
    assert_eq!(suppressed(&server).await, 0);
    // Nor does what was found while mail left count now.
    server
        .sql("UPDATE mail_domains SET dead_since = 1, definite = 3")
        .await;
    let new = brand
        .post("/v1/contacts", json!({ "email": "late@no.test" }))
        .await
        .expect(201);
    assert_eq!(
        (&new["suppressed"], &new["validationStatus"]),
        (&json!(false), &Value::Null)
    );
}

#[tokio::test]
async fn every_way_to_write_a_contact_registers_its_domain() {
    let (server, _dns, brand) = start(TestServer::with()).await;
    write(&brand, &["ada@one.test"]).await;
    brand
        .post(
            "/v1/contacts",
            json!({ "contacts": [{ "email": "a@two.test" }, { "email": "b@two.test" }] }),
        )
        .await
        .expect(200);
    brand
        .post("/contacts/create", json!({ "email": "a@three.test" }))
        .await
        .expect(200);
    brand
        .post(
            "/v1/contacts/import-csv",
            json!({ "csv": "email\na@four.test\n" }),
        )
        .await
        .expect(200);
    let rows = server
        .sql("SELECT name FROM mail_domains ORDER BY name")
        .await;
    let names: Vec<_> = rows.iter().map(|row| row.text(0).unwrap()).collect();
    assert_eq!(names, ["four.test", "one.test", "three.test", "two.test"]);
}

#[tokio::test]
async fn a_write_that_fails_registers_nothing() {
    let (server, _dns, brand) = start(TestServer::with()).await;
    brand
        .post("/contacts/create", json!({ "email": "a@one.test" }))
        .await
        .expect(200);
    server.sql("DELETE FROM mail_domains").await;
    let twice = brand
        .post("/contacts/create", json!({ "email": "a@one.test" }))
        .await;
    assert_eq!(twice.status, 409);
    assert_eq!(server.number("SELECT count(*) FROM mail_domains").await, 0);
    // The next one that succeeds does, whatever was seen before.
    write(&brand, &["b@one.test"]).await;
    assert_eq!(server.number("SELECT count(*) FROM mail_domains").await, 1);
}

#[tokio::test]
async fn a_domain_that_is_known_costs_a_write_nothing_for_a_while() {
    let (server, _dns, brand) = start(TestServer::with().clock_stopped()).await;
    let registers = async || {
        server.sql("DELETE FROM mail_domains").await;
        write(&brand, &["ada@one.test"]).await;
        server.number("SELECT count(*) FROM mail_domains").await == 1
    };
    assert!(registers().await, "nothing is known of it");
    until("it was read as committed", async || {
        (!registers().await).then_some(())
    })
    .await;
    server.clock.advance(Duration::from_mins(11));
    assert!(registers().await, "it may have died since");
}
