//! Filters, splits and joins.

use serde_json::{Value, json};

use super::{ADA, Walk, line, logged, steps};

fn filter(id: &str, field: &str, value: &str) -> Value {
    json!({ "id": id, "type": "filter", "config": {
        "logicalOperator": "and",
        "filters": [{ "field": field, "operator": "equals", "value": value }]
    } })
}

#[tokio::test]
async fn a_filter_that_does_not_hold_ends_the_run_and_skips_what_is_behind() {
    let walk = Walk::begin().await;
    let nodes = vec![
        filter("paying", "payload.plan", "pro"),
        walk.send_email("thanks", "automation").await,
    ];
    walk.publish(nodes, line(&["paying", "thanks"])).await;
    let free = walk.fire(json!({ "email": ADA, "plan": "free" })).await;
    let ended = walk.ended(&free).await;
    assert_eq!(ended["status"], "completed");
    assert_eq!(
        steps(&ended),
        ["start completed", "paying completed", "thanks skipped"]
    );
    walk.mails(&free, 0).await;
    let pro = walk.fire(json!({ "email": ADA, "plan": "Pro" })).await;
    assert_eq!(
        steps(&walk.ended(&pro).await),
        ["start completed", "paying completed", "thanks completed"]
    );
    walk.mails(&pro, 1).await;
}

#[tokio::test]
async fn a_split_goes_one_way_and_both_ways_join() {
    let walk = Walk::begin().await;
    let split = json!({ "id": "split", "type": "split", "config": { "mode": "condition", "elseBranch": "other",
        "branches": [
            { "id": "pro", "logicalOperator": "and",
                "filters": [{ "field": "payload.plan", "operator": "equals", "value": "pro" }] },
            { "id": "known", "logicalOperator": "and",
                "filters": [{ "field": "contact.firstName", "operator": "is_not_empty" }] }
        ] } });
    let nodes = vec![
        split,
        walk.send_email("for-pro", "automation").await,
        walk.send_email("for-known", "automation").await,
        walk.send_email("for-all", "automation").await,
    ];
    let connections = vec![
        json!({ "from": "start", "to": "split" }),
        json!({ "from": "split", "to": "for-pro", "branch": "pro" }),
        json!({ "from": "split", "to": "for-known", "branch": "known" }),
        json!({ "from": "split", "to": "for-all", "branch": "other" }),
        json!({ "from": "for-pro", "to": "for-all" }),
        json!({ "from": "for-known", "to": "for-all" }),
    ];
    walk.publish(nodes, connections).await;
    let cases = [
        (json!({ "email": "a@example.com", "plan": "pro" }), "pro", 2),
        (
            json!({ "email": "b@example.com", "firstName": "Bea" }),
            "known",
            2,
        ),
        (json!({ "email": "c@example.com" }), "other", 1),
    ];
    for (payload, branch, mails) in cases {
        let run = walk.fire(payload).await;
        let ended = walk.ended(&run).await;
        assert_eq!(logged(&ended)[1].2.as_deref(), Some(branch));
        walk.mails(&run, mails).await;
    }
}

#[tokio::test]
async fn a_person_always_goes_the_same_way() {
    let walk = Walk::begin().await;
    let split = json!({ "id": "coin", "type": "split", "config": { "mode": "percentage", "branches": [
        { "id": "heads", "percentage": 50 }, { "id": "tails", "percentage": 50 }
    ] } });
    let nodes = vec![split, walk.send_email("mail", "automation").await];
    let connections = vec![
        json!({ "from": "start", "to": "coin" }),
        json!({ "from": "coin", "to": "mail", "branch": "heads" }),
        json!({ "from": "coin", "to": "mail", "branch": "tails" }),
    ];
    let id = walk.publish(nodes.clone(), connections.clone()).await;
    let mut ways = Vec::new();
    for person in 0..12 {
        let email = format!("p{person}@example.com");
        let run = walk.fire(json!({ "email": email })).await;
        ways.push(logged(&walk.ended(&run).await)[1].2.clone());
    }
    assert!(ways.iter().any(|way| *way != ways[0]), "{ways:?}");
    // Another version of the same automation, and addresses in another spelling.
    let path = format!("/v1/automations/{id}");
    let mut nodes = super::with_trigger(nodes);
    nodes[1]["label"] = json!("A coin");
    let change = json!({ "nodes": nodes, "connections": connections, "published": true });
    walk.brand.patch(&path, change).await.expect(200);
    for (person, way) in ways.iter().enumerate() {
        let email = format!("P{person}@Example.com");
        let run = walk.fire(json!({ "email": email })).await;
        assert_eq!(&logged(&walk.ended(&run).await)[1].2, way);
    }
}
