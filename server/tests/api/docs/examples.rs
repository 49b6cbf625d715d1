//! The requests that the reference shows really work.

use std::collections::BTreeMap;

use postrider_server::api::routes::contract;
use postrider_server::pages::docs::entry::Operation;
use postrider_server::pages::docs::reference::Reference;
use postrider_server::pages::docs::request::{Body, Request};
use serde_json::Value;

use super::{find, reference};
use crate::images::image;
use crate::support::{Answer, Brand, Caller, TestServer, png};

const TRIED: [&str; 14] = [
    "/v1/contacts",
    "/contacts",
    "/v1/fields",
    "/v1/audiences",
    "/v1/domains",
    "/v1/emails",
    "/v1/email-groups",
    "/v1/sends",
    "/transactional",
    "/v1/notifications",
    "/v1/brand",
    "/v1/usage",
    "/v1/help",
    "/v1/api-keys",
];

/// Its body names a version, which no example can know.
const UNKNOWN_VERSION: &str = "emails.restore";

/// Their bodies name a design.
const UNKNOWN_DESIGN: [&str; 3] = ["sends.create", "sends.test", "sends.testOlder"];

/// They need a send that is on its way.
const NEEDS_A_MOMENT: [&str; 2] = ["sends.pause", "sends.resume"];

/// It needs records that somebody has published.
const NEEDS_DNS: &str = "domains.verify";

/// It needs a browser: `shots::clients` tries it where one is.
const NEEDS_A_BROWSER: &str = "emails.clientPreviews";

/// They need a domain that sends, and what was asked for with it: `placement` tries them.
const NEEDS_A_SENDER: [&str; 2] = ["emails.createPlacementTest", "emails.getPlacementTest"];

/// A job that only more than a hundred addresses start: no example is that long.
const OUT_OF_REACH: &str = "VALIDATION_ID";

type Variables = BTreeMap<String, String>;

#[tokio::test]
async fn every_example_succeeds_on_a_fresh_brand() {
    let server = TestServer::start().await;
    let reference = reference();
    let mut tried = 0;
    for operation in reference.operations().filter(|one| is_tried(one)) {
        for request in &operation.requests {
            let anchor = operation.anchor.as_str();
            let is_left_out = [UNKNOWN_VERSION, NEEDS_DNS, NEEDS_A_BROWSER].contains(&anchor)
                || UNKNOWN_DESIGN.contains(&anchor)
                || NEEDS_A_MOMENT.contains(&anchor)
                || NEEDS_A_SENDER.contains(&anchor);
            if request.variables().contains(&OUT_OF_REACH) || is_left_out {
                continue;
            }
            let brand = server.brand().await;
            let mut variables = if needs_a_stage(operation) {
                stage(&brand, &reference).await
            } else {
                Variables::new()
            };
            if request.variables().contains(&"SEND_ID") {
                variables.insert("SEND_ID".to_owned(), a_send(&brand, &variables).await);
            }
            if request.variables().contains(&"ASSET_ID") {
                let added = image(&server, &brand, &png(9, 9)).await;
                let id = added["assetId"].as_str().unwrap().to_owned();
                variables.insert("ASSET_ID".to_owned(), id);
            }
            if request.variables().contains(&"COMMENT_ID") {
                variables.insert("COMMENT_ID".to_owned(), a_comment(&brand, &variables).await);
            }
            let caller = if operation.path == "/v1/brands" {
                &*brand.org
            } else {
                &*brand
            };
            let answer = send(caller, request, &variables).await;
            let shown = request.curl("");
            assert!(
                (200..300).contains(&answer.status),
                "{shown}\n{:?}",
                answer.json
            );
            let told = operation.answers.iter().flat_map(|answer| &answer.statuses);
            assert!(
                told.clone()
                    .any(|status| *status == answer.status.to_string()),
                "{shown}"
            );
            tried += 1;
        }
    }
    assert!(tried >= 28, "only {tried} examples were tried");
}

fn is_tried(operation: &Operation) -> bool {
    operation.available && TRIED.iter().any(|path| operation.path.starts_with(path))
}

/// Creating and listing work on a brand that has nothing; the rest works on what was created.
fn needs_a_stage(operation: &Operation) -> bool {
    operation.path.contains('{') || ["PATCH", "DELETE"].contains(&operation.method.as_str())
}

