//! Findings about a brand's mail: looked for by the job, listed, dismissed.

mod dismissed;
mod killed;

use std::time::Duration;

use postrider_domain::insights::{
    Detector, Metric, Metrics, Reading, Severity, Subject, SubjectKind, Text,
};
use postrider_store::db::DbError;
use postrider_store::{insights, params};
use serde_json::{Value, json};

use super::emails::{design, draft};
use super::support::{Brand, TestServer, assert_problem, until};

const DAY: Duration = Duration::from_hours(24);

fn reading(severity: Severity, strength: f64) -> Reading {
    Reading {
        detector: Detector::Complaints,
        subject: Subject::new(SubjectKind::Domain, "dom_1", "example.com"),
        part: None,
        severity,
        strength,
        chance: None,
        fires: true,
        metrics: Metrics::from([(
            "complaintRate".to_owned(),
            Metric {
                value: 0.004,
                numerator: Some(8),
                denominator: Some(2_000),
            },
        )]),
        text: Text {
            title: "People complain".to_owned(),
            description: "8 of 2,000.".to_owned(),
            recommendation: "Ask first.".to_owned(),
        },
    }
}

/// A finding of the brand, and its id.
pub async fn insight(server: &TestServer, brand: &Brand) -> String {
    let (key, now) = (brand.key, server.app().clock.now());
    let opened = server.app().db.write(move |tx| async move {
        let id = format!("insight{:025}", tx.number());
        insights::open(&tx, key, &id, &reading(Severity::Critical, 1.0), now).await?;
        Ok::<_, DbError>(())
    });
    opened.await.unwrap();
    let list = brand.get("/v1/insights").await.expect(200);
    list["data"][0]["insightId"].as_str().unwrap().to_owned()
}

pub async fn run_sql(server: &TestServer, sql: String) {
    let ran = server.app().db.write(move |tx| {
        let sql = sql.clone();
        async move {
            tx.dynamic(&sql, params![]).await?;
            Ok::<_, DbError>(())
        }
    });
    ran.await.unwrap();
}

/// A campaign that has ended now, of the sandbox domain: delivered to so many, of whom some complained.
async fn sent(server: &TestServer, brand: &Brand, email: i64, complained: i64) {
    let (key, now) = (brand.key, server.app().clock.now());
    let ended = server.app().db.write(move |tx| async move {
        let (org, brand, send) = (key.org, key.brand, tx.number());
        let sql = format!(
            "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject, from_email,
                recipient_count, frozen_to, frozen, last_ordinal, allowance, started_at, completed_at, created_at, updated_at)
            VALUES ({org}, {brand}, {send}, 'snd_{send}', 'campaign', 'completed', {email}, 1, {brand}, 'Hi', 'a@b.test', 2000,
                0, TRUE, 2000, 0, {now}, {now}, {now}, {now})"
        );
        tx.dynamic(&sql, params![]).await?;
        let sql = format!(
            "INSERT INTO tallies VALUES ({org}, {brand}, {send}, 1, 2000, 0, 0, 0, 0, 0, 2000, 2000, 0, 0, 0, 0, 0,
                {complained}, 0, 0, 0)"
        );
        tx.dynamic(&sql, params![]).await?;
        insights::look_after_send(&tx, key, now).await
    });
    ended.await.unwrap();
}

/// How often the brand was looked at so far is not known, but when last.
async fn looked(server: &TestServer, brand: &Brand) -> i64 {
    let sql = format!(
        "SELECT COALESCE(max(ran_at), 0) FROM insight_runs WHERE org = {} AND brand = {}",
        brand.key.org, brand.key.brand
    );
    server.sql(&sql).await[0].int(0).unwrap()
}

/// Lets so much time pass, and waits for the look that is due by then.
async fn look(server: &TestServer, brand: &Brand, after: Duration) {
    let before = looked(server, brand).await;
    server.clock.advance(after);
    until("the brand is looked at", async || {
        (looked(server, brand).await > before).then_some(())
    })
    .await;
}

