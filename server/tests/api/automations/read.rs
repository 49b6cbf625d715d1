//! Lists and single reads.

use serde_json::{Value, json};

use super::{PATH, Rig, equip};

fn names(page: &Value) -> Vec<&str> {
    let data = page["data"].as_array().unwrap();
    data.iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn lists_are_lean_newest_first_and_paged() {
    let rig = Rig::start().await;
    for name in ["one", "two", "three"] {
        let mut body = rig.whole();
        body["name"] = json!(name);
        rig.make(body).await;
    }
    let other = equip(&rig.server).await;
    other
        .post(
            PATH,
            json!({ "name": "theirs", "nodes": [Rig::trigger()], "connections": [] }),
        )
        .await
        .expect(201);
    let page = rig.brand.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(names(&page.json), ["three", "two"]);
    for row in page["data"].as_array().unwrap() {
        assert!(row.get("nodes").is_none() && row.get("versions").is_none());
    }
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let rest = rig
        .brand
        .get(&format!("{PATH}?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(names(&rest.json), ["one"]);
    assert_eq!(rest["pagination"]["hasMore"], false);
    let whole = rig
        .brand
        .get(&format!("{PATH}?include=graph"))
        .await
        .expect(200);
    for row in whole["data"].as_array().unwrap() {
        assert_eq!(row["nodes"].as_array().unwrap().len(), 2);
        assert_eq!(row["connections"].as_array().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_page_holds_no_more_graphs_than_fit() {
    let rig = Rig::start().await;
    for name in ["one", "two", "three"] {
        let mut body = rig.whole();
        body["name"] = json!(name);
        rig.make(body).await;
    }
    // Stored as large as none can be made: two fill a page.
    let far = "x".repeat(5 << 20);
    let graph = json!({ "nodes": [], "connections": [{ "from": far, "to": "y" }] });
    let sql = format!("UPDATE automation_versions SET graph = '{graph}'");
    rig.server.sql(&sql).await;
    let path = format!("{PATH}?include=graph");
    let page = rig.brand.get(&path).await.expect(200);
    assert_eq!(names(&page.json), ["three", "two"]);
    assert_eq!(page["pagination"]["limit"], 100);
    assert_eq!(page["pagination"]["hasMore"], true);
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let rest = rig.brand.get(&format!("{path}&cursor={cursor}")).await;
    assert_eq!(names(&rest.expect(200).json), ["one"]);
}

#[tokio::test]
async fn an_automation_shows_some_of_its_warnings() {
    let rig = Rig::start().await;
    let keys = (0..60)
        .map(|number| json!({ "field": format!("payload.key{number}"), "operator": "exists" }));
    let keys: Vec<Value> = keys.collect();
    let filter = json!({ "id": "f", "type": "filter", "config": {
        "logicalOperator": "and", "filters": keys } });
    let id = rig.make(Rig::graph(vec![filter], vec![])).await;
    let read = rig.read(&id).await;
    assert_eq!(read["warnings"].as_array().unwrap().len(), 50);
}

#[tokio::test]
async fn a_single_read_adds_what_is_asked_for() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let lean = rig.brand.get(&format!("{PATH}/{id}")).await.expect(200);
    assert!(lean.json.get("nodes").is_none() && lean.json.get("versions").is_none());
    let read = rig.read(&id).await;
    assert_eq!(read["nodes"], rig.whole()["nodes"]);
    assert_eq!(read["connections"], rig.whole()["connections"]);
    let version = &read["versions"][0];
    assert_eq!(version["automationVersionId"], read["automationVersionId"]);
    assert_eq!(
        (&version["version"], &version["live"]),
        (&json!(1), &json!(false))
    );
}

#[tokio::test]
async fn every_kind_of_node_comes_back_as_it_was_given() {
    let rig = Rig::start().await;
    let condition = json!({ "field": "payload.plan", "operator": "in", "value": ["a", "b"] });
    let nested = json!({ "logicalOperator": "or", "filters": [
        { "field": "contact.firstName", "operator": "exists" },
        { "field": "engagement.lastOpenedAt", "operator": "within_last",
          "value": { "amount": 3, "unit": "days" } }] });
    let nodes = json!([
        Rig::trigger(),
        rig.mail("mail"),
        { "id": "w1", "type": "wait", "config": { "duration": 3, "unit": "hours" } },
        { "id": "w2", "type": "wait", "config": { "until": { "field": "contact.customFields.born" } } },
        { "id": "w3", "type": "wait", "config": { "untilTime": "09:30", "timeZone": "Europe/Berlin",
            "days": ["mon", "sun"] } },
        { "id": "f1", "type": "filter", "config": { "logicalOperator": "and", "filters": [condition, nested] } },
        { "id": "f2", "type": "filter", "config": { "engagement": { "nodeId": "mail", "event": "clicked",
            "within": { "duration": 2, "unit": "weeks" } } } },
        { "id": "s1", "type": "split", "config": { "mode": "condition", "elseBranch": "no", "branches": [
            { "id": "yes", "label": "Yes", "logicalOperator": "or", "filters": [condition] }] } },
        { "id": "s2", "type": "split", "config": { "mode": "percentage", "branches": [
            { "id": "a", "percentage": 33.3 }, { "id": "b", "percentage": 66.7 }] } },
    ]);
    let id = rig
        .make(json!({ "name": "All", "nodes": nodes, "connections": [] }))
        .await;
    assert_eq!(rig.read(&id).await["nodes"], nodes);
}