/// What the reference's own creating examples make, and the ids that they answer.
async fn stage(brand: &Brand, reference: &Reference) -> Variables {
    let mut variables = Variables::new();
    variables.insert("KEY_ID".to_owned(), brand.key("contacts").await.key_id);
    for anchor in [
        "contacts.upsert",
        "fields.create",
        "audiences.create",
        "domains.create",
        // A design is in no group: its own group comes after it.
        "emails.import",
        "emailGroups.create",
        "contacts.importCsv",
    ] {
        let answer = send(brand, &find(reference, anchor).requests[0], &variables).await;
        let ids = answer.json.as_object().unwrap().iter();
        variables
            .extend(ids.filter_map(|(name, id)| Some((variable(name), id.as_str()?.to_owned()))));
    }
    variables
}

/// A send of the stage's design. It keeps the design from being deleted, so it is made only where it is asked for.
async fn a_send(brand: &Brand, variables: &Variables) -> String {
    let body = serde_json::json!({
        "emailId": variables["EMAIL_ID"], "audienceId": "all", "scheduledAt": "2099-01-01",
    });
    let made = brand.post("/v1/sends", body).await.expect(202);
    made["sendId"].as_str().unwrap().to_owned()
}

/// A comment on the stage's design.
async fn a_comment(brand: &Brand, variables: &Variables) -> String {
    let path = format!("/v1/emails/{}/comments", variables["EMAIL_ID"]);
    let body = serde_json::json!({ "body": "Larger, please." });
    let made = brand.post(&path, body).await.expect(201);
    made["commentId"].as_str().unwrap().to_owned()
}

/// `audienceId` as `AUDIENCE_ID`.
fn variable(name: &str) -> String {
    let letter = |c: char| {
        if c.is_uppercase() {
            format!("_{c}")
        } else {
            c.to_uppercase().to_string()
        }
    };
    name.chars().map(letter).collect()
}

async fn send(caller: &Caller, request: &Request, variables: &Variables) -> Answer {
    let mut target = request.target.clone();
    for name in request.variables() {
        target = target.replace(&format!("${name}"), &variables[name]);
    }
    let sent = caller.request(&request.method, &target);
    match &request.body {
        Some(Body::Json(value)) => sent.json(value).send().await,
        Some(Body::Text(kind, text)) => {
            sent.header("Content-Type", kind)
                .body(text.as_str())
                .send()
                .await
        }
        None => sent.send().await,
    }
}

/// Also those that the test above does not call.
#[test]
fn every_example_body_passes_the_check_of_its_route() {
    let reference = reference();
    let mut checked = 0;
    for row in contract() {
        let operation = reference
            .operations()
            .find(|one| {
                one.method == row.method.as_str()
                    && one.path == row.path
                    && one.summary == row.summary
            })
            .unwrap();
        let bodies = operation
            .requests
            .iter()
            .filter_map(|request| match &request.body {
                Some(Body::Json(value)) => Some(value.clone()),
                _ => None,
            });
        for body in bodies {
            let types = row.types.as_ref().expect("only a built route takes a body");
            if let Err(problem) = (types.decode)(&types.form, body) {
                panic!("{} {}: {}", row.method, row.path, problem.message);
            }
            checked += 1;
        }
    }
    assert!(checked >= 14, "only {checked} bodies were checked");
}

#[test]
fn a_request_is_one_command_of_the_shell() {
    let reference = reference();
    let curl = |anchor: &str| find(&reference, anchor).requests[0].curl("https://mail.example.com");
    insta::assert_snapshot!(curl("fields.create"), @r#"
    curl -X POST "https://mail.example.com/v1/fields" \
      -H "Authorization: Bearer $POSTRIDER_KEY" \
      -H "Content-Type: application/json" \
      -d '{
        "fieldName": "city",
        "fieldType": "string",
        "label": "City"
      }'
    "#);
    insta::assert_snapshot!(curl("audiences.get"), @r#"
    curl "https://mail.example.com/v1/audiences/$AUDIENCE_ID?include=count" \
      -H "Authorization: Bearer $POSTRIDER_KEY"
    "#);
}

#[test]
fn a_quote_in_a_body_does_not_end_the_word() {
    let request = |body| Request {
        method: "POST".to_owned(),
        target: "/v1/contacts".to_owned(),
        body: Some(body),
    };
    let json = request(Body::Json(Value::from("Ada's & <b>")));
    assert!(
        json.curl("").ends_with(r#"-d '"Ada'\''s & <b>"'"#),
        "{}",
        json.curl("")
    );
    let html = json.curl_html("");
    assert!(
        html.ends_with("&quot;Ada&#39;\\&#39;&#39;s &amp; &lt;b&gt;&quot;</span>&#39;"),
        "{html}"
    );
    let text = request(Body::Text(
        "text/csv".to_owned(),
        "email\nada@example.com\n".to_owned(),
    ));
    assert!(
        text.curl("")
            .ends_with("--data-binary 'email\nada@example.com\n'")
    );
}
