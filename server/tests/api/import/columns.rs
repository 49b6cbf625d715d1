//! What the columns of a file mean.

use serde_json::{Value, json};

use super::{ended, import, upload};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn custom(brand: &Brand, email: &str) -> Value {
    brand
        .get(&format!("/v1/contacts/{email}"))
        .await
        .expect(200)["customFields"]
        .clone()
}

#[tokio::test]
async fn headers_are_found_in_any_case_with_bom_crlf_and_quotes() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let csv = "\u{feff}EMAIL,\"first name\",Last Name,subscribed, Favourite Colour \r\n\
        \"ada@example.com\",\"Ada \"\"A\"\"\",\"King, Countess\",FALSE,\"multi\r\nline\"\r\n";
    let done = import(&brand, csv).await.expect(200);
    assert_eq!(done["fieldsCreated"], json!(["Favourite Colour"]));
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        (&contact["firstName"], &contact["lastName"]),
        (&json!("Ada \"A\""), &json!("King, Countess"))
    );
    assert_eq!(
        (&contact["subscribed"], &contact["customFields"]),
        (
            &json!(false),
            &json!({ "Favourite Colour": "multi\r\nline" })
        )
    );
}

#[tokio::test]
async fn subscribed_is_true_unless_the_file_says_otherwise() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    import(&brand, "Email,Subscribed\na@example.com,\nb@example.com,true\nc@example.com,no\nd@example.com,maybe\n").await.expect(200);
    for (email, subscribed) in [
        ("a@example.com", true),
        ("b@example.com", true),
        ("c@example.com", false),
    ] {
        assert_eq!(
            brand.get(&format!("/v1/contacts/{email}")).await["subscribed"],
            subscribed,
            "{email}"
        );
    }
    assert_problem(
        &brand.get("/v1/contacts/d@example.com").await,
        404,
        "CONTACT_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn a_column_of_a_known_field_is_read_in_its_type_and_a_new_one_is_text() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (name, kind) in [("age", "number"), ("vip", "boolean"), ("born", "date")] {
        brand
            .post(
                "/v1/fields",
                json!({ "fieldName": name, "fieldType": kind }),
            )
            .await
            .expect(201);
    }
    let csv = "email,age,vip,born,new\n\
        a@example.com,36.5,yes,2026-03-01,7\n\
        b@example.com,old,,,\n\
        c@example.com,,perhaps,,\n\
        d@example.com,,,someday,\n\
        e@example.com,1e999,,,\n\
        f@example.com,,,1700000000000,\n\
        g@example.com,NaN,,,\n\
        h@example.com,-0.5,0,1700000000,=1+1\n";
    let done = import(&brand, csv).await.expect(200);
    assert_eq!(
        done["summary"],
        json!({ "created": 2, "updated": 0, "failed": 6, "skipped": 0 })
    );
    let errors: Vec<Value> = done["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| json!([error["index"], error["code"], error["param"]]))
        .collect();
    let mismatch = |index: usize, name: &str| {
        json!([index, "FIELD_TYPE_MISMATCH", format!("customFields.{name}")])
    };
    assert_eq!(
        errors,
        [
            mismatch(1, "age"),
            mismatch(2, "vip"),
            mismatch(3, "born"),
            mismatch(4, "age"),
            json!([5, "INVALID_REQUEST", "customFields.born"]),
            mismatch(6, "age")
        ]
    );
    assert_eq!(
        custom(&brand, "a@example.com").await,
        json!({ "age": 36.5, "vip": true, "born": 1_772_323_200, "new": "7" })
    );
    assert_eq!(
        custom(&brand, "h@example.com").await,
        json!({ "age": -0.5, "vip": false, "born": 1_700_000_000, "new": "=1+1" })
    );
    assert_eq!(brand.get("/v1/fields/new").await["fieldType"], "string");
}

