use serde_json::{Value, json};

use super::*;
use crate::automations::automation::issues;
use crate::automations::automation::read::{MAX_GRAPH_CONDITIONS, check};

fn graph(nodes: Vec<Value>) -> Graph {
    let mut all = vec![json!({ "id": "t", "type": "trigger", "config": { "mode": "event" } })];
    all.extend(nodes);
    serde_json::from_value(json!({ "nodes": all, "connections": [] })).unwrap()
}

fn filter(id: &str, fields: &[String]) -> Value {
    let condition = |field: &String| json!({ "field": field, "operator": "exists" });
    let filters: Vec<Value> = fields.iter().map(condition).collect();
    json!({ "id": id, "type": "filter", "config": { "logicalOperator": "and", "filters": filters } })
}

#[test]
fn nodes_with_one_id_do_not_repeat_each_others_problems() {
    let field = |number: usize| vec![format!("contact.customFields.gone{number}")];
    let same = (0..40).map(|number| filter("same", &field(number)));
    let found = blockers(
        &graph(same.collect()),
        &References::default(),
        Purpose::Publish,
    );
    for number in 0..40 {
        let name = format!("`contact.customFields.gone{number}`");
        let about = found.iter().filter(|one| one.message.contains(&name));
        assert_eq!(about.count(), 1, "{name}");
    }
}

#[test]
fn long_lists_end_with_how_many_more_there_are() {
    let nodes =
        (0..400).map(|number| filter(&format!("n{}", number / 2), &["contact.email".to_owned()]));
    let graph = graph(nodes.collect());
    let references = References::default();
    let found = blockers(&graph, &references, Purpose::Publish);
    assert!(found.len() > 400, "{}", found.len());
    let more = format!("({} more are not shown.)", found.len() - 200);
    let problem = refuse(&found).unwrap_err();
    let details = problem.details.unwrap();
    let listed = details["blockers"].as_array().unwrap();
    assert_eq!(listed.len(), 200);
    let last = listed[199]["message"].as_str().unwrap();
    assert!(last.ends_with(&more), "{last}");
    assert!(!listed[198]["message"].as_str().unwrap().contains("more"));
    // Exactly as many as fit are shown as they are.
    let issues = issues::issues(&graph, &references);
    assert_eq!(issues.len(), 200);
    assert_eq!(issues::shown(issues.clone()), issues);
}

#[test]
fn all_nodes_together_ask_for_a_limited_number_of_fields() {
    let full: Vec<String> = (0..100).map(|_| "contact.email".to_owned()).collect();
    let mut nodes: Vec<Value> = (0..MAX_GRAPH_CONDITIONS / 100)
        .map(|number| filter(&format!("f{number}"), &full))
        .collect();
    assert_eq!(check(&graph(nodes.clone())), Ok(()));
    nodes.push(filter("more", &["contact.email".to_owned()]));
    let problem = check(&graph(nodes)).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("nodes"));
}
