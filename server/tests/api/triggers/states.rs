//! The contract's table of what a fire comes to.

use serde_json::{Value, json};

use super::{PATH, automation, automation_with, events, fire, instance, schema, trigger};
use crate::support::{Brand, TestServer};

/// What stands in the way of a start.
#[derive(Clone, Copy, Debug)]
enum Obstacle {
    None,
    Unpublished,
    WrongPayload,
    Unsubscribed,
    Suppressed,
    UndeclaredTag,
    NoDomain,
    NoDesign,
    NoAllowance,
    /// What nobody expects: the mail of a node has no stream.
    NoStream,
}

/// Status of the answer, state of the instance, reasons of `notStarted`, and events.
type Transition = (
    Obstacle,
    Which,
    u16,
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

/// One of the brand's two automations sends marketing, the other transactional mail.
const TRANSITIONS: &[Transition] = &[
    (Obstacle::None, Which::One, 200, "fired", &[], &["fired"]),
    (Obstacle::None, Which::Both, 200, "fired", &[], &["fired"]),
    (Obstacle::Unpublished, Which::One, 422, "", &[], &[]),
    (
        Obstacle::WrongPayload,
        Which::One,
        400,
        "rejected",
        &[],
        &["rejected"],
    ),
    (
        Obstacle::Unsubscribed,
        Which::Both,
        200,
        "partially_fired",
        &["recipient_unsubscribed"],
        &["partially_fired"],
    ),
    (
        Obstacle::Unsubscribed,
        Which::One,
        200,
        "dead_letter",
        &["recipient_unsubscribed"],
        &["dead_letter"],
    ),
    (
        Obstacle::Suppressed,
        Which::Both,
        200,
        "dead_letter",
        &["recipient_suppressed", "recipient_suppressed"],
        &["dead_letter"],
    ),
    (
        Obstacle::UndeclaredTag,
        Which::One,
        200,
        "dead_letter",
        &["undeclared_merge_tag"],
        &["dead_letter"],
    ),
    (
        Obstacle::UndeclaredTag,
        Which::Both,
        200,
        "partially_fired",
        &["undeclared_merge_tag"],
        &["partially_fired"],
    ),
    (
        Obstacle::NoDomain,
        Which::One,
        200,
        "dead_letter",
        &["domain_not_ready"],
        &["dead_letter"],
    ),
    (
        Obstacle::NoDesign,
        Which::Both,
        200,
        "partially_fired",
        &["email_not_ready"],
        &["partially_fired"],
    ),
    (
        Obstacle::NoAllowance,
        Which::One,
        200,
        "dead_letter",
        &["quota_exceeded"],
        &["dead_letter"],
    ),
    (
        Obstacle::NoStream,
        Which::One,
        200,
        "matched",
        &["start_error"],
        &[],
    ),
    (
        Obstacle::NoStream,
        Which::Both,
        200,
        "partially_fired",
        &["start_error"],
        &["partially_fired"],
    ),
];

/// Which automations are published.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Which {
    /// The one that sends marketing.
    One,
    Both,
}

#[tokio::test]
async fn a_fire_comes_to_what_the_table_says() {
    let server = TestServer::with()
        .clock_stopped()
        .plan("used-up", None, Some(0))
        .start()
        .await;
    for row in TRANSITIONS {
        let (obstacle, which, status, state, reasons, told) = *row;
        let brand = brand(&server, obstacle).await;
        let marketing = prepared(&brand, which).await;
        hinder(&server, &brand, obstacle, &marketing).await;
        let payload = match obstacle {
            Obstacle::WrongPayload => json!({ "email": "ada@example.com", "plan": 1 }),
            _ => json!({ "email": "ada@example.com", "plan": "pro" }),
        };
        let answer = fire(&brand, "signed-up", payload).await;
        assert_eq!(answer.status, status, "{row:?}: {}", answer.text());
        assert_eq!(events(&brand).await, told, "{row:?}");
        let id = match status {
            200 => &answer["details"]["triggerInstanceId"],
            400 => &answer["error"]["details"]["triggerInstanceId"],
            _ => {
                let key = brand.key;
                let sql = "SELECT count(*) FROM trigger_instances WHERE brand =";
                assert_eq!(server.number(&format!("{sql} {}", key.brand)).await, 0);
                continue;
            }
        };
        let read = instance(&brand, id).await;
        assert_eq!(read["state"], state, "{row:?}");
        assert_eq!(reasons_of(&read), reasons, "{row:?}");
        if status == 200 {
            for key in [
                "state",
                "notStarted",
                "automationRunIds",
                "matchedAutomationIds",
            ] {
                assert_eq!(answer["details"][key], read[key], "{row:?}");
            }
            let count = |key: &str| read[key].as_array().unwrap().len();
            let started = count("automationRunIds");
            assert_eq!(started + reasons.len(), count("matchedAutomationIds"));
        }
    }
}

