//! The order of the reference: what belongs together stands together.

use super::entry::{Group, Operation};

/// Titles and the first words of the paths below them.
const GROUPS: &[(&str, &[&str])] = &[
    ("Contacts", &["contacts"]),
    ("Fields", &["fields"]),
    ("Audiences", &["audiences"]),
    ("Domains", &["domains"]),
    ("Emails", &["emails", "email-groups", "transactional"]),
    ("Templates and flows", &["templates", "flows"]),
    ("Sends", &["sends"]),
    ("Automations", &["automations", "integrations"]),
    ("Analytics", &["analytics"]),
    ("Brand", &["brand", "brands"]),
    ("Content tools", &["content"]),
    ("Account", &["usage", "help", "api-keys"]),
    ("Workspace", &["chats", "insights", "notifications"]),
];

/// What works first and the older shapes last; else the table's order of paths, with the verbs of one in the
/// order of a resource's life.
pub fn order(path_place: Option<usize>, operation: &Operation) -> impl Ord + use<> {
    let verbs = ["GET", "POST", "PATCH", "PUT", "DELETE"];
    let verb = verbs.iter().position(|verb| *verb == operation.method);
    let is_older = !operation.path.starts_with("/v1/");
    (
        !operation.available,
        is_older,
        path_place,
        verb,
        operation.choice.is_some(),
    )
}

/// Operations that are in order already, under their titles.
pub fn arrange(operations: impl Iterator<Item = (String, Operation)>) -> Vec<Group> {
    let mut groups: Vec<Group> = GROUPS.iter().map(|(title, _)| group(title)).collect();
    for (tag, operation) in operations {
        let title = GROUPS
            .iter()
            .find(|(_, tags)| tags.contains(&tag.as_str()))
            .map_or_else(|| capital(&tag), |(title, _)| (*title).to_owned());
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.operations.push(operation),
            None => groups.push(Group {
                operations: vec![operation],
                ..group(&title)
            }),
        }
    }
    groups.retain(|group| !group.operations.is_empty());
    groups
}

fn group(title: &str) -> Group {
    Group {
        title: title.to_owned(),
        anchor: format!("group-{}", title.to_lowercase().replace(' ', "-")),
        operations: Vec::new(),
    }
}

fn capital(tag: &str) -> String {
    let mut letters = tag.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
