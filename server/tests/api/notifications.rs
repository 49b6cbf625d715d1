//! `GET /v1/notifications`.

use postrider_store::emails::EmailRecord;
use postrider_store::generations::{self, NewGeneration};
use postrider_store::imports::{self, NewImport, Tally};
use serde_json::{Value, json};

use super::emails::{design, draft};
use super::support::{Brand, TestServer, assert_problem, until};

const PATH: &str = "/v1/notifications";

/// The row of an import that stands where it stands: no job works on it.
async fn import(server: &TestServer, brand: &Brand, id: &'static str, status: &'static str) {
    let (key, now) = (brand.key, server.app().clock.now());
    let made = server.app().db.write(move |tx| async move {
        let new = NewImport {
            id: tx.number(),
            public_id: id.to_owned(),
            status: status.to_owned(),
            total_rows: Some(5000),
            processed_rows: 1200,
            tally: Tally::default(),
            errors: "[]".to_owned(),
            fields_created: "[]".to_owned(),
            warnings: "[]".to_owned(),
            source: Some(("{}".to_owned(), 0)),
            completed_at: (status != "running").then_some(now + 1000),
        };
        imports::create(&tx, key, &new, now).await
    });
    made.await.unwrap();
}

/// The row of a prompt on a design: no job works on it.
async fn prompted(
    server: &TestServer,
    brand: &Brand,
    email: &EmailRecord,
    error: Option<&'static str>,
) {
    let (key, id, now) = (brand.key, email.id, server.app().clock.now());
    let version_id = format!("{}-2", email.public_id);
    let made = server.app().db.write(move |tx| {
        let new = NewGeneration {
            email: id,
            chat: 1,
            version_id: version_id.clone(),
            request: "{}".to_owned(),
        };
        async move {
            let generation = generations::create(&tx, key, &new, now).await?;
            match error {
                None => generations::progress(&tx, key, generation, 10, now).await,
                error => generations::end(&tx, key, generation, error, now).await,
            }
        }
    });
    assert!(made.await.unwrap());
}

async fn rows(brand: &Brand) -> Vec<Value> {
    let list = brand.get(PATH).await.expect(200);
    list["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn imports_and_designs_tell_how_they_go() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let empty = brand.get(PATH).await.expect(200);
    assert_eq!(
        empty.json,
        json!({ "data": [], "pagination": { "limit": 100, "hasMore": false } })
    );
    import(&server, &brand, "one", "running").await;
    import(&server, &brand, "two", "partially_completed").await;
    design(&server, &brand, draft("ready")).await;
    let generating = design(&server, &brand, draft("generating")).await;
    prompted(&server, &brand, &generating, None).await;
    let failed = design(&server, &brand, draft("failed")).await;
    let error = r#"{"code":"EMAIL_GENERATION_FAILED","message":"The model said nothing."}"#;
    prompted(&server, &brand, &failed, Some(error)).await;
    let rows = rows(&brand).await;
    let (start, end) = ("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.000Z");
    let id = |row: usize| rows[row]["notificationId"].clone();
    assert_eq!(
        rows,
        [
            json!({
                "notificationId": id(0), "type": "email_design", "status": "failed",
                "title": "Title of failed", "subtitle": "The model said nothing.",
                "emailId": "failed", "createdAt": start, "updatedAt": start,
            }),
            json!({
                "notificationId": id(1), "type": "email_design", "status": "processing",
                "title": "Title of generating", "emailId": "generating", "progressPercent": 10,
                "createdAt": start, "updatedAt": start,
            }),
            json!({
                "notificationId": id(2), "type": "contact_import", "status": "completed",
                "title": "Contact import", "subtitle": "1,200 rows",
                "createdAt": start, "updatedAt": end,
            }),
            json!({
                "notificationId": id(3), "type": "contact_import", "status": "processing",
                "title": "Contact import", "subtitle": "1,200 of 5,000 rows", "progressPercent": 24,
                "createdAt": start, "updatedAt": start,
            }),
        ]
    );
    for row in &rows {
        let id = row["notificationId"].as_str().unwrap();
        let hex = id.strip_prefix("ntf_").unwrap();
        assert!(
            hex.len() == 20 && hex.bytes().all(|byte| b"0123456789abcdef".contains(&byte)),
            "{id}"
        );
    }
    assert_eq!(self::rows(&brand).await, rows, "the ids stay");
}

#[tokio::test]
async fn real_work_in_the_background_is_told() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let at_once = json!({ "csv": "email\nada@example.com\n" });
    brand
        .post("/v1/contacts/import-csv", at_once)
        .await
        .expect(200);
    assert_eq!(
        rows(&brand).await,
        [Value::Null; 0],
        "done at once: no news"
    );
    let many: Vec<_> = (0..1200).map(|n| format!("n{n}@example.com")).collect();
    let body = json!({ "csv": format!("email\n{}\n", many.join("\n")) });
    brand
        .post("/v1/contacts/import-csv", body)
        .await
        .expect(202);
    let body = json!({ "emails": vec!["no address"; 101] });
    brand.post("/v1/contacts/validate", body).await.expect(202);
    let rows = until("both are done", async || {
        let rows = rows(&brand).await;
        let done = rows.iter().filter(|row| row["status"] == "completed");
        (done.count() == 2).then_some(rows)
    })
    .await;
    let told = |row: &Value| (row["type"].clone(), row["subtitle"].clone());
    assert_eq!(
        (told(&rows[0]), told(&rows[1])),
        (
            (json!("contact_validation"), json!("101 addresses")),
            (json!("contact_import"), json!("1,200 rows"))
        )
    );
    assert_eq!(rows[0]["progressPercent"], Value::Null);
}

#[tokio::test]
async fn pages_cross_the_kinds_without_a_gap() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (email, import_id) in [("a", "one"), ("b", "two"), ("c", "three")] {
        let made = design(&server, &brand, draft(email)).await;
        prompted(&server, &brand, &made, None).await;
        import(&server, &brand, import_id, "running").await;
    }
    let whole = rows(&brand).await;
    assert_eq!(whole.len(), 6);
    for limit in [1, 2, 4] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = brand.get(&format!("{PATH}?limit={limit}{cursor}")).await;
            let page = page.expect(200);
            seen.extend(page["data"].as_array().unwrap().clone());
            match page["pagination"]["cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, whole, "{limit}");
    }
}

#[tokio::test]
async fn another_brand_sees_nothing_and_the_scope_is_needed() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    import(&server, &brand, "one", "running").await;
    import(&server, &sister, "one", "running").await;
    let (mine, theirs) = (rows(&brand).await, rows(&sister).await);
    assert_eq!((mine.len(), theirs.len()), (1, 1));
    assert_ne!(mine[0]["notificationId"], theirs[0]["notificationId"]);
    let refused = brand.key("contacts").await.get(PATH).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    let refused = brand.get(&format!("{PATH}?status=failed")).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("status"));
}
