//! From a launch to its end.

use serde_json::{Value, json};

use super::{crowd, launch, manual, on_plan, send, send_of, standing, try_launch};
use crate::support::until;
use crate::walking::{DAY, Walk, wait};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a whole answer is long")]
async fn everybody_of_an_audience_walks_it_and_each_node_is_one_send() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 3, "pro").await;
    let other = json!({ "email": "free@example.com", "customFields": { "plan": "free" } });
    brand.post("/v1/contacts", other).await.expect(201);
    let audience = on_plan(brand, "pro").await;
    let nodes = vec![
        walk.send_email("first", "automation").await,
        wait("pause", 1, "days"),
        walk.send_email("second", "automation").await,
    ];
    let automation = manual(brand, None, nodes).await;
    let launched = try_launch(brand, &automation, json!({ "audienceId": audience })).await;
    let launched = launched.expect(202);
    let id = launched["audienceRunId"].as_str().unwrap().to_owned();
    assert!(id.starts_with("arun_"), "{id}");
    assert_eq!(launched["status"], "queued");
    assert_eq!(launched["totalRecipients"], 3);
    let first = send_of(&launched, 0);
    assert!(first.starts_with("arn_"), "{first}");
    until("all were mailed first", async || {
        let stats = send(brand, &first).await["stats"]["delivered"].clone();
        (stats == 3).then_some(())
    })
    .await;
    assert_eq!(send(brand, &first).await["status"], "running");
    walk.server.clock.advance(DAY);
    let ended = standing(brand, &id, "completed").await;
    insta::assert_json_snapshot!(ended.json, {
        ".audienceRunId" => "[id]", ".automationId" => "[id]", ".automationVersionId" => "[id]",
        ".audienceId" => "[id]", ".nodeStats[].sendId" => "[arn]"
    }, @r#"
    {
      "audienceId": "[id]",
      "audienceName": "On pro",
      "audienceRunId": "[id]",
      "automationId": "[id]",
      "automationVersionId": "[id]",
      "completedAt": "2026-03-03T10:00:00.000Z",
      "completedCount": 3,
      "createdAt": "2026-03-02T10:00:00.000Z",
      "failedCount": 0,
      "nodeStats": [
        {
          "completed": 3,
          "entered": 3,
          "failed": 0,
          "nodeId": "first",
          "sendId": "[arn]",
          "skipped": 0
        },
        {
          "completed": 3,
          "entered": 3,
          "failed": 0,
          "nodeId": "pause",
          "skipped": 0
        },
        {
          "completed": 3,
          "entered": 3,
          "failed": 0,
          "nodeId": "second",
          "sendId": "[arn]",
          "skipped": 0
        }
      ],
      "skippedCount": 0,
      "startedAt": "2026-03-02T10:00:00.000Z",
      "status": "completed",
      "totalRecipients": 3,
      "updatedAt": "2026-03-03T10:00:00.000Z"
    }
    "#);
    for node in [0, 2] {
        let id = send_of(&ended, node);
        let sent = until("the node's send ends", async || {
            let sent = send(brand, &id).await;
            (sent["status"] == "completed").then_some(sent)
        })
        .await;
        assert_eq!(sent["audienceRunId"], ended["audienceRunId"]);
        assert_eq!(sent["recipientCount"], 3);
        assert_eq!(sent["stats"]["delivered"], 3);
        assert_eq!(sent["delivery"]["pending"], 0);
    }
}

