//! Fields as a table of two columns, which fits a phone as it is.

use super::fields::{Field, Line};
use crate::style::{escape, prose};

/// Which words mark a field.
#[derive(Clone, Copy)]
pub enum Marks {
    /// What a caller must send.
    Required,
    /// What an answer may lack.
    Optional,
}

pub fn of_fields(caption: &str, fields: &[Field]) -> String {
    let rows: String = fields
        .iter()
        .map(|field| row(field, Marks::Required))
        .collect();
    table(caption, &rows)
}

pub fn of_lines(caption: &str, lines: &[Line], marks: Marks) -> String {
    let rows: String = lines
        .iter()
        .map(|line| match line {
            Line::Field(field) => row(field, marks),
            Line::Form { depth, title } => {
                format!("<tr class=\"form\"><th colspan=\"2\" scope=\"rowgroup\" class=\"d{depth}\">{}</th></tr>", escape(title))
            }
        })
        .collect();
    table(caption, &rows)
}

fn table(caption: &str, rows: &str) -> String {
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<table class=\"fields\"><caption>{}</caption><tbody>{rows}</tbody></table>",
        escape(caption)
    )
}

fn row(field: &Field, marks: Marks) -> String {
    let mark = match (marks, field.required) {
        (Marks::Required, true) => "<b class=\"required\">required</b>",
        (Marks::Optional, false) => "<span class=\"optional\">may be absent</span>",
        _ => "",
    };
    let default = field
        .default
        .as_ref()
        .map(|value| format!("default `{value}`"));
    let limits = field.limits.iter().chain(&default);
    format!(
        "<tr><th scope=\"row\" class=\"d{depth}\"><code>{name}</code>{mark}</th>\
         <td><p class=\"kind\">{kind}{limits}</p>{description}{words}</td></tr>",
        depth = field.depth,
        name = escape(&field.name),
        kind = escape(&field.kind),
        limits = limits.map(|one| limit(one)).collect::<String>(),
        description = paragraph(&field.description),
        words = words(&field.words),
    )
}

fn limit(text: &str) -> String {
    format!("<span class=\"limit\">{}</span>", prose(text))
}

fn paragraph(description: &str) -> String {
    match description {
        "" => String::new(),
        text => format!("<p>{}</p>", prose(text)),
    }
}

fn words(words: &[String]) -> String {
    if words.is_empty() {
        return String::new();
    }
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("<code>{}</code>", escape(word)))
        .collect();
    format!("<p class=\"words\">{}</p>", words.join(" "))
}
