//! What stands beside the reference: the search, and every route under its group.

use std::collections::BTreeSet;

use super::entry::{Group, Operation};
use super::fields::{Field, Line};
use super::operation::verb;
use super::reference::Reference;
use crate::style::escape;

/// The parts of the introduction, as `assets/introduction.html` has them.
const PARTS: &[(&str, &str)] = &[
    ("start", "Start here"),
    ("authentication", "Authentication"),
    ("requests", "Requests and answers"),
    ("pagination", "Pagination"),
    ("errors", "Errors"),
    ("rate-limits", "Rate limits"),
    ("idempotency", "Idempotency"),
    ("credits", "Credits"),
    ("filters", "Filters"),
];

pub fn side(reference: &Reference) -> String {
    let parts: String = PARTS.iter().map(part).collect();
    let groups: String = reference.groups.iter().map(group).collect();
    // The script shows the search: without one it would do nothing.
    format!(
        "<aside class=\"side\"><search class=\"search\" hidden><label for=\"search\">Search the routes</label>\
         <input id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"Path, word or field\" aria-controls=\"routes\"><kbd aria-hidden=\"true\">/</kbd>\
         <p class=\"found\" role=\"status\"></p></search>\
         <details class=\"menu\"><summary>Contents</summary><nav id=\"routes\" aria-label=\"Reference\">\
         <div class=\"part\"><p class=\"title\">Introduction</p><ul>{parts}</ul></div>{groups}\
         <p class=\"nothing\" hidden>No route has that. Try a part of a path, a verb, or the name of a field.</p>\
         </nav></details></aside>"
    )
}

fn part((anchor, title): &(&str, &str)) -> String {
    format!("<li><a href=\"#{anchor}\">{title}</a></li>")
}

fn group(group: &Group) -> String {
    let links: String = group.operations.iter().map(link).collect();
    format!(
        "<div class=\"part\"><p class=\"title\"><a href=\"#{}\">{}</a></p><ul>{links}</ul></div>",
        escape(&group.anchor),
        escape(&group.title)
    )
}

fn link(operation: &Operation) -> String {
    format!(
        "<li><a{later} href=\"#{anchor}\" data-path=\"{path}\" data-fields=\"{fields}\">{verb}<span>{summary}</span></a></li>",
        later = if operation.available {
            ""
        } else {
            " class=\"later\""
        },
        anchor = escape(&operation.anchor),
        path = escape(operation.path),
        fields = escape(&names(operation)),
        verb = verb(&operation.method),
        summary = escape(operation.summary),
    )
}

/// Every field that the operation takes or gives, to be searched.
fn names(operation: &Operation) -> String {
    let answers = operation.answers.iter().flat_map(|answer| &answer.fields);
    let nested = operation
        .body
        .iter()
        .chain(answers)
        .filter_map(|line| match line {
            Line::Field(field) => Some(field),
            Line::Form { .. } => None,
        });
    let names: BTreeSet<&str> = operation
        .path_fields
        .iter()
        .chain(&operation.query_fields)
        .chain(nested)
        .map(|field: &Field| field.name.as_str())
        .collect();
    names.into_iter().collect::<Vec<_>>().join(" ")
}