#[tokio::test]
async fn members_and_mails_of_a_launch_are_found_by_its_id() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 2, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let launched = try_launch(brand, &automation, json!({})).await.expect(202);
    assert_eq!(launched["audienceId"], "all");
    let id = launched["audienceRunId"].as_str().unwrap();
    standing(brand, id, "completed").await;
    let path = format!("/v1/automations/runs?audienceRunId={id}");
    let runs = brand.get(&path).await.expect(200);
    let runs = runs["data"].as_array().unwrap();
    let people: Vec<&str> = runs
        .iter()
        .map(|run| run["recipientEmail"].as_str().unwrap())
        .collect();
    assert_eq!(people, ["p1@example.com", "p0@example.com"]);
    for run in runs {
        assert_eq!(run["status"], "completed");
        assert_eq!(run["audienceRunId"], id);
        let run = walk.run(run["automationRunId"].as_str().unwrap()).await;
        assert_eq!(run["logs"][1]["sendId"], launched["nodeStats"][0]["sendId"]);
    }
    let sends = brand.get(&format!("/v1/sends?audienceRunId={id}")).await;
    let sends = sends.expect(200)["data"].as_array().unwrap().clone();
    assert_eq!(sends.len(), 1, "no mail is a send of its own beside it");
    assert_eq!(sends[0]["sendId"], launched["nodeStats"][0]["sendId"]);
    let run = &runs[0];
    let feed = format!(
        "/v1/analytics/events?automationRunId={}&eventType=delivered&from=2026-03-01&to=2026-04-01",
        run["automationRunId"].as_str().unwrap()
    );
    let events = until("the mail's event is there", async || {
        let feed = brand.get(&feed).await.expect(200);
        let events = feed["data"].as_array().unwrap().clone();
        (events.len() == 1).then_some(events)
    })
    .await;
    assert_eq!(events[0]["sendId"], sends[0]["sendId"]);
    assert_eq!(events[0]["recipientEmail"], run["recipientEmail"]);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 2);
}

#[tokio::test]
async fn a_dry_run_counts_and_changes_nothing() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 5, "pro").await;
    for (email, set) in [
        ("p0", "subscribed = FALSE"),
        ("p1", "suppressed_reason = 'invalid'"),
        ("p2", "suppressed_reason = 'bounced'"),
    ] {
        let sql = format!("UPDATE contacts SET {set} WHERE email = '{email}@example.com'");
        walk.server.sql(&sql).await;
    }
    let audience = on_plan(brand, "pro").await;
    let nodes = vec![
        walk.send_email("one", "automation").await,
        walk.send_email("two", "automation").await,
    ];
    let automation = manual(brand, Some(&audience), nodes).await;
    let counted = try_launch(brand, &automation, json!({ "dryRun": true })).await;
    assert_eq!(
        counted.expect(200).json,
        json!({
            "dryRun": true, "audienceId": audience, "recipientCount": 2, "sendNodeCount": 2,
            "exclusions": { "unsubscribed": 1, "invalid": 1, "suppressed": 1, "duplicate": 0 }
        })
    );
    let list = brand.get(super::PATH).await.expect(200);
    assert_eq!(list["data"], json!([]));
    // Launched, just those walk it.
    let id = launch(brand, &automation, json!({ "audienceId": audience })).await;
    let ended = standing(brand, &id, "completed").await;
    let counts = ["totalRecipients", "completedCount", "skippedCount"].map(|key| &ended[key]);
    assert_eq!(counts, [&json!(5), &json!(2), &json!(3)]);
}

/// Something in it is for people who unsubscribed too.
#[tokio::test]
async fn people_who_unsubscribed_walk_what_is_transactional() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 3, "pro").await;
    for (email, set) in [
        ("p0", "subscribed = FALSE"),
        ("p1", "subscribed = FALSE, suppressed_reason = 'bounced'"),
    ] {
        let sql = format!("UPDATE contacts SET {set} WHERE email = '{email}@example.com'");
        walk.server.sql(&sql).await;
    }
    let nodes = vec![
        walk.send_email("offer", "automation").await,
        walk.send_email("terms", "transactional").await,
    ];
    let automation = manual(brand, Some("all"), nodes).await;
    let counted = try_launch(brand, &automation, json!({ "dryRun": true })).await;
    assert_eq!(counted.expect(200)["recipientCount"], 2);
    let id = launch(brand, &automation, json!({})).await;
    let ended = standing(brand, &id, "completed").await;
    let stats = |node: usize, key: &str| ended["nodeStats"][node][key].clone();
    assert_eq!(
        (stats(0, "completed"), stats(0, "skipped")),
        (json!(1), json!(1))
    );
    assert_eq!(
        (stats(1, "completed"), stats(1, "skipped")),
        (json!(2), json!(0))
    );
    assert_eq!(ended["skippedCount"], 1, "whoever bounced has no run");
}

