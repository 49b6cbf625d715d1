//! A request that works as it stands, and how `curl` sends it.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::Value;

use super::json;
use crate::style::escape;

/// The body stands below its flag.
const BODY_INDENT: usize = 1;

/// What would end a word of a query, or of the shell's string around it.
const QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'$')
    .add(b'&')
    .add(b'+')
    .add(b'`')
    .add(b'\\');

pub struct Request {
    pub method: String,
    /// With its query. An id that only the caller can know is a variable of the shell: `$AUDIENCE_ID`.
    pub target: String,
    pub body: Option<Body>,
}

pub enum Body {
    Json(Value),
    /// Any other kind of content: its media type and the text.
    Text(String, String),
}

impl Body {
    pub fn media_type(&self) -> &str {
        match self {
            Self::Json(_) => "application/json",
            Self::Text(kind, _) => kind,
        }
    }
}

impl Request {
    /// The command as text.
    pub fn curl(&self, base_url: &str) -> String {
        let body = match &self.body {
            Some(Body::Json(value)) => shell_safe(&json::pretty(value, BODY_INDENT), "'"),
            Some(Body::Text(_, text)) => shell_safe(text, "'"),
            None => return self.head(base_url),
        };
        format!("{}'{body}'", self.head(base_url))
    }

    /// The same as HTML, with the body's JSON coloured.
    pub fn curl_html(&self, base_url: &str) -> String {
        let quote = escape("'");
        let body = match &self.body {
            Some(Body::Json(value)) => shell_safe(&json::html(value, BODY_INDENT), &quote),
            Some(Body::Text(_, text)) => shell_safe(&escape(text), &quote),
            None => return escape(&self.head(base_url)),
        };
        format!("{}{quote}{body}{quote}", escape(&self.head(base_url)))
    }

    /// Everything before the body.
    fn head(&self, base_url: &str) -> String {
        let verb = match self.method.as_str() {
            "GET" => String::new(),
            verb => format!("-X {verb} "),
        };
        let mut lines = vec![
            format!("curl {verb}\"{base_url}{}\"", self.target),
            "-H \"Authorization: Bearer $POSTRIDER_KEY\"".to_owned(),
        ];
        if let Some(body) = &self.body {
            lines.push(format!("-H \"Content-Type: {}\"", body.media_type()));
            let flag = match body {
                Body::Json(_) => "-d ",
                Body::Text(..) => "--data-binary ",
            };
            lines.push(flag.to_owned());
        }
        lines.join(" \\\n  ")
    }

    /// The variables that the caller sets first.
    pub fn variables(&self) -> Vec<&str> {
        let ends = |c: char| !(c.is_ascii_uppercase() || c == '_');
        self.target
            .split('$')
            .skip(1)
            .filter_map(|rest| rest.split(ends).next())
            .collect()
    }
}

/// `name=value` pairs; a list is written with commas.
pub fn query(pairs: &[(String, Value)]) -> String {
    let text = |value: &Value| match value {
        Value::String(text) => utf8_percent_encode(text, QUERY).to_string(),
        other => other.to_string(),
    };
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(name, value)| match value {
            Value::Array(list) => {
                let words: Vec<String> = list.iter().map(text).collect();
                format!("{name}={}", words.join(","))
            }
            value => format!("{name}={}", text(value)),
        })
        .collect();
    match pairs.as_slice() {
        [] => String::new(),
        pairs => format!("?{}", pairs.join("&")),
    }
}

/// `audienceId` as `$AUDIENCE_ID`.
pub fn variable(name: &str) -> String {
    let mut variable = String::from("$");
    for letter in name.chars() {
        if letter.is_uppercase() {
            variable.push('_');
        }
        variable.extend(letter.to_uppercase());
    }
    variable
}

/// Text that may stand between single quotes; `quote` is how such a one is written in it.
fn shell_safe(text: &str, quote: &str) -> String {
    text.replace(quote, &format!("{quote}\\{quote}{quote}"))
}
