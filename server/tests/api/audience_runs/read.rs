//! Lists of audience runs, and who may see them.

use serde_json::json;

use super::{PATH, crowd, launch, manual};
use crate::support::{Answer, assert_problem};
use crate::walking::Walk;

fn ids(page: &Answer) -> Vec<String> {
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| row["audienceRunId"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn lists_are_newest_first_and_go_on_where_they_ended() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    crowd(brand, 1, "pro").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let one = manual(brand, Some("all"), nodes.clone()).await;
    let other = manual(brand, Some("all"), nodes).await;
    let at = json!({ "scheduledAt": "2030-01-01T00:00:00Z" });
    let mut made = Vec::new();
    for automation in [&one, &other, &one] {
        made.insert(0, launch(brand, automation, at.clone()).await);
    }
    let page = brand.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(ids(&page), made[..2]);
    assert_eq!(page["data"][0]["nodeStats"][0]["nodeId"], "mail");
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let rest = brand.get(&format!("{PATH}?limit=2&cursor={cursor}")).await;
    let rest = rest.expect(200);
    assert_eq!(ids(&rest), made[2..]);
    assert_eq!(rest["pagination"], json!({ "limit": 2, "hasMore": false }));
    let of_one = brand.get(&format!("{PATH}?automationId={one}")).await;
    assert_eq!(ids(&of_one.expect(200)), [made[0].clone(), made[2].clone()]);
    let unknown = brand.get(&format!("{PATH}?automationId=unknown")).await;
    assert_eq!(unknown.expect(200)["data"], json!([]));
    let stranger = walk.server.brand().await;
    assert_eq!(stranger.get(PATH).await.expect(200)["data"], json!([]));
    let foreign = stranger.get(&format!("{PATH}?automationId={one}")).await;
    assert_eq!(foreign.expect(200)["data"], json!([]));
}

#[tokio::test]
async fn what_is_asked_wrongly_is_named() {
    let walk = Walk::begin().await;
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=x", "cursor"),
        ("audienceId=x", "audienceId"),
        ("automationID=x", "automationID"),
    ] {
        let answer = walk.brand.get(&format!("{PATH}?{query}")).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    }
    let other = walk.brand.key("contacts,emails,sends").await;
    for answer in [
        other.get(PATH).await,
        other.get(&format!("{PATH}/arun_x")).await,
        other
            .post(&format!("{PATH}/arun_x/cancel"), json!({}))
            .await,
        other.post("/v1/automations/x/run", json!({})).await,
    ] {
        assert_problem(
            &answer,
            403,
            "INSUFFICIENT_PERMISSIONS",
            Some("automations"),
        );
    }
    let key = walk.brand.key("automations").await;
    key.get(PATH).await.expect(200);
}
