//! What is wrong with a graph is told all at once.

use postrider_domain::designs::design::EmailType;
use serde_json::{Value, json};

use super::{PATH, Rig, equip, issues_of, wait, way};
use crate::support::assert_problem;

async fn refused(rig: &Rig, body: Value) -> Vec<(String, String)> {
    let answer = rig.brand.post(PATH, body).await;
    assert_problem(&answer, 400, "AUTOMATION_GRAPH_INVALID", None);
    issues_of(&answer)
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(kind, node): &(&str, &str)| ((*kind).to_owned(), (*node).to_owned());
    list.iter().map(owned).collect()
}

#[tokio::test]
async fn each_fault_of_structure_has_its_kind() {
    let rig = Rig::start().await;
    for (nodes, ways, kind, node) in [
        (vec![wait("w"), wait("w")], vec![], "duplicate_node_id", "w"),
        (
            vec![wait("w")],
            vec![way("gone", "w")],
            "connection_unknown_from",
            "gone",
        ),
        (
            vec![wait("w")],
            vec![way("w", "gone")],
            "connection_unknown_to",
            "gone",
        ),
        (
            vec![wait("w")],
            vec![way("w", "start")],
            "connection_targets_trigger",
            "start",
        ),
        (
            vec![wait("w")],
            vec![way("w", "w")],
            "connection_self_loop",
            "w",
        ),
    ] {
        let found = refused(&rig, Rig::graph(nodes, ways)).await;
        assert_eq!(found, pairs(&[(kind, node)]));
    }
}

/// Such a connection is no second way out of its node.
#[tokio::test]
async fn a_connection_with_a_fault_counts_as_none() {
    let rig = Rig::start().await;
    let split = json!({ "id": "split", "type": "split", "config": { "mode": "percentage",
        "branches": [{ "id": "a", "percentage": 50 }, { "id": "b", "percentage": 50 }] } });
    for (ways, expected) in [
        (
            vec![way("w", "w"), way("w", "s")],
            vec![("connection_self_loop", "w")],
        ),
        (
            vec![way("w", "ghost"), way("w", "s")],
            vec![("connection_unknown_to", "ghost")],
        ),
        (
            vec![way("start", "start"), way("start", "s")],
            vec![
                ("connection_self_loop", "start"),
                ("connection_targets_trigger", "start"),
            ],
        ),
        (
            vec![way("w", "start"), way("w", "s")],
            vec![("connection_targets_trigger", "start")],
        ),
        (
            vec![way("split", "ghost")],
            vec![("connection_unknown_to", "ghost")],
        ),
    ] {
        let nodes = vec![wait("w"), wait("s"), split.clone()];
        let graph = Rig::graph(nodes, ways);
        assert_eq!(refused(&rig, graph.clone()).await, pairs(&expected));
        let id = rig.make(rig.whole()).await;
        let body = json!({ "nodes": graph["nodes"], "connections": graph["connections"] });
        let answer = rig.patch(&id, body).await;
        assert_problem(&answer, 400, "AUTOMATION_GRAPH_INVALID", None);
        assert_eq!(issues_of(&answer), pairs(&expected));
    }
}

#[tokio::test]
async fn each_fault_of_reference_has_its_kind() {
    let rig = Rig::start().await;
    rig.design("news", EmailType::Campaign, json!([])).await;
    rig.design("other", EmailType::Transactional, json!([]))
        .await;
    let domain = rig
        .brand
        .post("/v1/domains", json!({ "name": "shop.example.org" }))
        .await;
    let pending = domain.expect(201)["domainId"].clone();
    for (config, kind) in [
        (json!({ "emailId": "gone" }), "email_not_found"),
        (json!({ "emailVersionId": "gone-1" }), "email_not_found"),
        (
            json!({ "emailId": "welcome", "emailVersionId": "gone-1" }),
            "email_not_found",
        ),
        (
            json!({ "emailId": "welcome", "emailVersionId": "other-1" }),
            "email_version_mismatch",
        ),
        (json!({ "emailId": "news" }), "email_wrong_type"),
        (json!({ "emailVersionId": "news-1" }), "email_wrong_type"),
        (json!({ "domainId": "gone" }), "domain_not_found"),
        (json!({ "domainId": pending }), "domain_not_ready"),
    ] {
        let node = json!({ "id": "mail", "type": "sendEmail", "config": config });
        let found = refused(&rig, Rig::graph(vec![node], vec![])).await;
        assert_eq!(found, pairs(&[(kind, "mail")]), "{config}");
    }
    let fine = json!({ "emailId": "other", "emailVersionId": "other-1" });
    let node = json!({ "id": "mail", "type": "sendEmail", "config": fine });
    rig.make(Rig::graph(vec![node], vec![])).await;
}

#[tokio::test]
async fn all_issues_are_told_at_once_and_nothing_is_saved() {
    let rig = Rig::start().await;
    let lost = json!({ "id": "mail", "type": "sendEmail",
        "config": { "emailId": "gone", "domainId": "gone" } });
    let nodes = vec![lost, wait("w"), wait("w")];
    let ways = vec![way("start", "start"), way("nobody", "nowhere")];
    let found = refused(&rig, Rig::graph(nodes, ways)).await;
    let expected = [
        ("duplicate_node_id", "w"),
        ("connection_self_loop", "start"),
        ("connection_targets_trigger", "start"),
        ("connection_unknown_from", "nobody"),
        ("connection_unknown_to", "nowhere"),
        ("email_not_found", "mail"),
        ("domain_not_found", "mail"),
    ];
    assert_eq!(found, pairs(&expected));
    assert_eq!(
        rig.server.number("SELECT count(*) FROM automations").await,
        0
    );
    assert_eq!(
        rig.server
            .number("SELECT count(*) FROM automation_versions")
            .await,
        0
    );
}

#[tokio::test]
async fn what_another_brand_has_is_not_there() {
    let rig = Rig::start().await;
    let other = equip(&rig.server).await;
    // The ids of designs are their brand's own; the other brand gets some that only it has.
    let theirs = Rig {
        server: rig.server,
        brand: other,
    };
    theirs
        .design("theirs", EmailType::Automation, json!([]))
        .await;
    let node = |config: Value| json!({ "id": "mail", "type": "sendEmail", "config": config });
    for (config, kind) in [
        (json!({ "emailId": "theirs" }), "email_not_found"),
        (json!({ "emailVersionId": "theirs-1" }), "email_not_found"),
        (
            json!({ "domainId": theirs.brand.brand_id }),
            "domain_not_found",
        ),
    ] {
        let body = Rig::graph(vec![node(config)], vec![]);
        let answer = rig.brand.post(PATH, body).await;
        assert_problem(&answer, 400, "AUTOMATION_GRAPH_INVALID", None);
        assert_eq!(issues_of(&answer), pairs(&[(kind, "mail")]));
    }
}

#[tokio::test]
async fn a_change_that_breaks_the_graph_leaves_it() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let before = rig.read(&id).await;
    let answer = rig
        .patch(&id, json!({ "name": "New", "nodes": [Rig::trigger()] }))
        .await;
    assert_problem(&answer, 400, "AUTOMATION_GRAPH_INVALID", None);
    assert_eq!(
        issues_of(&answer),
        pairs(&[("connection_unknown_to", "mail")])
    );
    assert_eq!(rig.read(&id).await, before);
}
