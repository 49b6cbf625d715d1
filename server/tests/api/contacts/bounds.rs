//! How many custom fields a brand has, and how much of them a contact.

use postrider_domain::contacts::field::FieldBounds;
use serde_json::{Value, json};

use super::{ADA, create, read};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn server(bounds: FieldBounds) -> (TestServer, Brand) {
    let server = TestServer::with().field_bounds(bounds).start().await;
    let brand = server.brand().await;
    (server, brand)
}

fn fields(fields: usize) -> FieldBounds {
    FieldBounds {
        fields,
        ..FieldBounds::default()
    }
}

fn keys(contact_keys: usize) -> FieldBounds {
    FieldBounds {
        contact_keys,
        ..FieldBounds::default()
    }
}

async fn write(brand: &Brand, email: &str, custom: Value) -> Answer {
    let body = json!({ "email": email, "customFields": custom });
    brand.post("/v1/contacts", body).await
}

async fn patch(brand: &Brand, custom: Value) -> Answer {
    let body = json!({ "email": ADA, "customFields": custom });
    brand.patch("/v1/contacts", body).await
}

/// The brand's own fields by name.
async fn names(brand: &Brand) -> Vec<String> {
    let list = brand.get("/v1/fields?limit=100").await.expect(200);
    let all = list["data"].as_array().unwrap().iter();
    let own = all.filter(|field| field["isCore"] == false);
    let mut names: Vec<String> = own
        .map(|field| field["fieldName"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn refused(answer: &Answer, param: &str, says: &str) {
    assert_problem(answer, 400, "INVALID_REQUEST", Some(param));
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains(says), "{message}");
    let suggestion = answer["error"]["suggestion"].as_str().unwrap();
    assert!(
        suggestion.contains("null") || suggestion.contains("/v1/fields"),
        "{suggestion}"
    );
}

#[tokio::test]
async fn a_brand_has_so_many_fields_and_no_way_makes_another() {
    let (_server, brand) = server(fields(2)).await;
    create(
        &brand,
        json!({ "email": ADA, "customFields": { "a": 1, "b": 1 } }),
    )
    .await;
    let says = "at most 2 fields";
    let field = json!({ "fieldName": "c", "fieldType": "string" });
    refused(
        &brand.post("/v1/fields", field.clone()).await,
        "fieldName",
        says,
    );
    let again = json!({ "fieldName": "a", "fieldType": "number" });
    brand.post("/v1/fields", again).await.expect(200);
    let one = write(&brand, "bob@example.com", json!({ "a": 2, "c": 1 })).await;
    refused(&one, "customFields.c", says);
    refused(
        &patch(&brand, json!({ "c": 1 })).await,
        "customFields.c",
        says,
    );
    let older = json!({ "email": "bob@example.com", "c": 1 });
    refused(&brand.post("/contacts/create", older).await, "c", says);
    let csv = json!({ "csv": "email,c\nbob@example.com,1\n" });
    let import = brand.post("/v1/contacts/import-csv", csv).await.expect(200);
    assert_eq!(import["summary"]["failed"], 1);
    assert_eq!(import["errors"][0]["param"], "customFields.c");
    assert_eq!(names(&brand).await, ["a", "b"]);
    brand.get("/v1/contacts/bob@example.com").await.expect(404);
    // What is there is written as ever, and a field that goes makes room.
    patch(&brand, json!({ "a": 5, "b": null }))
        .await
        .expect(200);
    brand.delete("/v1/fields/b").await.expect(200);
    brand.post("/v1/fields", field).await.expect(201);
}

#[tokio::test]
async fn rows_of_a_batch_that_need_too_many_fields_are_reported_and_make_none() {
    let (_server, brand) = server(fields(3)).await;
    let row = |name: &str, custom: Value| json!({ "email": format!("{name}@example.com"), "customFields": custom });
    let rows = [
        row("one", json!({ "a": 1 })),
        row("two", json!({ "b": 1, "c": 1, "d": 1 })),
        row("three", json!({ "a": 2, "c": "x" })),
        row("four", json!({ "e": 1 })),
        row("five", json!({ "f": 1 })),
    ];
    let batch = brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await;
    let batch = batch.expect(200);
    assert_eq!(
        batch["summary"],
        json!({ "created": 3, "updated": 0, "failed": 2 })
    );
    assert_eq!(batch["errors"][0]["index"], 1);
    assert_eq!(batch["errors"][0]["code"], "INVALID_REQUEST");
    assert_eq!(batch["errors"][1]["param"], "customFields.f");
    assert_eq!(names(&brand).await, ["a", "c", "e"]);
}

#[tokio::test]
async fn writers_at_the_same_time_do_not_make_more_fields_together() {
    let (_server, brand) = server(fields(5)).await;
    let writes = (0..20).map(|number| {
        let (brand, email) = (&brand, format!("{number}@example.com"));
        async move {
            write(brand, &email, json!({ format!("f{number}"): 1 }))
                .await
                .status
        }
    });
    let statuses = futures_util::future::join_all(writes).await;
    let made = statuses.iter().filter(|status| **status == 201).count();
    let refused = statuses.iter().filter(|status| **status == 400).count();
    assert_eq!((made, refused), (5, 15), "{statuses:?}");
    assert_eq!(names(&brand).await.len(), 5);
}

#[tokio::test]
async fn a_contact_has_values_in_so_many_fields_however_they_come() {
    let (_server, brand) = server(keys(3)).await;
    let says = "at most 3 custom fields";
    let four = json!({ "a": 1, "b": 1, "c": 1, "d": "x" });
    refused(&write(&brand, ADA, four).await, "customFields.d", says);
    assert!(
        names(&brand).await.is_empty(),
        "a refused row makes no field"
    );
    write(&brand, ADA, json!({ "a": 1, "b": 1 }))
        .await
        .expect(201);
    write(&brand, ADA, json!({ "c": 1 })).await.expect(200);
    refused(
        &write(&brand, ADA, json!({ "d": "x" })).await,
        "customFields.d",
        says,
    );
    refused(
        &patch(&brand, json!({ "d": "x" })).await,
        "customFields.d",
        says,
    );
    let csv = json!({ "csv": format!("email,d\n{ADA},x\n") });
    let import = brand.post("/v1/contacts/import-csv", csv).await.expect(200);
    assert_eq!(import["errors"][0]["param"], "customFields.d");
    let rows = json!({ "contacts": [
        { "email": ADA, "firstName": "No", "customFields": { "a": 2, "d": "x" } },
        { "email": "bob@example.com", "customFields": { "d": "x" } },
    ] });
    let batch = brand.post("/v1/contacts", rows).await.expect(200);
    assert_eq!(
        batch["summary"],
        json!({ "created": 1, "updated": 0, "failed": 1 })
    );
    assert_eq!(batch["errors"][0]["param"], "customFields.d");
    let ada = read(&brand, ADA).await;
    assert_eq!(ada["customFields"], json!({ "a": 1, "b": 1, "c": 1 }));
    assert_eq!(ada["firstName"], Value::Null);
    // What does not make it more is written, and what is cleared makes room.
    write(&brand, ADA, json!({ "a": 3, "b": 3 }))
        .await
        .expect(200);
    let swapped = patch(&brand, json!({ "a": null, "d": "x" }))
        .await
        .expect(200);
    assert_eq!(
        swapped["data"]["customFields"],
        json!({ "b": 3, "c": 1, "d": "x" })
    );
}

#[tokio::test]
async fn writers_at_the_same_time_do_not_fill_a_contact_together() {
    let (_server, brand) = server(keys(5)).await;
    create(&brand, json!({ "email": ADA })).await;
    // The fields are there: who makes one waits for others who do, and these are to meet at the contact.
    for number in 0..20 {
        let field = json!({ "fieldName": format!("f{number}"), "fieldType": "number" });
        brand.post("/v1/fields", field).await.expect(201);
    }
    let writes = (0..20).map(|number| {
        let brand = &brand;
        async move {
            patch(brand, json!({ format!("f{number}"): 1 }))
                .await
                .status
        }
    });
    let statuses = futures_util::future::join_all(writes).await;
    let written = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(written, 5, "{statuses:?}");
    let ada = read(&brand, ADA).await;
    assert_eq!(ada["customFields"].as_object().unwrap().len(), 5);
}

#[tokio::test]
async fn a_contact_has_so_many_bytes_of_values_however_they_come() {
    let bounds = FieldBounds {
        contact_bytes: 20_000,
        ..FieldBounds::default()
    };
    let (_server, brand) = server(bounds).await;
    let says = "at most 20000 bytes";
    let long = "x".repeat(9_000);
    let three = json!({ "a": long, "b": long, "c": long });
    refused(&write(&brand, ADA, three).await, "customFields.c", says);
    write(&brand, ADA, json!({ "a": long })).await.expect(201);
    patch(&brand, json!({ "b": long })).await.expect(200);
    refused(
        &write(&brand, ADA, json!({ "c": long })).await,
        "customFields.c",
        says,
    );
    refused(
        &patch(&brand, json!({ "c": long })).await,
        "customFields.c",
        says,
    );
    patch(&brand, json!({ "b": "short", "c": long }))
        .await
        .expect(200);
    let ada = read(&brand, ADA).await;
    assert_eq!(
        ada["customFields"],
        json!({ "a": long, "b": "short", "c": long })
    );
}

#[tokio::test]
async fn a_contact_from_before_the_bound_keeps_what_it_has_and_can_get_less() {
    let (server, brand) = server(keys(2)).await;
    write(&brand, ADA, json!({ "a": 1, "b": 1 }))
        .await
        .expect(201);
    write(&brand, "bob@example.com", json!({ "c": 1, "d": 1 }))
        .await
        .expect(201);
    let bobs = "(SELECT custom FROM contacts WHERE email = 'bob@example.com')";
    let sql =
        format!("UPDATE contacts SET custom = {{merge}}(custom, {bobs}) WHERE email = '{ADA}'");
    server.sql(&sql).await;
    let more = patch(&brand, json!({ "e": 1 })).await;
    refused(&more, "customFields.e", "at most 2 custom fields");
    patch(&brand, json!({ "a": 2 })).await.expect(200);
    let less = patch(&brand, json!({ "a": 3, "b": null }))
        .await
        .expect(200);
    assert_eq!(
        less["data"]["customFields"],
        json!({ "a": 3, "c": 1, "d": 1 })
    );
}