#[tokio::test]
async fn a_launch_under_one_key_happens_once() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = manual(brand, Some("all"), nodes).await;
    let path = format!("/v1/automations/{automation}/run");
    let once = brand.post_once("k", &path, json!({})).await.expect(202);
    let again = brand.post_once("k", &path, json!({})).await.expect(202);
    assert_eq!(once.json, again.json);
    let list = brand.get(super::PATH).await.expect(200);
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    // Without it, it is launched once more: no design is used up.
    let other = try_launch(brand, &automation, json!({})).await.expect(202);
    assert_ne!(once["audienceRunId"], other["audienceRunId"]);
    walk.server.at_rest().await;
}

/// A member whose way leads nowhere fails; what the others did counts all the same.
#[tokio::test]
async fn an_audience_run_ends_by_what_became_of_its_members() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    for (n, (plan, expect)) in [
        ("pro", "completed"),
        ("free", "failed"),
        ("both", "partially_completed"),
    ]
    .into_iter()
    .enumerate()
    {
        let plans: &[&str] = if plan == "both" {
            &["pro", "free"]
        } else {
            &[plan]
        };
        for plan in plans {
            let email = format!("{plan}{n}@example.com");
            let fields = json!({ "plan": plan, "group": format!("g{n}") });
            let body = json!({ "email": email, "customFields": fields });
            brand.post("/v1/contacts", body).await.expect(201);
        }
        let id = launch_split(&walk, &format!("g{n}"), 11 + n).await;
        let ended = standing(brand, &id, expect).await;
        assert_eq!(ended["totalRecipients"], plans.len());
        let failed: Value = json!(plans.iter().filter(|plan| **plan == "free").count());
        assert_eq!(ended["failedCount"], failed);
    }
}

/// Launched for that hour of the day, which is the next: whoever is on no paid plan comes to a way that is gone by then.
async fn launch_split(walk: &Walk, group: &str, hour: usize) -> String {
    let brand = &walk.brand;
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "customFields.group", "operator": "equals", "value": group } ] });
    let audience = brand.post(
        "/v1/audiences",
        json!({ "name": group, "filters": filters }),
    );
    let audience = audience.await.expect(201)["audienceId"].clone();
    let split = json!({ "id": "split", "type": "split", "config": { "mode": "condition",
        "branches": [{ "id": "paid", "logicalOperator": "and", "filters": [
            { "field": "contact.customFields.plan", "operator": "equals", "value": "pro" } ] }],
        "elseBranch": "free" } });
    let nodes = vec![
        json!({ "id": "start", "type": "trigger", "config": { "mode": "manualAudience" } }),
        split,
        walk.send_email("paid", "automation").await,
        walk.send_email("free", "automation").await,
    ];
    let connections = json!([
        { "from": "start", "to": "split" },
        { "from": "split", "to": "paid", "branch": "paid" },
        { "from": "split", "to": "free", "branch": "free" }
    ]);
    let body = json!({ "name": "Split", "nodes": nodes, "connections": connections });
    let made = brand.post("/v1/automations", body).await.expect(201);
    let automation = made["automationId"].as_str().unwrap();
    let at = format!("2026-03-02T{hour}:00:00Z");
    let at = json!({ "audienceId": audience, "scheduledAt": at });
    let id = launch(brand, automation, at).await;
    // A way that is missing fails whoever takes it; nobody can launch such a graph, so it is cut afterwards.
    let sql = format!(
        "UPDATE automation_versions SET graph = REPLACE(graph, '\"branch\":\"free\"', '\"branch\":\"gone\"')
         WHERE public_id = '{}'",
        made["automationVersionId"].as_str().unwrap()
    );
    walk.server.sql(&sql).await;
    walk.server
        .clock
        .advance(std::time::Duration::from_hours(1));
    id
}
