//! A file as the body: accepted at once, imported in the background.

use serde_json::{Value, json};

use super::{PATH, ended, numbered, stored, upload};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_file_is_accepted_and_imported() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": "bob@example.com" }))
        .await
        .expect(201);
    let csv =
        "Email,First Name,Plan\nada@example.com,Ada,=1+1\nbob@example.com,Bob,\nbroken,X,\n\n,,\n";
    let accepted = upload(&brand, "", csv).await.expect(202);
    let id = accepted["importId"].as_str().unwrap();
    assert_eq!(
        accepted.json,
        json!({
            "importId": id, "status": "queued", "totalRows": 4, "processedRows": 0, "progressPercent": 0,
            "summary": { "created": 0, "updated": 0, "failed": 0, "skipped": 0 },
            "fieldsCreated": [], "errors": [], "createdAt": "2026-01-01T00:00:00.000Z"
        })
    );
    let ended = ended(&server, &brand, &accepted).await;
    assert_eq!(
        ended.json,
        json!({
            "importId": id, "status": "partially_completed", "totalRows": 4, "processedRows": 4,
            "progressPercent": 100,
            "summary": { "created": 1, "updated": 1, "failed": 1, "skipped": 1 },
            "fieldsCreated": ["Plan"],
            "errors": [{
                "index": 2, "email": "broken", "code": "INVALID_REQUEST", "param": "email",
                "message": ended["errors"][0]["message"]
            }],
            "createdAt": "2026-01-01T00:00:00.000Z", "completedAt": "2026-01-01T00:00:00.000Z"
        })
    );
    let ada = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        (&ada["firstName"], &ada["customFields"], &ada["importId"]),
        (&json!("Ada"), &json!({ "Plan": "=1+1" }), &json!(id))
    );
}

#[tokio::test]
async fn a_file_with_only_a_header_is_an_import_without_rows() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for csv in ["email", "email,name\n", "\u{feff}Email\r\n\r\n"] {
        let accepted = upload(&brand, "", csv).await.expect(202);
        assert_eq!(accepted["totalRows"], 0);
        let ended = ended(&server, &brand, &accepted).await;
        assert_eq!(
            (&ended["status"], &ended["progressPercent"]),
            (&json!("completed"), &json!(100))
        );
    }
}

#[tokio::test]
async fn mapping_and_consent_stand_in_the_query() {
    let server = TestServer::with()
        .clock_at("2026-06-01T12:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let body = json!({ "email": "out@example.com", "subscribed": false });
    brand.post("/v1/contacts", body).await.expect(201);
    let query = reqwest::Url::parse_with_params(
        "http://x",
        [
            ("mapping", r#"{"Mail":"email","Tarif":"plan","Intern":""}"#),
            (
                "consent",
                r#"{"source":"fair","capturedAt":"2026-06-01T13:00:00Z"}"#,
            ),
            ("validate", "false"),
        ],
    )
    .unwrap();
    let query = format!("?{}", query.query().unwrap());
    let csv = "Mail,Tarif,Intern,Subscribed\nout@example.com,pro,secret,true\n";
    let accepted = upload(&brand, &query, csv).await.expect(202);
    ended(&server, &brand, &accepted).await;
    let contact = brand.get("/v1/contacts/out@example.com").await.expect(200);
    assert_eq!(
        (&contact["customFields"], &contact["subscribed"]),
        (&json!({ "plan": "pro" }), &json!(true))
    );
    assert_eq!(contact["consent"]["source"], "fair");
}

#[tokio::test]
async fn many_rows_are_imported_in_their_order() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mut csv = numbered(5000);
    csv.push_str("n7@example.com,last\nN8@EXAMPLE.com,last\n");
    let accepted = upload(&brand, "", csv).await.expect(202);
    assert_eq!(accepted["totalRows"], 5002);
    let ended = ended(&server, &brand, &accepted).await;
    assert_eq!(
        ended["summary"],
        json!({ "created": 5000, "updated": 2, "failed": 0, "skipped": 0 })
    );
    for n in [7, 8] {
        let contact = brand.get(&format!("/v1/contacts/n{n}@example.com")).await;
        assert_eq!(contact["customFields"]["n"], "last");
    }
}

#[tokio::test]
async fn checking_more_addresses_than_can_be_paid_is_402() {
    let server = TestServer::with().plan("tiny", Some(9), None).start().await;
    let brand = server.org_on("tiny").await.brand().await;
    let refused = upload(&brand, "?validate=true", numbered(5)).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    let details: &Value = &refused.json["error"]["details"];
    assert_eq!(
        (&details["cost"], &details["remaining"]),
        (&json!(10), &json!(9))
    );
    let body = json!({ "csv": numbered(1001), "validate": true });
    let refused = brand.post(PATH, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(stored(&server).await, [""; 0]);
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 0);
}
