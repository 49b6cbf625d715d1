mod grammar;
mod links;
mod properties;
mod rendering;
mod size;
mod urls;

use jiff::tz::TimeZone;

use super::{Template, Value};

/// Renders with texts for names.
fn render(template: &Template, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let lookup = |name: &str| {
        let value = values.iter().find(|(known, _)| *known == name);
        value.map(|(_, text)| Value::Text(text))
    };
    template.render(&TimeZone::UTC, lookup, &mut out);
    out
}
