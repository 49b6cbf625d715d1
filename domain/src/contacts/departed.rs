//! People who were deleted, taken out of texts that name them: replies of mail servers, answers that are kept, lists.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use serde_json::{Map, Value, json};

use super::address::ascii_domain;

/// In place of an address that stood in a sentence.
const REMOVED: &str = "(deleted)";
/// What is kept of an event that strangers wrote about a person, or that the person wrote.
const PERSONAL: [&str; 3] = ["smtpReply", "subject", "reporter"];

/// Addresses that no text may name any more. However many they are, a text is read once.
#[derive(Clone, Debug, Default)]
pub struct Departed {
    /// What stands before the `@`, by what stands behind it; both in lower case.
    by_domain: HashMap<String, Vec<String>>,
}

/// What became of a JSON value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cleared {
    Untouched,
    /// Something in it is gone.
    InPart,
    /// It is about one of them.
    Whole,
}

impl Departed {
    pub fn new<'a>(addresses: impl IntoIterator<Item = &'a str>) -> Self {
        let mut by_domain: HashMap<String, Vec<String>> = HashMap::new();
        for address in addresses {
            if let Some((local, domain)) = address.to_ascii_lowercase().rsplit_once('@') {
                let locals = by_domain.entry(domain.to_owned()).or_default();
                locals.push(local.to_owned());
            }
        }
        Self { by_domain }
    }

    pub fn is_empty(&self) -> bool {
        self.by_domain.is_empty()
    }

    pub fn are_named(&self, text: &str) -> bool {
        !self.is_empty() && !self.found(text).is_empty()
    }

    /// The text without their addresses; nothing if it names none of them.
    pub fn taken_out(&self, text: &str) -> Option<String> {
        let found = self.found(text);
        let first = found.first()?;
        let mut rest = text[..first.start].to_owned();
        for (at, place) in found.iter().enumerate() {
            rest.push_str(REMOVED);
            let next = found.get(at + 1).map_or(text.len(), |next| next.start);
            rest.push_str(text.get(place.end..next).unwrap_or_default());
        }
        Some(rest)
    }

    /// JSON without them: what is about one of them leaves its list, or says no more than that it is deleted. Nothing if
    /// it names none of them. What is no JSON goes as a whole.
    pub fn taken_out_of_json(&self, text: &str) -> Option<String> {
        if !self.are_named(text) {
            return None;
        }
        let mut value = serde_json::from_str(text).unwrap_or(Value::Null);
        if self.clear(&mut value) == Cleared::Whole {
            value = gone(&value);
        }
        Some(value.to_string())
    }

    /// What an event of one of them keeps; nothing if that is all.
    pub fn taken_out_of_event(&self, detail: &str) -> Option<String> {
        let Ok(Value::Object(mut said)) = serde_json::from_str(detail) else {
            return None;
        };
        let before = said.len();
        said.retain(|key, value| !PERSONAL.contains(&key.as_str()) && !self.leads_to(value));
        let is_less = said.len() < before;
        let rest = Value::Object(said).to_string();
        self.taken_out(&rest).or_else(|| is_less.then_some(rest))
    }

    /// Whether it is a link that was made for one of them.
    fn leads_to(&self, value: &Value) -> bool {
        let Value::String(text) = value else {
            return false;
        };
        if !text.contains("://") {
            return false;
        }
        let plain = text.to_ascii_lowercase();
        self.are_named(&plain.replace("%40", "@").replace("%2b", "+"))
    }

    fn clear(&self, value: &mut Value) -> Cleared {
        match value {
            Value::String(text) if self.are_named(text) => Cleared::Whole,
            Value::Array(values) => {
                let before = values.len();
                let mut cleared = Cleared::Untouched;
                values.retain_mut(|value| match self.clear(value) {
                    Cleared::Whole => false,
                    Cleared::InPart => {
                        cleared = Cleared::InPart;
                        true
                    }
                    Cleared::Untouched => true,
                });
                if values.len() < before {
                    cleared = Cleared::InPart;
                }
                cleared
            }
            Value::Object(fields) => self.clear_object(fields),
            _ => Cleared::Untouched,
        }
    }

    /// A field that names them says whom all of its object is about.
    fn clear_object(&self, fields: &mut Map<String, Value>) -> Cleared {
        let is_about = |(key, value): (&String, &Value)| {
            self.are_named(key) || value.as_str().is_some_and(|text| self.are_named(text))
        };
        if fields.iter().any(is_about) {
            return Cleared::Whole;
        }
        let mut cleared = Cleared::Untouched;
        for value in fields.values_mut() {
            match self.clear(value) {
                Cleared::Untouched => {}
                Cleared::InPart => cleared = Cleared::InPart,
                Cleared::Whole => {
                    *value = gone(value);
                    cleared = Cleared::InPart;
                }
            }
        }
        cleared
    }

    /// What stands before the `@` of theirs at a domain, in whichever spelling.
    fn locals_at(&self, domain: &str) -> Option<&Vec<String>> {
        if domain.is_ascii() {
            return self.by_domain.get(domain);
        }
        self.by_domain.get(&ascii_domain(domain).ok()?)
    }

    /// Where the addresses stand.
    fn found(&self, text: &str) -> Vec<Range<usize>> {
        let lower: Cow<'_, str> = if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
        let mut found: Vec<Range<usize>> = Vec::new();
        for (at, _) in lower.match_indices('@') {
            let behind = &lower[at + 1..];
            let end = behind.find(|c| !is_of_domain(c)).unwrap_or(behind.len());
            let domain = behind[..end].trim_end_matches(['.', '-']);
            let Some(locals) = self.locals_at(domain) else {
                continue;
            };
            let before = &lower[..at];
            let is_whole = |local: &&String| {
                let rest = before.strip_suffix(local.as_str());
                rest.is_some_and(|rest| !rest.ends_with(is_of_local))
            };
            if let Some(local) = locals.iter().find(is_whole) {
                found.push(at - local.len()..at + 1 + domain.len());
            }
        }
        found
    }
}

