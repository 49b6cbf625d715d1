//! All that a tenant has leaves: rows, files, and in the end its name. Nothing of anybody else does.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::delivery::send;
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{Brand, TestServer, until};

/// What comes after this is looked for.
const AFTER: Duration = Duration::from_mins(61);

/// Rows of an organization by table, where there are any.
async fn rows(server: &TestServer, org: i64) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for table in server.database.tables_of_tenants().await {
        // A brand that mails is looked at, and something may be found, at any time.
        if table.starts_with("insight") {
            continue;
        }
        let count = format!("SELECT count(*) FROM {table} WHERE org = {org}");
        let count = server.number(&count).await;
        if count > 0 {
            counts.insert(table, count);
        }
    }
    counts
}

/// A brand with people, an audience, a campaign that was mailed, an image, and a file that is to be imported.
async fn busy(server: &TestServer, image: &str) -> Brand {
    let brand = server.brand().await;
    let people: Vec<Value> = (0..600)
        .map(|n| {
            let plan = json!({ "plan": "gold" });
            json!({ "email": format!("p{n}@example.com"), "firstName": "Ada", "customFields": plan })
        })
        .collect();
    let people = json!({ "contacts": people });
    brand.post_once("people", "/v1/contacts", people).await;
    let filter = json!({ "field": "email", "operator": "contains", "value": "p1" });
    let filters = json!({ "logicalOperator": "and", "filters": [filter] });
    let audience = json!({ "name": "Ones", "filters": filters });
    brand.post("/v1/audiences", audience).await.expect(201);
    design(server, &brand, campaign("news")).await;
    let id = send(&brand, json!({})).await;
    until("the campaign is mailed", async || {
        let sent = brand.get(&format!("/v1/sends/{id}")).await.expect(200);
        (sent["status"] == "completed").then_some(())
    })
    .await;
    let (org, key) = (brand.key.org, brand.key.brand);
    put(server, &format!("assets/{image}"));
    put(server, &format!("imports/{image}"));
    let blob = if server.database.is_sqlite() {
        "BLOB"
    } else {
        "BYTEA"
    };
    server
        .sql(&format!(
            "INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height, bytes, content_type,
                added_at)
             VALUES ({org}, {key}, 1, '{image}', 'image', '{image}', 'x', CAST('x' AS {blob}), 1, 1, 7, 'image/png', 1)"
        ))
        .await;
    let source = json!({ "object": format!("imports/{image}"), "bytes": 5, "encoding": "utf-8", "header": [],
        "data_start": 0, "mapping": {}, "consent": null });
    server
        .sql(&format!(
            "INSERT INTO imports (org, brand, id, public_id, status, processed_rows, created, updated, failed, skipped,
                errors, created_at, source)
             VALUES ({org}, {key}, 1, '{image}', 'queued', 0, 0, 0, 0, 0, '[]', 1, '{source}')"
        ))
        .await;
    server
        .sql(&format!(
            "INSERT INTO storage (org, bytes) VALUES ({org}, 12)
             ON CONFLICT (org) DO UPDATE SET bytes = storage.bytes + 12"
        ))
        .await;
    brand
}

fn put(server: &TestServer, object: &str) {
    let file = objects(server).join(object);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, "bytes").unwrap();
}

fn objects(server: &TestServer) -> PathBuf {
    server.folder().join("objects")
}

fn is_there(server: &TestServer, object: &str) -> bool {
    objects(server).join(object).exists()
}

