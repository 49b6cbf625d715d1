use super::*;

#[test]
fn what_is_wrong_with_a_graph_fails_whoever_comes_there() {
    let share = json!({ "id": "s", "type": "split", "config": { "mode": "percentage",
        "branches": [{ "id": "x", "percentage": 100 }] } });
    let cases = [
        (
            json!([mail("a"), mail("b")]),
            vec![("b", "", "a")],
            "failed GRAPH_CYCLE",
        ),
        (
            json!([mail("a")]),
            vec![("a", "", "a")],
            "failed GRAPH_CYCLE",
        ),
        (
            json!([mail("a")]),
            vec![("a", "", "start")],
            "failed GRAPH_CYCLE",
        ),
        (
            json!([mail("a")]),
            vec![("a", "", "gone")],
            "failed GRAPH_INVALID",
        ),
        (
            json!([share, mail("a")]),
            vec![("s", "y", "a")],
            "failed BRANCH_NOT_CONNECTED",
        ),
        (
            json!([filter("f", "contact.customFields.gone", &json!(1))]),
            vec![],
            "failed NODE_INVALID",
        ),
        (
            json!([engagement("e", "gone", "opened")]),
            vec![],
            "failed NODE_INVALID",
        ),
        (
            json!([mail("a")]),
            vec![("start", "", "gone")],
            "failed GRAPH_INVALID",
        ),
    ];
    for (nodes, ways, ending) in cases {
        let mut run = World::of(program(&nodes, &ways));
        assert_eq!(run.step().last().unwrap(), ending, "{nodes} {ways:?}");
    }
    let mut run = World::of(program(&json!([mail("a")]), &[]));
    run.position.node = Some(99);
    assert_eq!(run.step(), ["failed GRAPH_INVALID"]);
    assert!(compile(&Graph::default()).is_err());
}
