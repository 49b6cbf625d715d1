//! Pages of runs, by everything they can be asked for.

use std::time::Duration;

use serde_json::json;

use super::{PATH, ids, list, text};
use crate::audience_runs::{crowd, launch, manual, standing};
use crate::walking::{ADA, Walk, line, wait};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table of every filter")]
async fn every_filter_finds_its_own() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let by_event = walk.publish(nodes.clone(), line(&["mail"])).await;
    let fired = walk.try_fire(json!({ "email": ADA })).await.expect(200);
    let instance = text(&fired["details"]["triggerInstanceId"]);
    let first = text(&fired["details"]["automationRunIds"][0]);
    walk.ended(&first).await;
    walk.server.clock.advance(Duration::from_mins(1));
    let second = walk.fire(json!({ "email": ADA })).await;
    walk.ended(&second).await;
    walk.server.clock.advance(Duration::from_mins(1));
    let automation = manual(brand, Some("all"), nodes).await;
    let launched = launch(brand, &automation, json!({})).await;
    standing(brand, &launched, "completed").await;
    let third = ids(&list(brand, &format!("audienceRunId={launched}")).await);
    assert_eq!(third.len(), 1);
    let third = third[0].clone();
    let all = [&third, &second, &first];
    for (query, expect) in [
        (String::new(), &all[..]),
        (format!("automationId={by_event}"), &all[1..]),
        (format!("automationId={automation}"), &all[..1]),
        ("triggerEventId=signed-up".to_owned(), &all[1..]),
        (format!("triggerInstanceId={instance}"), &all[2..]),
        (format!("audienceRunId={launched}"), &all[..1]),
        (format!("automationRunId={second}"), &all[1..2]),
        ("status=completed".to_owned(), &all[..]),
        ("status=failed".to_owned(), &[]),
        ("from=2026-03-02T10:01:00Z".to_owned(), &all[..2]),
        ("to=2026-03-02T10:01:00Z".to_owned(), &all[2..]),
        (
            "from=2026-03-02T10:01:00Z&to=2026-03-02T10:01:00.001Z".to_owned(),
            &all[1..2],
        ),
        ("from=2026-03-03".to_owned(), &[]),
        // Together, all of them count.
        (
            format!("automationId={by_event}&status=completed&from=2026-03-02T10:01:00Z"),
            &all[1..2],
        ),
        (
            format!("triggerInstanceId={instance}&automationId={automation}"),
            &[],
        ),
        (
            format!("automationRunId={second}&triggerEventId=signed-up"),
            &all[1..2],
        ),
        (format!("automationRunId={second}&status=canceled"), &[]),
        // What is not there finds nothing.
        ("automationId=unknown".to_owned(), &[]),
        ("triggerEventId=unknown".to_owned(), &[]),
        ("triggerInstanceId=tin_unknown".to_owned(), &[]),
        ("audienceRunId=arun_unknown".to_owned(), &[]),
        ("automationRunId=unknown".to_owned(), &[]),
    ] {
        let found = ids(&list(brand, &query).await);
        let expect: Vec<String> = expect.iter().map(ToString::to_string).collect();
        assert_eq!(found, expect, "{query}");
    }
    let theirs = [
        String::new(),
        format!("automationId={by_event}"),
        format!("automationRunId={second}"),
        format!("audienceRunId={launched}"),
        format!("triggerInstanceId={instance}"),
    ];
    assert_unseen(&walk, &theirs).await;
}

/// Another brand finds nothing of all that.
async fn assert_unseen(walk: &Walk, queries: &[String]) {
    let stranger = walk.server.brand().await;
    for query in queries {
        assert_eq!(list(&stranger, query).await["data"], json!([]), "{query}");
    }
}

#[tokio::test]
async fn pages_hold_25_and_go_on_where_they_ended() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 30, "pro").await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("mail", "automation").await,
    ];
    let automation = manual(brand, Some("all"), nodes).await;
    let id = launch(brand, &automation, json!({})).await;
    crate::support::until("all members have a run", async || {
        let total = walk.server.number("SELECT count(*) FROM runs").await;
        (total == 30).then_some(())
    })
    .await;
    for filter in [
        "",
        &format!("audienceRunId={id}&"),
        &format!("automationId={automation}&"),
    ] {
        let first = brand.get(&format!("{PATH}?{filter}")).await.expect(200);
        assert_eq!(first["pagination"]["limit"], 25);
        assert_eq!(
            (ids(&first).len(), &first["pagination"]["hasMore"]),
            (25, &json!(true))
        );
        let cursor = text(&first["pagination"]["cursor"]);
        let rest = list(brand, &format!("{filter}cursor={cursor}&limit=100")).await;
        assert_eq!(
            rest["pagination"],
            json!({ "limit": 100, "hasMore": false })
        );
        let mut all = [ids(&first), ids(&rest)].concat();
        assert_eq!(all.len(), 30);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 30, "each once");
    }
    walk.server.at_rest().await;
}