async fn leave(server: &TestServer, what: &str, only: &[&str], org: i64) {
    until(what, async || {
        let left = rows(server, org).await;
        left.keys()
            .all(|table| only.contains(&table.as_str()))
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_deleted_organization_is_removed_with_its_files_and_nobody_else_is_touched() {
    let server = TestServer::with().clock_stopped().start().await;
    let gone = busy(&server, "gone").await;
    let stays = busy(&server, "stays").await;
    // Pictures of their designs are wanted, and nobody takes them.
    server.clock.advance(Duration::from_secs(3));
    server.nudge().await;
    until("nobody wants pictures", async || {
        let wanted = server.number("SELECT count(*) FROM jobs WHERE kind = 'preview'");
        (wanted.await == 0).then_some(())
    })
    .await;
    let (org, other) = (gone.key.org, stays.key.org);
    let before = rows(&server, other).await;
    assert!(before.len() > 18, "{before:?}");
    gone.org.delete_org().await;
    // What is left says that it is gone.
    let names = ["brands", "api_keys", "jobs"];
    leave(&server, "all but its names is gone", &names, org).await;
    assert!(!is_there(&server, "assets/gone") && !is_there(&server, "imports/gone"));
    // Something that a request brought which was under way.
    let late = format!(
        "INSERT INTO events (org, brand, id, type, occurred_at) VALUES ({org}, {}, 1, 1, 1)",
        gone.key.brand
    );
    server.sql(&late).await;
    server.at_rest().await;
    server.clock.advance(AFTER);
    server.nudge().await;
    let left = format!("SELECT count(*) FROM organizations WHERE id = {org}");
    until("its name is gone", async || {
        (server.number(&left).await == 0).then_some(())
    })
    .await;
    assert_eq!(rows(&server, org).await, BTreeMap::new());
    assert_eq!(rows(&server, other).await, before);
    assert!(is_there(&server, "assets/stays") && is_there(&server, "imports/stays"));
    let found = json!({ "search": "p59", "limit": 100, "count": true });
    let found = stays.post("/v1/contacts/search", found).await.expect(200);
    assert_eq!(found["total"], 11, "p59 and p590 to p599");
    let words = "SELECT count(*) FROM contact_search";
    if server.database.is_sqlite() {
        assert_eq!(
            server.number(words).await,
            600,
            "what finds people is gone too"
        );
    }
    gone.get("/v1/brand").await.expect(401);
}

#[tokio::test]
async fn a_deleted_brand_leaves_its_sister_and_gives_the_room_back() {
    let server = TestServer::with().clock_stopped().start().await;
    let gone = busy(&server, "gone").await;
    let sister = gone.org.brand().await;
    let ada = json!({ "email": "ada@example.com" });
    sister.post("/v1/contacts", ada).await.expect(201);
    let (org, brand) = (gone.key.org, gone.key.brand);
    gone.delete_brand().await;
    let contacts = format!("SELECT count(*) FROM contacts WHERE org = {org} AND brand = {brand}");
    until("its people are gone", async || {
        (server.number(&contacts).await == 0).then_some(())
    })
    .await;
    server.at_rest().await;
    let stored = format!("SELECT bytes FROM storage WHERE org = {org}");
    assert_eq!(server.number(&stored).await, 0);
    assert!(!is_there(&server, "assets/gone") && !is_there(&server, "imports/gone"));
    server.clock.advance(AFTER);
    server.nudge().await;
    let name = format!("SELECT count(*) FROM brands WHERE org = {org} AND id = {brand}");
    until("its name is gone", async || {
        (server.number(&name).await == 0).then_some(())
    })
    .await;
    let keys = format!("SELECT count(*) FROM api_keys WHERE org = {org} AND brand = {brand}");
    assert_eq!(server.number(&keys).await, 0);
    sister.get("/v1/contacts/ada@example.com").await.expect(200);
    gone.org.get("/v1/brands").await.expect(200);
}

/// Mail on its way arrives, and is waited for.
#[tokio::test]
async fn a_removal_waits_for_what_is_being_mailed() {
    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    let (org, key) = (brand.key.org, brand.key.brand);
    let far = i64::MAX;
    server
        .sql(&format!(
            "INSERT INTO claims (owner, id, org, brand, send, ordinals, expires_at)
             VALUES (987654, 1, {org}, {key}, 5, '[1]', {far})"
        ))
        .await;
    brand
        .post("/v1/contacts", json!({ "email": "ada@example.com" }))
        .await
        .expect(201);
    brand.org.delete_org().await;
    let tried = format!(
        "SELECT count(*) FROM jobs WHERE org = {org} AND kind = 'removal' AND fence > 0 AND owner IS NULL"
    );
    until("it was looked at", async || {
        (server.number(&tried).await == 1).then_some(())
    })
    .await;
    let contacts = format!("SELECT count(*) FROM contacts WHERE org = {org}");
    assert_eq!(server.number(&contacts).await, 1);
    server.sql("DELETE FROM claims").await;
    server.clock.advance(Duration::from_secs(2));
    server.nudge().await;
    until("it is gone", async || {
        (server.number(&contacts).await == 0).then_some(())
    })
    .await;
    server.at_rest().await;
}
