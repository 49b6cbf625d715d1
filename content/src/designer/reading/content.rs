//! What of a prompt stands in the mail.

use super::plans;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Sentence(String),
    /// A line that is no sentence.
    Fragment(String),
    List {
        numbered: bool,
        items: Vec<String>,
    },
    Row {
        label: String,
        value: String,
    },
    /// A new paragraph begins.
    Break,
}

/// All that it says, in one text, line by line.
pub fn text_of(content: &[Content]) -> String {
    joined(content, "\n")
}

/// Facts are looked for in what is meant for the reader alone; links wherever they stand.
pub fn meant(content: &[Content]) -> String {
    // A plan has many days, and none is the day.
    let undated = content.iter().map(|content| match content {
        Content::Row { label, value } if plans::is_label(label) => Content::Fragment(value.clone()),
        other => other.clone(),
    });
    // No fact reaches over the end of a line.
    joined(&undated.collect::<Vec<_>>(), " ;\n")
}

fn joined(content: &[Content], end: &str) -> String {
    let mut all = String::new();
    for content in content {
        match content {
            Content::Sentence(text) | Content::Fragment(text) => all.push_str(text),
            Content::List { items, .. } => all.push_str(&items.join(end)),
            Content::Row { label, value } => all.push_str(&[label, " ", value].concat()),
            Content::Break => {}
        }
        all.push_str(end);
    }
    all
}
