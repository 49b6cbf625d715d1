use serde_json::json;

use super::*;
use crate::automations::automation::references::{Design, DesignVersion};
use crate::designs::design::{EmailStatus, UsedTag};

fn references(tags: usize) -> References {
    let design = Design {
        number: 1,
        public_id: "e".to_owned(),
        kind: EmailType::Automation,
        status: EmailStatus::Ready,
        preview_text: None,
    };
    let tag = |number: usize| UsedTag {
        name: format!("tag{number}"),
        fallback: false,
    };
    let version = DesignVersion {
        number: 2,
        design: design.clone(),
        preview_text: None,
        tags: (0..tags).map(tag).collect(),
        has_placeholder: false,
    };
    References {
        designs: [("e".to_owned(), design)].into(),
        versions: [("v".to_owned(), version)].into(),
        ..References::default()
    }
}

fn mails(subjects: &[&str]) -> Graph {
    let mails = subjects.iter().enumerate().map(|(number, subject)| {
        json!({ "id": format!("m{number}"), "type": "sendEmail", "config": {
            "emailId": "e", "emailVersionId": "v", "subject": subject } })
    });
    let nodes: Vec<serde_json::Value> = mails.collect();
    serde_json::from_value(json!({ "nodes": nodes, "connections": [] })).unwrap()
}

#[test]
fn the_tags_of_a_version_are_listed_once() {
    let graph = mails(&["Hi", "Hi {{ tag1 }}", "Hi {{ own }}"]);
    let uses = Uses::of(&graph, &references(3));
    let listed: Vec<(&str, &str)> = uses
        .tags
        .iter()
        .map(|tag| (tag.node.as_str(), tag.name.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("m0", "tag0"),
            ("m0", "tag1"),
            ("m0", "tag2"),
            ("m2", "own")
        ]
    );
    assert_eq!(uses.emails.len(), 3);
}

#[test]
fn more_names_than_can_be_looked_through_are_refused() {
    let refused = |uses: &Uses| uses.check().err().and_then(|problem| problem.param);
    let graph = mails(&["Hi"]);
    assert_eq!(refused(&Uses::of(&graph, &references(MAX_NAMES))), None);
    let uses = Uses::of(&graph, &references(MAX_NAMES + 1));
    assert_eq!(refused(&uses).as_deref(), Some("nodes"));
    // However many there are, no more are kept than it takes to refuse them.
    let uses = Uses::of(&graph, &references(10 * MAX_TAG_USES));
    assert_eq!(uses.tags.len(), MAX_TAG_USES + 1);
    let keys = |count: usize| Uses {
        payload_keys: (0..count)
            .map(|number| TagUse {
                node: "f".to_owned(),
                name: format!("key{number}"),
            })
            .collect(),
        ..Uses::default()
    };
    assert_eq!(refused(&keys(MAX_NAMES)), None);
    assert_eq!(refused(&keys(MAX_NAMES + 1)).as_deref(), Some("nodes"));
}