fn reasons_of(read: &Value) -> Vec<&str> {
    let all = read["notStarted"].as_array().unwrap().iter();
    all.map(|one| one["reason"].as_str().unwrap()).collect()
}

async fn brand(server: &TestServer, obstacle: Obstacle) -> Brand {
    match obstacle {
        Obstacle::NoAllowance => server.org_on("used-up").await.brand().await,
        _ => server.brand().await,
    }
}

/// The id of the automation that sends marketing.
async fn prepared(brand: &Brand, which: Which) -> String {
    let plan = json!({ "key": "plan", "type": "string" });
    trigger(brand, "signed-up", &[plan]).await;
    let html = "<p>You have {{ plan }}</p>";
    let marketing = automation_with(brand, "signed-up", "automation", html).await;
    if which == Which::Both {
        automation_with(brand, "signed-up", "transactional", "<p>Thanks</p>").await;
    }
    marketing
}

async fn hinder(server: &TestServer, brand: &Brand, obstacle: Obstacle, marketing: &str) {
    let of_marketing = format!(
        "brand = {} AND automation = (SELECT id FROM automations WHERE public_id = '{marketing}')",
        brand.key.brand
    );
    let in_brand = format!("brand = {}", brand.key.brand);
    let sql = match obstacle {
        Obstacle::None | Obstacle::WrongPayload | Obstacle::NoAllowance => return,
        Obstacle::Unpublished => {
            let path = format!("/v1/automations/{marketing}");
            brand
                .patch(&path, json!({ "published": false }))
                .await
                .expect(200);
            return;
        }
        Obstacle::Unsubscribed | Obstacle::Suppressed => {
            let ada = json!({ "email": "ada@example.com", "subscribed": false });
            brand.post("/v1/contacts", ada).await.expect(201);
            if matches!(obstacle, Obstacle::Unsubscribed) {
                return;
            }
            format!(
                "UPDATE contacts SET suppressed_reason = 'manual', suppressed_at = 1 WHERE {in_brand}"
            )
        }
        Obstacle::UndeclaredTag => {
            let body = json!({ "payloadSchema": schema(&[]) });
            brand
                .patch(&format!("{PATH}/signed-up"), body)
                .await
                .expect(200);
            return;
        }
        Obstacle::NoDomain => format!("UPDATE domains SET status = 'failed' WHERE {in_brand}"),
        Obstacle::NoDesign => format!(
            "UPDATE emails SET deleted_at = 1 WHERE {in_brand} AND id IN
                (SELECT email FROM sends WHERE {of_marketing})"
        ),
        Obstacle::NoStream => format!("UPDATE sends SET node = 'gone' WHERE {of_marketing}"),
    };
    server.sql(&sql).await;
}

#[tokio::test]
async fn every_fire_is_refused_until_the_trigger_is_mended() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let plan = json!({ "key": "plan", "type": "string" });
    trigger(&brand, "signed-up", std::slice::from_ref(&plan)).await;
    automation_with(&brand, "signed-up", "automation", "<p>{{ plan }}</p>").await;
    automation(&brand, "signed-up").await;
    let path = format!("{PATH}/signed-up");
    let without = json!({ "payloadSchema": schema(&[]) });
    brand.patch(&path, without).await.expect(200);
    let payload = json!({ "email": "ada@example.com" });
    for _ in 0..2 {
        let answer = fire(&brand, "signed-up", payload.clone()).await.expect(200);
        let left = reasons_of(&answer["details"]);
        assert_eq!(left, ["undeclared_merge_tag"]);
    }
    // A field of contacts by that name gives the tag a value too.
    let field = json!({ "fieldName": "plan", "fieldType": "string" });
    brand.post("/v1/fields", field).await.expect(201);
    let answer = fire(&brand, "signed-up", payload).await.expect(200);
    assert_eq!(answer["details"]["state"], "fired");
}
