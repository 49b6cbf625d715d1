use serde_json::json;

use super::*;
use crate::contacts::field::FieldType;

fn graph() -> Graph {
    let condition = |field: &str| json!({ "field": field, "operator": "equals", "value": "x" });
    let branch = |id: &str, field: &str| json!({ "id": id, "logicalOperator": "and", "filters": [condition(field)] });
    let nested = json!({ "logicalOperator": "or", "filters": [condition("payload.cart.sku"), condition("payload.gone")] });
    serde_json::from_value(json!({
        "nodes": [
            { "id": "t", "type": "trigger", "config": { "mode": "event" } },
            { "id": "f", "type": "filter", "config": { "logicalOperator": "and", "filters": [
                condition("contact.customFields.plan"), nested] } },
            { "id": "s", "type": "split", "config": { "mode": "condition", "elseBranch": "c", "branches": [
                branch("a", "contact.email"), branch("b", "contact.customFields.lost")] } },
            { "id": "w", "type": "wait", "config": { "until": { "field": "payload.never" } } },
            { "id": "e", "type": "filter", "config": { "engagement": { "nodeId": "t", "event": "opened",
                "within": { "duration": 1, "unit": "days" } } } },
        ],
        "connections": [],
    }))
    .unwrap()
}

#[test]
fn problems_name_the_node_and_the_exact_place() {
    let known: KnownFields = [("plan", 1, FieldType::String)].into_iter().collect();
    let declared = [Declared {
        key: "cart",
        field_type: None,
    }];
    let params = |contract: Option<&[Declared<'_>]>| -> Vec<(usize, String)> {
        check_fields(&graph(), &known, contract)
            .into_iter()
            .map(|found| (found.node, found.problem.param.unwrap()))
            .collect()
    };
    let lost = (2, "nodes[2].config.branches[1].filters[0].field".to_owned());
    assert_eq!(
        params(Some(&declared)),
        [
            (1, "nodes[1].config.filters[1].filters[1].field".to_owned()),
            lost.clone(),
            (3, "nodes[3].config.until.field".to_owned()),
        ]
    );
    assert_eq!(params(None), [lost]);
}

#[test]
fn the_names_a_graph_uses_are_listed_once() {
    let named = named(&graph());
    assert_eq!(named.fields, ["plan", "lost"]);
    let keys: Vec<(&str, &str)> = named
        .payload_keys
        .iter()
        .map(|key| (key.node.as_str(), key.name.as_str()))
        .collect();
    assert_eq!(keys, [("f", "cart.sku"), ("f", "gone"), ("w", "never")]);
}
