use super::*;

#[test]
fn a_split_takes_the_first_branch_that_holds() {
    let branch = |id: &str, value: &str| {
        json!({ "id": id, "logicalOperator": "and", "filters": [
        { "field": "payload.plan", "operator": "contains", "value": value }] })
    };
    let split = json!({ "id": "s", "type": "split", "config": { "mode": "condition",
        "branches": [branch("pro", "pro"), branch("any", "p")], "elseBranch": "rest" } });
    let nodes = json!([split, mail("a"), mail("b"), mail("c")]);
    let ways = [
        ("s", "pro", "a"),
        ("s", "any", "b"),
        ("s", "rest", "c"),
        ("a", "", "c"),
        ("b", "", "c"),
    ];
    for (plan, way) in [("pro", "pro"), ("plus", "any"), ("free", "rest")] {
        let mut run = World::of(program(&nodes, &ways));
        run.payload = json!({ "plan": plan });
        assert_eq!(run.step()[0], format!("completed s/{way}"));
    }
}

#[test]
fn shares_are_kept_and_stable() {
    let share = |id: &str, part: f64| json!({ "id": id, "percentage": part });
    let split = |id: &str| {
        json!({ "id": id, "type": "split", "config": { "mode": "percentage",
        "branches": [share("a", 20.0), share("never", 0.0), share("b", 30.0), share("c", 50.0)] } })
    };
    let nodes = json!([split("s"), mail("m")]);
    let ways = [
        ("s", "a", "m"),
        ("s", "never", "m"),
        ("s", "b", "m"),
        ("s", "c", "m"),
    ];
    let mut counts = std::collections::BTreeMap::new();
    for number in 0..10_000 {
        let mut run = World::of(program(&nodes, &ways));
        run.email = Box::leak(format!("p{number}@example.com").into_boxed_str());
        let way = run.step()[0].clone();
        run.position = RunPosition::default();
        run.now += 12 * HOUR;
        assert_eq!(run.step()[0], way);
        *counts.entry(way).or_insert(0_i32) += 1;
    }
    let parts: Vec<i32> = counts.values().copied().collect();
    assert_eq!(counts.len(), 3, "{counts:?}");
    for (found, expected) in parts.into_iter().zip([2_000, 3_000, 5_000]) {
        assert!((found - expected).abs() < 200, "{counts:?}");
    }
    // Pinned: a change of the hash would send everybody another way.
    let bucket = split::bucket("auto_1", "s", "ada@example.com");
    assert_eq!(format!("{bucket:.6}"), "69.602793");
}
