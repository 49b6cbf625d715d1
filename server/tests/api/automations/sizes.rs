//! Large graphs, and those that are too large.

use serde_json::{Value, json};

use super::{PATH, Rig, branch, wait, way};
use crate::support::assert_problem;

/// A chain of this many nodes, the trigger and one mail among them.
fn chain(rig: &Rig, count: usize) -> Value {
    let mut nodes = vec![rig.mail("mail")];
    nodes.extend((2..count).map(|number| wait(&format!("w{number}"))));
    let ids: Vec<&str> = nodes
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let mut ways = vec![way("start", ids[0])];
    ways.extend(ids.windows(2).map(|pair| way(pair[0], pair[1])));
    Rig::graph(nodes.clone(), ways)
}

#[tokio::test]
async fn five_hundred_nodes_are_published_and_one_more_is_refused() {
    let rig = Rig::start().await;
    let id = rig.published(chain(&rig, 500)).await;
    let read = rig.read(&id).await;
    assert_eq!(read["nodes"].as_array().unwrap().len(), 500);
    let refused = rig.brand.post(PATH, chain(&rig, 501)).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("nodes"));
    let refused = rig
        .patch(&id, json!({ "nodes": chain(&rig, 501)["nodes"] }))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("nodes"));
}

#[tokio::test]
async fn five_hundred_mails_each_get_their_stream() {
    let rig = Rig::start().await;
    let nodes: Vec<Value> = (1..500)
        .map(|number| rig.mail(&format!("m{number}")))
        .collect();
    let mut ways = vec![way("start", "m1")];
    ways.extend((1..499).map(|from| way(&format!("m{from}"), &format!("m{}", from + 1))));
    rig.published(Rig::graph(nodes, ways)).await;
    let streams = "SELECT count(*) FROM sends WHERE is_stream";
    assert_eq!(rig.server.number(streams).await, 499);
}

#[tokio::test]
async fn more_than_a_thousand_connections_are_refused() {
    let rig = Rig::start().await;
    let ways: Vec<Value> = (0..1001).map(|_| way("start", "mail")).collect();
    let refused = rig
        .brand
        .post(PATH, Rig::graph(vec![rig.mail("mail")], ways))
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("connections"));
}

#[tokio::test]
async fn a_graph_full_of_circles_is_judged_at_once() {
    let rig = Rig::start().await;
    let split = |id: &str| {
        json!({ "id": id, "type": "split", "config": { "mode": "percentage",
            "branches": [{ "id": "a", "percentage": 50 }, { "id": "b", "percentage": 50 }] } })
    };
    let count = 498;
    let name = |number: usize| format!("s{}", number % count);
    let mut nodes: Vec<Value> = (0..count).map(|number| split(&name(number))).collect();
    nodes.push(rig.mail("mail"));
    let mut ways = vec![way("start", "s0")];
    for number in 0..count {
        ways.push(branch(&name(number), "a", &name(number + 1)));
        ways.push(branch(&name(number), "b", &name(number * 7 + 3)));
    }
    // None may lead to itself.
    ways.retain(|way| way["from"] != way["to"]);
    let mut body = Rig::graph(nodes, ways);
    body["dryRun"] = json!(true);
    let answer = rig.brand.post(PATH, body).await.expect(200);
    let blockers = answer["blockers"].as_array().unwrap();
    assert!(
        blockers
            .iter()
            .any(|one| one["message"].as_str().unwrap().contains("circle"))
    );
}
