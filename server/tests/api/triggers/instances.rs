use std::time::Duration;

use serde_json::{Value, json};

use super::{INSTANCES, automation, fire, fired, ready, trigger};
use crate::support::{Caller, TestServer, assert_problem};

async fn listed(brand: &Caller, query: &str) -> Vec<Value> {
    let page = brand.get(&format!("{INSTANCES}?{query}")).await.expect(200);
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| row["triggerInstanceId"].clone()).collect()
}

#[tokio::test]
async fn fires_are_found_by_trigger_id_and_time() {
    let server = TestServer::with()
        .clock_at("2026-01-02T00:00:00Z")
        .start()
        .await;
    let (brand, _) = ready(&server, &[]).await;
    trigger(&brand, "other", &[]).await;
    automation(&brand, "other").await;
    let mut ids = Vec::new();
    for (trigger, email) in [
        ("signed-up", "a@example.com"),
        ("other", "b@example.com"),
        ("signed-up", "c@example.com"),
    ] {
        let details = fired(&brand, trigger, json!({ "email": email })).await;
        ids.push(details["triggerInstanceId"].clone());
        server.clock.advance(Duration::from_hours(1));
    }
    let refused = fire(&brand, "signed-up", json!({})).await;
    ids.push(refused["error"]["details"]["triggerInstanceId"].clone());
    let expect = |places: &[usize]| -> Vec<Value> {
        places.iter().map(|place| ids[*place].clone()).collect()
    };
    let one = ids[1].as_str().unwrap();
    for (query, places) in [
        (String::new(), &[3, 2, 1, 0][..]),
        ("triggerEventId=signed-up".to_owned(), &[3, 2, 0]),
        ("triggerEventId=nothing".to_owned(), &[]),
        (format!("triggerInstanceId={one}"), &[1]),
        (
            format!("triggerInstanceId={one}&triggerEventId=other"),
            &[1],
        ),
        (
            format!("triggerInstanceId={one}&triggerEventId=signed-up"),
            &[],
        ),
        ("triggerInstanceId=tin_nothing".to_owned(), &[]),
        ("from=2026-01-02T01:00:00Z".to_owned(), &[3, 2, 1]),
        ("to=2026-01-02T01:00:00Z".to_owned(), &[0]),
        (
            "from=2026-01-02T01:00:00Z&to=2026-01-02T03:00:00Z&triggerEventId=signed-up".to_owned(),
            &[2],
        ),
        ("from=2026-01-03".to_owned(), &[]),
    ] {
        assert_eq!(listed(&brand, &query).await, expect(places), "{query}");
    }
}

#[tokio::test]
async fn fires_are_listed_in_pages() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let mut ids = Vec::new();
    for n in 0..5 {
        let payload = json!({ "email": format!("p{n}@example.com") });
        let details = fired(&brand, "signed-up", payload).await;
        ids.insert(0, details["triggerInstanceId"].clone());
    }
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("{INSTANCES}?triggerEventId=signed-up&limit=2{cursor}");
        let page = brand.get(&path).await.expect(200);
        let rows = page["data"].as_array().unwrap();
        assert!(
            rows.iter()
                .all(|row| row["automationRunIds"].as_array().unwrap().len() == 1)
        );
        found.extend(rows.iter().map(|row| row["triggerInstanceId"].clone()));
        match page["pagination"]["cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(found, ids);
}

#[tokio::test]
async fn fires_of_all_that_had_a_name_are_listed_together() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let mut ids = Vec::new();
    for n in 0..3 {
        if n > 0 {
            let sql = "UPDATE triggers SET deleted_at = 1 WHERE deleted_at IS NULL";
            server.sql(sql).await;
            trigger(&brand, "signed-up", &[]).await;
            automation(&brand, "signed-up").await;
        }
        for mail in 0..2 {
            let payload = json!({ "email": format!("p{n}{mail}@example.com") });
            let details = fired(&brand, "signed-up", payload).await;
            ids.insert(0, details["triggerInstanceId"].clone());
        }
    }
    // Made and deleted before anybody fired it.
    server
        .sql("UPDATE triggers SET deleted_at = 1 WHERE deleted_at IS NULL")
        .await;
    trigger(&brand, "signed-up", &[]).await;
    assert_eq!(listed(&brand, "triggerEventId=signed-up").await, ids);
    let page = brand
        .get(&format!("{INSTANCES}?triggerEventId=signed-up&limit=3"))
        .await
        .expect(200);
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let rest = format!("triggerEventId=signed-up&limit=3&cursor={cursor}");
    assert_eq!(listed(&brand, &rest).await, ids[3..]);
}

#[tokio::test]
async fn nobody_reads_anothers_fires() {
    let server = TestServer::start().await;
    let (brand, _) = ready(&server, &[]).await;
    let other = server.brand().await;
    let details = fired(&brand, "signed-up", json!({ "email": "ada@example.com" })).await;
    let id = details["triggerInstanceId"].as_str().unwrap();
    for id in [id, "tin_nothing", "%00"] {
        let refused = other.get(&format!("{INSTANCES}/{id}")).await;
        assert_problem(&refused, 404, "TRIGGER_INSTANCE_NOT_FOUND", None);
    }
    assert_eq!(listed(&other, "").await, Vec::<Value>::new());
    assert_eq!(
        listed(&other, &format!("triggerInstanceId={id}")).await,
        Vec::<Value>::new()
    );
    assert_eq!(
        listed(&other, "triggerEventId=signed-up").await,
        Vec::<Value>::new()
    );
}

#[tokio::test]
async fn wrong_questions_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("from=yesterday", "from"),
        ("to=1", "to"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
        ("state=fired", "state"),
    ] {
        let refused = brand.get(&format!("{INSTANCES}?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}
