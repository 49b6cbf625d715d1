//! One tag of another tool.

use super::any_case::starts_with;
use super::filters::{Filters, unquoted};
use super::table::{COLUMNS, NOTHING, OWNERS, Owner, Syntax, WORDS};
use crate::designs::merge::reserved::VIEW_IN_BROWSER_URL;
use crate::designs::merge::tags;

/// What a tag stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    Text,
    /// An HTML tag, most likely in one of its attributes.
    Tag,
}

impl Within {
    pub(super) fn after(self, text: &str) -> Self {
        match text.as_bytes() {
            [b'<', b'a'..=b'z' | b'A'..=b'Z', ..] => Self::Tag,
            [b'>', ..] => Self::Text,
            _ => self,
        }
    }
}

/// Whose tag it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    Foreign,
    /// Ours or not, it has to be written anew.
    Encoded,
    /// Ours, unless something in it says otherwise.
    Ours,
}

pub(super) struct Found<'a> {
    pub inner: &'a str,
    pub syntax: Syntax,
    pub within: Within,
    pub certainty: Certainty,
}

impl Found<'_> {
    /// What stands there instead; `None`: it stays.
    pub(super) fn translate(&self) -> Option<String> {
        let is_loose = matches!(
            self.syntax,
            Syntax::Braces | Syntax::Statement | Syntax::Stars
        );
        let inner = self.inner.trim();
        if inner.is_empty() || (!is_loose && inner.len() < self.inner.len()) {
            return None;
        }
        match self.syntax {
            Syntax::Statement => self.statement(inner),
            Syntax::Brackets => match inner.split_once(",fallback=") {
                Some((name, fallback)) => {
                    self.tag(column(name).or(full_name(name))?, Some(fallback))
                }
                None => self.tag(self.word(inner)?, None),
            },
            Syntax::Braces if starts_with(inner, "TrackLink ") => {
                Some(track_link(inner)?.to_owned())
            }
            _ => self.property(inner),
        }
    }

    /// `{% unsubscribe 'No more mails' %}` is a whole link.
    fn statement(&self, inner: &str) -> Option<String> {
        let (word, text) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        let ours = self.word(word)?;
        if self.within == Within::Tag || word.ends_with("_link") || word.ends_with("_url") {
            return self.tag(ours, None);
        }
        let text = match unquoted(text.trim()) {
            "" if ours == VIEW_IN_BROWSER_URL => "View in browser",
            "" => "Unsubscribe",
            text => text,
        };
        Some(format!("<a href=\"{{{{ {ours} }}}}\">{text}</a>"))
    }

    fn property(&self, inner: &str) -> Option<String> {
        let (name, filters) = match inner.split_once('|') {
            Some((name, filters)) => (name, Filters::read(filters)),
            None => (inner, Filters::default()),
        };
        let bare = name.trim().trim_start_matches("${").trim_end_matches('}');
        let (bare, fallback) = match bare
            .strip_suffix(['"', '\''])
            .and_then(|_| bare.rsplit_once(':'))
        {
            // `data:city:"Paris"`
            Some((bare, fallback)) => (bare, Some(fallback)),
            None => (bare, filters.fallback),
        };
        if let Some(ours) = self.word(bare) {
            let is_same = ours == bare && self.certainty == Certainty::Ours;
            return if is_same {
                self.own(inner)
            } else {
                self.tag(ours, fallback)
            };
        }
        let certainty = if filters.is_foreign || bare != name.trim() {
            Certainty::Foreign
        } else {
            self.certainty
        };
        let ours = match filters.lookup {
            Some(property) => Some(property),
            None => self.name(bare, certainty),
        };
        match ours {
            Some(ours) => self.tag(ours, fallback),
            None if self.certainty == Certainty::Encoded => {
                self.tag(bare, fallback.or(filters.unclear))
            }
            None => self.own(inner),
        }
    }

    /// What we call a name; `None` if that cannot be said.
    fn name<'n>(&self, name: &'n str, certainty: Certainty) -> Option<&'n str> {
        let is_foreign = certainty == Certainty::Foreign;
        if let Some((prefix, owner)) = OWNERS.iter().find(|(prefix, _)| starts_with(name, prefix)) {
            let property = &name[prefix.len()..];
            return match owner {
                Owner::Contact => {
                    column(property).or((!property.contains('.')).then_some(property))
                }
                Owner::LikelyContact => column(property).or(is_foreign.then_some(name)),
                Owner::Payload => Some(property),
            };
        }
        let is_word =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match self.syntax {
            _ if !is_foreign => None,
            Syntax::Stars | Syntax::Dollar => column(name).or(is_word.then_some(name)),
            // Helpers and sections of other template languages are no names.
            Syntax::Braces => {
                column(name).or((!name.starts_with(['#', '/', '>', '^', '!', '&'])).then_some(name))
            }
            Syntax::DoubleBrackets | Syntax::Percents => column(name).or(full_name(name)),
            Syntax::Statement | Syntax::Brackets | Syntax::Brace => None,
        }
    }

    fn word(&self, word: &str) -> Option<&'static str> {
        let mut word = word.to_ascii_lowercase();
        // One for each language: `UNSUB_LINK_EN`.
        if self.syntax == Syntax::DoubleBrackets && word.starts_with("unsub_link") {
            word.truncate("unsub_link".len());
        }
        let row = WORDS
            .iter()
            .find(|(syntax, words, _)| *syntax == self.syntax && words.contains(&word.as_str()));
        row.map(|(_, _, ours)| *ours)
    }

    /// A tag of ours whose quotes would end the attribute that it stands in.
    fn own(&self, inner: &str) -> Option<String> {
        let is_ours = self.syntax == Syntax::Braces && self.certainty == Certainty::Ours;
        if !is_ours || self.within == Within::Text || !inner.contains(['"', '\'']) {
            return None;
        }
        let (name, fallback) = inner.split_once('|')?;
        self.tag(name.trim(), Some(fallback))
    }

    fn tag(&self, name: &str, fallback: Option<&str>) -> Option<String> {
        if name == NOTHING {
            return Some(String::new());
        }
        let tag = match fallback.map(str::trim) {
            None => format!("{{{{ {name} }}}}"),
            Some(fallback) if self.within == Within::Tag => {
                let fallback = fallback.replace('"', "&quot;").replace('\'', "&#39;");
                format!("{{{{ {name} | {fallback} }}}}")
            }
            Some(fallback) => format!("{{{{ {name} | {fallback} }}}}"),
        };
        // What would be none of ours is better left as it was.
        let is_tag = tags(&tag)
            .next()
            .is_some_and(|found| found.range == (0..tag.len()));
        is_tag.then_some(tag)
    }
}

fn column(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase();
    let row = COLUMNS
        .iter()
        .find(|(names, _)| names.contains(&name.as_str()));
    row.map(|(_, column)| *column)
}

/// A name that other tools have in common, and that a field of ours may have.
fn full_name(name: &str) -> Option<&str> {
    name.eq_ignore_ascii_case("name").then_some(name)
}

/// `TrackLink "https://example.com" .`
fn track_link(inner: &str) -> Option<&str> {
    let quote = inner.find(['"', '\''])?;
    let rest = &inner[quote + 1..];
    rest.split(['"', '\'']).next()
}
