//! What a page says of its owner for machines, in the words of schema.org.

use serde_json::{Map, Value};

use crate::web_page::WebPage;

/// Objects that are taken for an owner.
const OWNERS_MAX: usize = 50;
/// How deep an owner is looked for.
const DEPTH_MAX: usize = 6;

/// Kinds that are no owner though they have a name and perhaps a logo.
pub(super) const OTHERS: [&str; 16] = [
    "Product",
    "Offer",
    "AggregateOffer",
    "Article",
    "NewsArticle",
    "BlogPosting",
    "BreadcrumbList",
    "ListItem",
    "ItemList",
    "Review",
    "Person",
    "ImageObject",
    "VideoObject",
    "WebPage",
    "SearchAction",
    "Event",
];

/// The objects that may be the owner of a page, the surest first.
pub(super) fn owners(page: &WebPage) -> Vec<&Map<String, Value>> {
    let mut found = Vec::new();
    for told in &page.data {
        gather(told, DEPTH_MAX, &mut found);
    }
    found.sort_by_key(|owner| rank(owner));
    found
}

fn gather<'v>(told: &'v Value, depth: usize, found: &mut Vec<&'v Map<String, Value>>) {
    if depth == 0 {
        return;
    }
    match told {
        Value::Array(values) => values
            .iter()
            .for_each(|value| gather(value, depth - 1, found)),
        Value::Object(fields) => {
            if rank(fields) < NOBODY && found.len() < OWNERS_MAX {
                found.push(fields);
            }
            for name in [
                "@graph",
                "publisher",
                "mainEntity",
                "about",
                "parentOrganization",
            ] {
                if let Some(inner) = fields.get(name) {
                    gather(inner, depth - 1, found);
                }
            }
        }
        _ => {}
    }
}

const NOBODY: usize = 3;

fn rank(fields: &Map<String, Value>) -> usize {
    let kinds = match fields.get("@type") {
        Some(Value::String(kind)) => vec![kind.as_str()],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return NOBODY,
    };
    let is = |name: &str| {
        kinds
            .iter()
            .any(|kind| kind.rsplit('/').next() == Some(name))
    };
    if OTHERS.iter().any(|other| is(other)) {
        NOBODY
    } else if is("WebSite") {
        2
    } else if is("Organization") || is("Corporation") {
        0
    } else {
        // A shop, a restaurant, a club: there are hundreds of words for them, and all have an address.
        usize::from(!fields.contains_key("address"))
    }
}

/// A text, or the first of several.
pub(super) fn text<'v>(fields: &'v Map<String, Value>, name: &str) -> Option<&'v str> {
    let value = match fields.get(name)? {
        Value::Array(values) => values.first()?,
        value => value,
    };
    value
        .as_str()
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

/// The address of a picture, which may be an object.
pub(super) fn picture(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let value = match fields.get(name)? {
        Value::Array(values) => values.first()?,
        value => value,
    };
    match value {
        Value::String(address) => Some(address.clone()),
        Value::Object(inner) => {
            let address = text(inner, "url").or_else(|| text(inner, "contentUrl"));
            address.map(str::to_owned)
        }
        _ => None,
    }
}

pub(super) fn texts<'v>(fields: &'v Map<String, Value>, name: &str) -> Vec<&'v str> {
    match fields.get(name) {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one],
        _ => Vec::new(),
    }
}

/// The first object, of several.
pub(super) fn object<'v>(
    fields: &'v Map<String, Value>,
    name: &str,
) -> Option<&'v Map<String, Value>> {
    match fields.get(name)? {
        Value::Array(values) => values.first()?.as_object(),
        value => value.as_object(),
    }
}