#[tokio::test]
async fn a_mapping_names_and_drops_columns() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let csv = "Mail,Vorname,Tarif,Intern\nada@example.com,Ada,pro,secret\n";
    let mapping = json!({ "Mail": "email", "Vorname": "firstName", "Tarif": "plan", "Intern": "" });
    let body = json!({ "csv": csv, "mapping": mapping });
    let done = brand
        .post("/v1/contacts/import-csv", body)
        .await
        .expect(200);
    assert_eq!(done["fieldsCreated"], json!(["plan"]));
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        (&contact["firstName"], &contact["customFields"]),
        (&json!("Ada"), &json!({ "plan": "pro" }))
    );
}

/// Also when the file is large, and also for somebody who is there.
#[tokio::test]
async fn columns_named_like_ours_are_never_fields_and_suppressed_suppresses_by_hand() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": "there@example.com" }))
        .await
        .expect(201);
    let csv = "Email,Suppressed,Created At,updated_at,contactId,Plan\n\
        new@example.com,TRUE,2020-01-01,x,y,pro\n\
        there@example.com,yes,,,,\n\
        free@example.com,false,,,,\n\
        bad@example.com,perhaps,,,,\n";
    let assert_told = |answer: &Answer| {
        let warnings = answer["warnings"].as_array().unwrap();
        let ignored = ["Created At", "updated_at", "contactId"];
        assert_eq!(warnings.len(), ignored.len());
        for (warning, header) in warnings.iter().zip(ignored) {
            assert_eq!(warning["code"], "COLUMN_IGNORED");
            let message = warning["message"].as_str().unwrap();
            assert!(message.contains(&format!("`{header}`")), "{message}");
        }
        let error = &answer["errors"][0];
        assert_eq!(
            (&error["index"], &error["param"]),
            (&json!(3), &json!("suppressed"))
        );
        assert_eq!(answer["fieldsCreated"], json!(["Plan"]));
    };
    assert_told(&import(&brand, csv).await.expect(200));
    for (email, reason) in [
        ("new@example.com", json!("manual")),
        ("there@example.com", json!("manual")),
        ("free@example.com", Value::Null),
    ] {
        let contact = brand.get(&format!("/v1/contacts/{email}")).await;
        assert_eq!(contact["suppressedReason"], reason, "{email}");
    }
    // Lifted as every suppression by hand is; and what a file does not say, it does not lift.
    brand
        .post("/v1/contacts/new@example.com/unsuppress", json!({}))
        .await
        .expect(200);
    import(&brand, "Email,Suppressed\nthere@example.com,false\n")
        .await
        .expect(200);
    let there = brand.get("/v1/contacts/there@example.com").await;
    assert_eq!(there["suppressed"], true);
    let other = server.brand().await;
    let accepted = upload(&other, "", csv).await.expect(202);
    let ended = ended(&server, &other, &accepted).await;
    assert_told(&ended);
    let new = other.get("/v1/contacts/new@example.com").await;
    assert_eq!(new["suppression"]["reason"], "manual");
}

#[tokio::test]
async fn a_field_that_the_brand_has_keeps_its_column() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["Suppressed", "Created At"] {
        let field = json!({ "fieldName": name, "fieldType": "string" });
        brand.post("/v1/fields", field).await.expect(201);
    }
    let csv = "Email,Suppressed,Created At\na@example.com,true,long ago\n";
    let done = import(&brand, csv).await.expect(200);
    assert_eq!(done.json.get("warnings"), None);
    assert_eq!(
        custom(&brand, "a@example.com").await,
        json!({ "Suppressed": "true", "Created At": "long ago" })
    );
    assert_eq!(
        brand.get("/v1/contacts/a@example.com").await["suppressed"],
        false
    );
}

#[tokio::test]
async fn an_empty_cell_neither_sets_nor_clears() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "email": "ada@example.com", "firstName": "Ada", "subscribed": false, "customFields": { "plan": "pro" } });
    brand.post("/v1/contacts", body).await.expect(201);
    import(
        &brand,
        "Email,First Name,plan,Subscribed\nada@example.com,,,\n",
    )
    .await
    .expect(200);
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        (&contact["firstName"], &contact["subscribed"]),
        (&json!("Ada"), &json!(false))
    );
    assert_eq!(contact["customFields"], json!({ "plan": "pro" }));
}
