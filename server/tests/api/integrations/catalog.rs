//! `GET /v1/integrations`, and the triggers that connections bring.

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};

use super::Connected;
use crate::support::{TestServer, assert_problem};

/// Of each provider.
const EVENTS: &[(&str, &[&str])] = &[
    (
        "clerk",
        &["user.created", "user.updated", "organization.created"],
    ),
    (
        "stytch",
        &["user.created", "user.deleted", "session.created"],
    ),
    (
        "workos",
        &[
            "dsync.user.created",
            "dsync.user.updated",
            "dsync.user.deleted",
        ],
    ),
    (
        "stripe",
        &[
            "customer.subscription.created",
            "customer.subscription.updated",
            "customer.subscription.deleted",
            "invoice.paid",
            "customer.deleted",
        ],
    ),
    (
        "shopify",
        &["orders/paid", "customers/create", "customers/update"],
    ),
    ("supabase", &["INSERT", "UPDATE", "DELETE"]),
    (
        "revenuecat",
        &["INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "EXPIRATION"],
    ),
];

fn row<'a>(catalog: &'a Value, provider: &str) -> &'a Value {
    let rows = catalog["data"].as_array().unwrap();
    rows.iter().find(|row| row["provider"] == provider).unwrap()
}

fn types(row: &Value) -> Vec<&str> {
    let events = row["events"].as_array().unwrap();
    events
        .iter()
        .map(|event| event["eventType"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn all_seven_are_listed_with_their_events() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let catalog = brand.get("/v1/integrations").await.expect(200);
    let rows = catalog["data"].as_array().unwrap();
    let providers: Vec<&str> = rows
        .iter()
        .map(|row| row["provider"].as_str().unwrap())
        .collect();
    assert_eq!(
        providers,
        [
            "clerk",
            "stytch",
            "workos",
            "stripe",
            "shopify",
            "supabase",
            "revenuecat"
        ]
    );
    for row in rows {
        assert_eq!(row["connected"], false);
        assert_eq!(
            (row.get("connectionId"), row.get("receiverUrl")),
            (None, None)
        );
        for event in row["events"].as_array().unwrap() {
            assert_eq!(event["provisioned"], false);
            assert_eq!(event.get("triggerEventId"), None);
            let email = &event["payloadSchema"]["fields"][0];
            assert_eq!(
                *email,
                json!({ "key": "email", "type": "string", "required": true, "pii": true })
            );
        }
    }
    assert_eq!(row(&catalog.json, "workos")["kind"], "directory sync");
    for (provider, expect) in EVENTS {
        assert_eq!(types(row(&catalog.json, provider)), *expect);
    }
}

#[tokio::test]
async fn a_connection_has_a_row_and_triggers_of_its_own() {
    let server = TestServer::start().await;
    let one = Connected::new(&server, Provider::Supabase).await;
    let settings = json!({ "tables": ["public.a", "auth.users"] });
    let two = Connected::with(&server, one.brand.clone(), Provider::Supabase, settings).await;
    let catalog = one.brand.get("/v1/integrations").await.expect(200);
    let rows = catalog["data"].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    let own: Vec<&Value> = rows.iter().filter(|row| row["connected"] == true).collect();
    assert_eq!(own[0]["connectionId"], one.id.as_str());
    let url = format!("{}{}", server.nobody().url, one.path());
    assert_eq!(own[0]["receiverUrl"], url);
    assert_eq!(own[1]["connectionId"], two.id.as_str());
    assert_eq!(
        types(own[1])[2..4],
        ["public.a.DELETE", "auth.users.INSERT"]
    );
    let event = &own[0]["events"][1];
    let trigger = format!("supabase:{}:public.profiles.UPDATE", one.id);
    assert_eq!(
        (&event["triggerEventId"], &event["provisioned"]),
        (&json!(trigger), &json!(true))
    );
    let listed = one
        .brand
        .get("/v1/automations/triggers?limit=100")
        .await
        .expect(200);
    let listed = listed["data"].as_array().unwrap();
    assert_eq!(listed.len(), 9);
    assert!(
        listed
            .iter()
            .all(|trigger| trigger["provider"] == "supabase")
    );
    // They are the service's own: nobody else changes them.
    let path = format!("/v1/automations/triggers/{}", trigger.replace(':', "%3A"));
    let found = one.brand.get(&path).await.expect(200);
    assert_eq!(found["providerEventKey"], "public.profiles.UPDATE");
    assert_eq!(found["payloadSchema"], event["payloadSchema"]);
    let changed = one.brand.patch(&path, json!({ "title": "Mine" })).await;
    assert_problem(&changed, 422, "TRIGGER_IMMUTABLE", None);
    let deleted = one.brand.delete(&path).await;
    assert_problem(&deleted, 422, "TRIGGER_IMMUTABLE", None);
}

#[tokio::test]
async fn pages_of_the_catalog_join_up() {
    let server = TestServer::start().await;
    let one = Connected::new(&server, Provider::Clerk).await;
    Connected::with(&server, one.brand.clone(), Provider::Clerk, json!({})).await;
    let all = one.brand.get("/v1/integrations").await.expect(200);
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/v1/integrations?limit=3{cursor}");
        let page = one.brand.get(&path).await.expect(200);
        rows.extend(page["data"].as_array().unwrap().clone());
        match page["pagination"]["cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(Value::Array(rows), all["data"]);
    let refused = one
        .brand
        .key("contacts")
        .await
        .get("/v1/integrations")
        .await;
    assert_problem(
        &refused,
        403,
        "INSUFFICIENT_PERMISSIONS",
        Some("automations"),
    );
}