async fn of_category(brand: &Brand, category: &str) -> Vec<Value> {
    let list = brand
        .get(&format!("/v1/insights?category={category}"))
        .await
        .expect(200);
    list["data"].as_array().unwrap().clone()
}

/// What notifications say of findings.
async fn told_of(brand: &Brand) -> Vec<Value> {
    let told = brand.get("/v1/notifications").await.expect(200);
    let rows = told["data"].as_array().unwrap().iter();
    rows.filter(|row| row["type"] == "insight")
        .cloned()
        .collect()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one life, from beginning to end")]
async fn complaints_are_found_get_worse_are_dismissed_and_end() {
    let server = TestServer::with()
        .clock_at("2026-03-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    sent(&server, &brand, email, 8).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    let found = of_category(&brand, "deliverability").await;
    let [found] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(
        (&found["severity"], &found["state"]),
        (&json!("warning"), &json!("active"))
    );
    assert_eq!(found["subject"]["kind"], "domain");
    let rate = json!({ "value": 0.004, "numerator": 8, "denominator": 2_000 });
    assert_eq!(found["metrics"]["complaintRate"], rate);
    assert!(
        found["description"]
            .as_str()
            .unwrap()
            .contains("8 of 2,000 (0.40%)")
    );
    let id = found["insightId"].as_str().unwrap().to_owned();
    let path = format!("/v1/insights/{id}");
    assert_eq!(brand.get(&path).await.expect(200).json, *found);
    // The same again changes nothing: what is told is frozen.
    sent(&server, &brand, email, 7).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    assert_eq!(brand.get(&path).await.expect(200).json, *found);
    assert_eq!(told_of(&brand).await, [] as [Value; 0]);
    // Far more is a worse step, and critical.
    sent(&server, &brand, email, 100).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    let worse = brand.get(&path).await.expect(200);
    assert_eq!(worse["severity"], "critical");
    assert_eq!(worse["metrics"]["complaintRate"]["numerator"], 115);
    let told = told_of(&brand).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["insightId"], json!(id));
    assert_eq!(
        (&told[0]["status"], &told[0]["subtitle"]),
        (&json!("failed"), &worse["description"])
    );
    let dismissed = brand
        .patch(&path, json!({ "state": "dismissed" }))
        .await
        .expect(200);
    assert_eq!(dismissed["state"], "dismissed");
    assert_eq!(told_of(&brand).await[0]["status"], "completed");
    look(&server, &brand, DAY).await;
    assert_eq!(brand.get(&path).await.expect(200)["state"], "dismissed");
    let back = brand
        .patch(&path, json!({ "state": "active" }))
        .await
        .expect(200);
    assert_eq!(back["state"], "active");
    // A month later there is nothing to judge any more: two calm looks end it.
    look(&server, &brand, DAY * 31).await;
    assert_eq!(brand.get(&path).await.expect(200)["state"], "active");
    look(&server, &brand, DAY).await;
    assert_eq!(brand.get(&path).await.expect(200)["state"], "resolved");
    let refused = brand.patch(&path, json!({ "state": "active" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("state"));
    // If it comes back it is a new one.
    sent(&server, &brand, email, 50).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    let all = of_category(&brand, "deliverability").await;
    let states: Vec<_> = all
        .iter()
        .map(|one| one["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["active", "resolved"]);
}

#[tokio::test]
async fn facts_are_found_of_a_brand_that_sends() {
    let server = TestServer::with()
        .clock_at("2026-03-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let mut long = draft("a");
    long.version.content.html = format!("<p>{}</p>", "ü".repeat(53_000));
    let email = design(&server, &brand, long).await.id;
    let (org, number) = (brand.key.org, brand.key.brand);
    run_sql(
        &server,
        format!("UPDATE domains SET notice = 5 WHERE org = {org} AND brand = {number}"),
    )
    .await;
    run_sql(
        &server,
        format!("UPDATE brands SET identity = '{{}}' WHERE org = {org} AND id = {number}"),
    )
    .await;
    sent(&server, &brand, email, 0).await;
    look(&server, &brand, Duration::from_mins(11)).await;
    let list = brand.get("/v1/insights?state=active").await.expect(200);
    let mut titles: Vec<_> = list["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["title"].as_str().unwrap())
        .collect();
    // The name of the domain differs from run to run.
    titles.sort_unstable_by_key(|title| title.ends_with("has lost its DNS records"));
    titles[..2].sort_unstable();
    assert_eq!(titles.len(), 3, "{titles:?}");
    assert_eq!(titles[0], "Gmail cuts “Title of a” off");
    assert_eq!(titles[1], "Your mail has no postal address");
    assert!(titles[2].ends_with("has lost its DNS records"));
    let critical = brand
        .get("/v1/insights?severity=critical")
        .await
        .expect(200);
    assert_eq!(critical["data"].as_array().unwrap().len(), 1);
    let first = brand.get("/v1/insights?limit=2").await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let next = brand
        .get(&format!("/v1/insights?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(next["data"].as_array().unwrap().len(), 1);
    for (query, param) in [
        ("state=old", "state"),
        ("severity=high", "severity"),
        ("category=x", "category"),
    ] {
        let refused = brand.get(&format!("/v1/insights?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn insights_belong_to_their_brand() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    let id = insight(&server, &brand).await;
    let path = format!("/v1/insights/{id}");
    assert_problem(&sister.get(&path).await, 404, "INSIGHT_NOT_FOUND", None);
    let refused = sister.patch(&path, json!({ "state": "dismissed" })).await;
    assert_problem(&refused, 404, "INSIGHT_NOT_FOUND", None);
    assert_eq!(
        sister.get("/v1/insights").await.expect(200)["data"],
        json!([])
    );
    assert_eq!(
        sister.get("/v1/notifications").await.expect(200)["data"],
        json!([])
    );
    let refused = brand.key("contacts").await.get(&path).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    for body in [json!({}), json!({ "state": "resolved" })] {
        assert_problem(
            &brand.patch(&path, body).await,
            400,
            "INVALID_REQUEST",
            Some("state"),
        );
    }
    assert_eq!(brand.get(&path).await.expect(200)["state"], "active");
}

#[tokio::test]
async fn a_count_that_was_cut_off_goes_on_and_is_kept_though_the_look_fails() {
    let server = TestServer::with()
        .clock_at("2026-03-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    let (org, number) = (brand.key.org, brand.key.brand);
    let now = server.app().clock.now();
    run_sql(
        &server,
        format!(
            "INSERT INTO insight_runs (org, brand, mailed, silent, counting_since, counting_after, counting_mailed,
                counting_silent)
             VALUES ({org}, {number}, 0, 0, {now}, {}, 1000, 700)",
            i64::MAX
        ),
    )
    .await;
    // What the look reads last is not there.
    run_sql(
        &server,
        "ALTER TABLE email_versions RENAME TO away".to_owned(),
    )
    .await;
    sent(&server, &brand, email, 0).await;
    // Long enough ago to be judged, and opened: it is known who reads.
    run_sql(
        &server,
        "UPDATE tallies SET opened = 1000, machine_opens = 5".to_owned(),
    )
    .await;
    let days = 3 * DAY.as_millis();
    run_sql(
        &server,
        format!("UPDATE sends SET started_at = started_at - {days}"),
    )
    .await;
    server.clock.advance(Duration::from_mins(11));
    let counted = format!(
        "SELECT count(*) FROM insight_runs WHERE org = {org} AND counted_at = {now} AND mailed = 1000 AND silent = 700"
    );
    until("the count is kept", async || {
        (server.number(&counted).await == 1).then_some(())
    })
    .await;
    assert_eq!(looked(&server, &brand).await, 0);
    run_sql(
        &server,
        "ALTER TABLE away RENAME TO email_versions".to_owned(),
    )
    .await;
    look(&server, &brand, Duration::from_mins(10)).await;
    assert_eq!(server.number(&counted).await, 1);
    let found = brand.get("/v1/insights").await.expect(200);
    let found = found["data"].as_array().unwrap().iter();
    let titles: Vec<_> = found.map(|one| one["title"].clone()).collect();
    assert!(
        titles.contains(&json!("Much of your audience is silent")),
        "{titles:?}"
    );
}