fn gone(value: &Value) -> Value {
    match value {
        Value::Object(_) => json!({ "deleted": true }),
        _ => Value::String(String::new()),
    }
}

fn is_of_domain(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '.' | '-') || !char.is_ascii()
}

/// What joins two words to one local part: an address that ends like another one is not it.
fn is_of_local(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '.' | '+' | '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ada() -> Departed {
        Departed::new(["ada@example.com", "o'neil+news@example.org"])
    }

    #[test]
    fn texts_lose_the_address_and_nothing_else() {
        for (text, rest) in [
            (
                "550 <ada@example.com> unknown",
                Some("550 <(deleted)> unknown"),
            ),
            ("550 ADA@Example.COM.", Some("550 (deleted).")),
            (
                "to=ada@example.com,ada@example.com",
                Some("to=(deleted),(deleted)"),
            ),
            ("o'neil+news@example.org: no", Some("(deleted): no")),
            ("grace@example.com", None),
            ("nada@example.com x.ada@example.com", None),
            ("ada@example.com.au ada@mail.example.com", None),
            ("ada at example.com @ ada@", None),
            ("", None),
        ] {
            assert_eq!(ada().taken_out(text).as_deref(), rest, "{text}");
        }
        assert_eq!(Departed::default().taken_out("ada@example.com"), None);
        let abroad = Departed::new(["ada@xn--bcher-kva.example"]);
        for text in [
            "550 ada@bücher.example!",
            "550 ada@XN--bcher-kva.example!",
            "550 Ada@BÜCHER.example!",
        ] {
            assert_eq!(abroad.taken_out(text).as_deref(), Some("550 (deleted)!"));
        }
    }

    #[test]
    fn json_loses_what_is_about_them() {
        for (json, rest) in [
            (
                r#"{"email":"ada@example.com","firstName":"Ada"}"#,
                Some(r#"{"deleted":true}"#),
            ),
            (
                r#"{"contact":{"email":"ada@example.com","customFields":{"plan":"Pro"}},"created":true}"#,
                Some(r#"{"contact":{"deleted":true},"created":true}"#),
            ),
            (
                r#"{"results":[{"email":"ada@example.com"},{"email":"grace@example.com"}],"n":2}"#,
                Some(r#"{"n":2,"results":[{"email":"grace@example.com"}]}"#),
            ),
            (
                r#"["ada@example.com","grace@example.com"]"#,
                Some(r#"["grace@example.com"]"#),
            ),
            (r#"[["ada@example.com"],[7]]"#, Some("[[],[7]]")),
            (r#""ada@example.com""#, Some(r#""""#)),
            ("ada@example.com, no JSON", Some("null")),
            (r#"{"email":"grace@example.com"}"#, None),
        ] {
            let found = ada().taken_out_of_json(json);
            let (found, rest) = (found.as_deref(), rest);
            let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap();
            assert_eq!(found.map(parsed), rest.map(parsed), "{json}");
        }
    }

    #[test]
    fn events_lose_what_strangers_said() {
        for (detail, rest) in [
            (
                r#"{"bounceType":"hard","smtpReply":"550 no ada here"}"#,
                Some(r#"{"bounceType":"hard"}"#),
            ),
            (
                r#"{"subject":"Away","autoReply":true}"#,
                Some(r#"{"autoReply":true}"#),
            ),
            (
                r#"{"url":"https://a.test/?m=ada%40example.com"}"#,
                Some("{}"),
            ),
            (r#"{"url":"https://a.test/"}"#, None),
            (r#"{"machineReason":"prefetch"}"#, None),
            (
                r#"{"error":{"code":"X","message":"ada@example.com is full"}}"#,
                Some(r#"{"error":{"code":"X","message":"(deleted) is full"}}"#),
            ),
        ] {
            let found = ada().taken_out_of_event(detail);
            assert_eq!(found.as_deref(), rest, "{detail}");
        }
        let reply = r#"{"smtpReply":"550"}"#;
        let unknown = Departed::default().taken_out_of_event(reply);
        assert_eq!(unknown.as_deref(), Some("{}"));
    }
}
