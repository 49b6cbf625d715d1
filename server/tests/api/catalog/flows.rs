//! `GET /v1/flows` and `GET /v1/flows/{slug}`.

use serde_json::{Value, json};

use super::{FLOWS, TEMPLATES, titles};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn the_list_has_all_of_them_without_their_mails() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let page = brand.get(FLOWS).await.expect(200);
    let rows = page["data"].as_array().unwrap();
    assert_eq!(rows.len(), 14);
    for row in rows {
        assert!(
            row.get("steps").is_none() && row.get("nodes").is_none(),
            "{row}"
        );
        assert!(row["emailCount"].as_u64().unwrap() >= 3, "{row}");
        let pictures = row["previewImages"].as_array().unwrap().len();
        assert_eq!(json!(pictures), row["emailCount"], "{row}");
        assert!(row["spanDays"].as_u64().is_some(), "{row}");
    }
    let first = brand.get(&format!("{FLOWS}?limit=5")).await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let second = brand
        .get(&format!("{FLOWS}?limit=5&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(
        [titles(&first), titles(&second)].concat(),
        titles(&page)[..10]
    );
    let found = brand
        .get(&format!("{FLOWS}?semantic=forgotten+cart"))
        .await
        .expect(200);
    assert_eq!(found["data"][0]["slug"], "abandoned-cart");
    let found = brand
        .get(&format!("{FLOWS}?category=event"))
        .await
        .expect(200);
    assert_eq!(found["data"][0]["slug"], "event");
    let refused = brand.get(&format!("{FLOWS}?include=html")).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("include"));
}

#[tokio::test]
async fn one_has_its_mails_its_trigger_and_its_graph() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let flow = brand.get(&format!("{FLOWS}/welcome")).await.expect(200);
    let steps = flow["steps"].as_array().unwrap();
    let days: Vec<&Value> = steps.iter().map(|step| &step["dayOffset"]).collect();
    assert_eq!(days, [&json!(0), &json!(1), &json!(6), &json!(3)]);
    assert_eq!(
        (&flow["emailCount"], &flow["spanDays"]),
        (&json!(4), &json!(6))
    );
    assert!(steps.iter().all(|step| step.get("html").is_none()));
    let nodes = flow["nodes"].as_array().unwrap();
    assert_eq!(nodes[0]["type"], "trigger");
    for (node, step) in nodes
        .iter()
        .filter(|node| node["type"] == "sendEmail")
        .zip(steps)
    {
        assert_eq!(node["config"]["emailId"], step["emailId"]);
        let path = format!("{TEMPLATES}/{}", step["emailId"].as_str().unwrap());
        brand.get(&path).await.expect(200);
    }
    let fields = flow["trigger"]["payloadSchema"]["fields"]
        .as_array()
        .unwrap();
    assert!(fields.iter().any(|field| field["key"] == "email"));
    assert!(!flow["connections"].as_array().unwrap().is_empty());
    let whole = brand
        .get(&format!("{FLOWS}/welcome?include=html"))
        .await
        .expect(200);
    for step in whole["steps"].as_array().unwrap() {
        assert!(step["html"].as_str().unwrap().contains("</html>"));
    }
    let missing = brand.get(&format!("{FLOWS}/nothing")).await;
    assert_problem(&missing, 404, "FLOW_NOT_FOUND", None);
    let refused = brand.key("automations").await.get(FLOWS).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
