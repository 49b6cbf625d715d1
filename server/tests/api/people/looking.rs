//! What the app asks while somebody looks on: found by name, what moves, and the audit log with its filters.

use std::time::Duration;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use serde_json::json;

use crate::support::{Answer, Brand, Member, Org, TestServer, assert_problem};

#[tokio::test]
async fn things_are_found_by_name_in_their_brand_alone() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, other) = (org.brand().await, org.brand().await);
    let viewer = org.member(Role::Viewer).await;
    for (brand, name) in [(&brand, "Grün"), (&other, "Grün elsewhere")] {
        let contact = json!({ "email": "a@example.com", "firstName": name });
        brand.post("/v1/contacts", contact).await.expect(201);
        let html = "<p>Hello</p><a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a>";
        let design = json!({ "format": "html", "content": html, "title": format!("{name} news") });
        brand.post("/v1/emails/import", design).await.expect(201);
        let start =
            json!({ "id": "start", "type": "trigger", "config": { "mode": "manualAudience" } });
        let automation =
            json!({ "name": format!("{name} welcome"), "nodes": [start], "connections": [] });
        brand.post("/v1/automations", automation).await.expect(201);
    }
    let find = |q: &str| {
        let (caller, path) = ((*viewer).clone().on(&brand), format!("/app/api/find?q={q}"));
        async move { caller.get(&path).await }
    };
    let found = find("GR%C3%9C").await.expect(200);
    assert_eq!(found["contacts"][0]["firstName"], "Grün");
    for kind in ["contacts", "designs", "automations"] {
        let some = found[kind].as_array().unwrap();
        assert_eq!(some.len(), 1, "{kind} {}", found.text());
    }
    assert!(!found.text().contains("elsewhere"));
    let nothing = find("zzz").await.expect(200);
    assert_eq!(
        nothing.json,
        json!({ "contacts": [], "designs": [], "campaigns": [], "automations": [] })
    );
    assert_problem(&find("").await, 400, "INVALID_REQUEST", Some("q"));
    let nameless = viewer.get("/app/api/find?q=a").await;
    assert_problem(&nameless, 400, "INVALID_REQUEST", Some("X-Brand-Id"));
    for wild in ["%25", "_", "%27", "%00"] {
        assert!([200, 400].contains(&find(wild).await.status), "{wild}");
    }
}

#[tokio::test]
async fn the_pulse_tells_what_moves() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let viewer = (*org.member(Role::Viewer).await).clone().on(&brand);
    let still = viewer.get("/app/api/pulse").await.expect(200);
    assert_eq!(
        still.json,
        json!({ "isMoving": false, "sends": [], "imports": [], "audienceRuns": [] })
    );
    let sql = format!(
        "INSERT INTO imports (org, brand, id, public_id, status, total_rows, processed_rows, created, updated, failed,
            skipped, errors, warnings, created_at)
        VALUES ({}, {}, 7, 'moving', 'running', 200, 50, 0, 0, 0, 0, '[]', '[]', 0)",
        brand.key.org, brand.key.brand
    );
    server.sql(&sql).await;
    let moving = viewer.get("/app/api/pulse").await.expect(200);
    assert_eq!(moving["isMoving"], true);
    assert_eq!(
        moving["imports"],
        json!([{ "id": "moving", "title": "", "status": "running", "done": 50, "total": 200 }])
    );
    server
        .sql("UPDATE imports SET status = 'completed', completed_at = 1 WHERE id = 7")
        .await;
    assert_eq!(
        viewer.get("/app/api/pulse").await.expect(200)["isMoving"],
        false
    );
}

fn acts(answer: &Answer) -> Vec<&str> {
    let entries = answer["data"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["act"].as_str().unwrap())
        .collect()
}

/// An organization in which an editor did something, and ten minutes later the owner more.
struct Told {
    server: TestServer,
    org: Org,
    brand: Brand,
    owner: Member,
}

impl Told {
    async fn new() -> Self {
        let server = TestServer::with().clock_stopped().start().await;
        let org = server.org().await;
        let (brand, other) = (org.brand().await, org.brand().await);
        let (owner, editor) = (
            org.member(Role::Owner).await,
            org.member(Role::Editor).await,
        );
        let field = |name: &str| json!({ "fieldName": name, "fieldType": "string" });
        let on = |member: &Member, brand| (**member).clone().on(brand);
        let by_editor = on(&editor, &brand).post("/v1/fields", field("one")).await;
        by_editor.expect(201);
        server.clock.advance(Duration::from_mins(10));
        on(&owner, &brand)
            .post("/v1/fields", field("two"))
            .await
            .expect(201);
        let owners = on(&owner, &other);
        owners.delete("/v1/fields/none").await.expect(404);
        owners.post("/v1/fields", field("three")).await.expect(201);
        owners.delete("/v1/fields/three").await.expect(200);
        Self {
            server,
            org,
            brand,
            owner,
        }
    }

    async fn log(&self, query: &str) -> Answer {
        self.owner.get(&format!("/app/api/audit-log{query}")).await
    }
}

#[tokio::test]
async fn the_audit_log_is_filtered() {
    let told = Told::new().await;
    let all = told.log("").await.expect(200);
    assert_eq!(
        acts(&all),
        [
            "fields.delete",
            "fields.create",
            "fields.create",
            "fields.create"
        ]
    );
    let editors = all["data"][3]["person"]["personId"].as_str().unwrap();
    let by_person = told.log(&format!("?personId={editors}")).await.expect(200);
    assert_eq!(by_person["data"], json!([all["data"][3]]));
    assert_eq!(
        told.log("?personId=nobody").await.expect(200)["data"],
        json!([])
    );
    let deleted = told.log("?act=fields.delete").await.expect(200);
    let target = &deleted["data"][0]["target"];
    assert_eq!(target["id"], "three");
    let by_target = format!(
        "?targetKind={}&targetId=three",
        target["kind"].as_str().unwrap()
    );
    assert!(!acts(&told.log(&by_target).await.expect(200)).is_empty());
    let half = told.log("?targetKind=x").await;
    assert_problem(&half, 400, "INVALID_REQUEST", Some("targetId"));
    let since = all["data"][2]["at"].as_str().unwrap();
    assert_eq!(
        acts(&told.log(&format!("?from={since}")).await.expect(200)).len(),
        3
    );
    assert_eq!(
        acts(&told.log(&format!("?to={since}")).await.expect(200)).len(),
        1
    );
    let foreign = told.server.org().await.member(Role::Owner).await;
    let path = format!("/app/api/audit-log?personId={editors}");
    assert_eq!(foreign.get(&path).await.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn the_audit_log_is_turned_page_by_page_and_shows_what_one_sees() {
    let told = Told::new().await;
    let first = told.log("?limit=3").await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let second = told
        .log(&format!("?limit=3&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!((acts(&first).len(), acts(&second).len()), (3, 1));
    assert_eq!(second["pagination"]["hasMore"], false);
    let limit = BrandLimit::Brands(vec![told.brand.key.brand]);
    let limited = told.org.member_of(Role::Admin, limit).await;
    let seen = limited.get("/app/api/audit-log").await.expect(200);
    assert_eq!(acts(&seen), ["fields.create", "fields.create"]);
}
