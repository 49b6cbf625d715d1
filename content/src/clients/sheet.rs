//! What a client makes of a style sheet.

use super::declaration::{Reading, is_unreadable_to_gmail, understood};
use super::profiles::Scheme;
use super::selector::{Selector, selectors};
use super::stated::Place;
use super::support::Kind;
use crate::html::css::{self, lex};

/// What a brace has opened.
enum Block {
    /// Rules stand in it.
    Group {
        is_media: bool,
    },
    /// Declarations stand in it, about elements of a name or any.
    Rule {
        element: Option<String>,
        is_for_dark: bool,
    },
    /// Something else that is kept as it is: a font, a key frame.
    Whole,
    Dropped,
}

/// An open block, and where it begins in what is written.
struct Open {
    block: Block,
    start: usize,
    inside: usize,
}

/// The style sheet as the client understands it.
pub(super) fn understood_sheet(source: &str, reading: &mut Reading) -> String {
    let mut writer = Writer {
        reading,
        out: String::with_capacity(source.len()),
        open: Vec::new(),
        dropped: 0,
        groups: 0,
        statement: String::new(),
    };
    for lexeme in lex(source) {
        let text = &source[lexeme.range];
        match (lexeme.kind, text) {
            // Where nothing stood between two names they must not become one.
            (css::Kind::Comment, _) => writer.statement.push(' '),
            (css::Kind::Delimiter, "{") => writer.begin(),
            (css::Kind::Delimiter, "}") => writer.end(),
            (css::Kind::Delimiter, _) => writer.statement(),
            _ => writer.statement.push_str(text),
        }
    }
    writer.statement();
    while !writer.open.is_empty() {
        writer.end();
    }
    writer.out
}

struct Writer<'r> {
    reading: &'r mut Reading,
    out: String,
    open: Vec<Open>,
    /// How many of what is open are dropped.
    dropped: usize,
    groups: usize,
    statement: String,
}

impl Writer<'_> {
    fn begin(&mut self) {
        let prelude = std::mem::take(&mut self.statement);
        let prelude = prelude
            .trim()
            .trim_start_matches("<!--")
            .trim_start_matches("-->")
            .trim();
        let start = self.out.len();
        let block = if self.dropped > 0 {
            Block::Dropped
        } else if let Some(rule) = prelude.strip_prefix('@') {
            self.at_rule(rule)
        } else {
            self.rule(prelude)
        };
        self.dropped += usize::from(matches!(block, Block::Dropped));
        self.groups += usize::from(matches!(block, Block::Group { is_media: true }));
        self.open.push(Open {
            block,
            start,
            inside: self.out.len(),
        });
    }

    fn end(&mut self) {
        self.statement();
        let Some(open) = self.open.pop() else {
            return;
        };
        match open.block {
            Block::Dropped => self.dropped -= 1,
            _ if self.out.len() == open.inside => self.out.truncate(open.start),
            _ => self.out.push('}'),
        }
        self.groups -= usize::from(matches!(open.block, Block::Group { is_media: true }));
    }

    /// A rule of which nothing is dropped is written as it was.
    fn rule(&mut self, prelude: &str) -> Block {
        if matches!(
            self.open.last(),
            Some(Open {
                block: Block::Whole,
                ..
            })
        ) {
            // The steps of an animation.
            self.out.push_str(prelude);
            self.out.push('{');
            return Block::Whole;
        }
        let is_nested = matches!(
            self.open.last(),
            Some(Open {
                block: Block::Rule { .. },
                ..
            })
        );
        if is_nested && !self.reading.knows(Kind::Selector, "nesting") {
            return Block::Dropped;
        }
        let mut kept: Vec<&str> = Vec::new();
        let mut elements: Vec<Option<&str>> = Vec::new();
        for source in selectors(prelude) {
            let is_gmail = self.reading.client.program.is_gmail();
            let source = match after_gmails_mark(source) {
                Some(rest) if is_gmail => rest,
                _ => source,
            };
            let selector = Selector::read(source);
            if let Some((kind, name)) = selector.unknown(self.reading.client.program) {
                self.reading.notes.ignored(kind, name);
            } else {
                kept.push(selector.source);
                elements.push(selector.element);
            }
        }
        if kept.is_empty() {
            return Block::Dropped;
        }
        let element =
            elements[0].filter(|first| elements.iter().all(|element| *element == Some(first)));
        self.out.push_str(&kept.join(","));
        self.out.push('{');
        Block::Rule {
            element: element.map(str::to_owned),
            is_for_dark: kept.iter().all(|selector| selector.contains("[data-ogs")),
        }
    }

    fn at_rule(&mut self, rule: &str) -> Block {
        let end = rule.find(|next: char| !next.is_ascii_alphanumeric() && next != '-');
        let (name, asked) = rule.split_at(end.unwrap_or(rule.len()));
        let name = name.to_ascii_lowercase();
        let plain = name
            .trim_start_matches("-webkit-")
            .trim_start_matches("-moz-");
        if !self.reading.knows(Kind::At, plain) {
            return Block::Dropped;
        }
        let is_media = name == "media";
        let asked = match is_media.then(|| understood_query(asked, self.reading)) {
            Some(None) => return Block::Dropped,
            Some(Some(query)) => query,
            None => asked.to_owned(),
        };
        // What is asked inside of what is asked, Outlook takes out.
        let is_outlook = self.reading.client.family == super::profiles::Family::Outlook;
        if is_media && is_outlook && self.groups > 0 {
            self.reading
                .notes
                .add("Ignores `@media` inside `@media`".to_owned());
            return Block::Dropped;
        }
        self.out.push('@');
        self.out.push_str(&name);
        self.out.push_str(&asked);
        self.out.push('{');
        match plain {
            "media" | "supports" | "layer" | "container" | "scope" => Block::Group { is_media },
            _ => Block::Whole,
        }
    }

    /// What ends with a semicolon or before a brace.
    fn statement(&mut self) {
        let statement = std::mem::take(&mut self.statement);
        let statement = statement
            .trim()
            .trim_start_matches("<!--")
            .trim_end_matches("-->")
            .trim();
        if statement.is_empty() || self.dropped > 0 {
            return;
        }
        let kept = match self.open.last().map(|open| &open.block) {
            None | Some(Block::Group { .. } | Block::Whole) => self.outside(statement),
            Some(Block::Rule {
                element,
                is_for_dark,
            }) => {
                let place = if *is_for_dark {
                    Place::DarkRule(element.as_deref())
                } else {
                    Place::Rule(element.as_deref())
                };
                understood(statement, place, self.reading)
            }
            Some(Block::Dropped) => None,
        };
        if let Some(kept) = kept {
            self.out.push_str(&kept);
            self.out.push(';');
        }
    }

    /// A statement that is no declaration of a rule: `@import`, or what a font is.
    fn outside(&mut self, statement: &str) -> Option<String> {
        let name = statement.strip_prefix('@').map(|rule| {
            let end = rule.find(|next: char| !next.is_ascii_alphabetic());
            rule[..end.unwrap_or(rule.len())].to_ascii_lowercase()
        });
        let is_known = name.is_none_or(|name| self.reading.knows(Kind::At, &name));
        is_known.then(|| statement.to_owned())
    }
}

/// `u + .body` is how mails tell that they are shown by Gmail, which puts a `u` before the body.
fn after_gmails_mark(selector: &str) -> Option<&str> {
    let joint = selector.strip_prefix(['u', 'U'])?.trim_start();
    Some(joint.strip_prefix(['+', '~'])?.trim_start())
}

/// A media query that says for itself whether the client is dark; nothing if the client does not know what it asks.
pub(super) fn understood_query(query: &str, reading: &mut Reading) -> Option<String> {
    let lower = query.to_ascii_lowercase();
    for name in [
        "prefers-color-scheme",
        "prefers-reduced-motion",
        "orientation",
        "hover",
        "device-pixel-ratio",
    ] {
        if lower.contains(name) && !reading.knows(Kind::Media, name) {
            return None;
        }
    }
    let is_gmail = reading.client.program.is_gmail();
    if is_gmail && (lower.contains("-height") || lower.contains("(height")) {
        reading
            .notes
            .add("Ignores `@media` about heights".to_owned());
        return None;
    }
    if !lower.contains("prefers-color-scheme") {
        return Some(query.to_owned());
    }
    let is_dark = reading.client.scheme != Scheme::Light;
    let mut answered = String::with_capacity(query.len());
    let mut at = 0;
    while let Some(found) = lower[at..].find("prefers-color-scheme") {
        let name = at + found;
        let before = lower[at..name].trim_end();
        if !before.ends_with('(') {
            let behind = name + "prefers-color-scheme".len();
            answered.push_str(&query[at..behind]);
            at = behind;
            continue;
        }
        let start = at + before.len() - 1;
        let end = lower[start..]
            .find(')')
            .map_or(query.len(), |end| start + end + 1);
        answered.push_str(&query[at..start]);
        let asks_dark = lower[start..end].contains("dark");
        let holds = !lower[start..end].contains(':') || asks_dark == is_dark;
        answered.push_str(if holds {
            "(min-width:0px)"
        } else {
            "(max-width:0px)"
        });
        at = end;
    }
    answered.push_str(&query[at..]);
    Some(answered)
}

/// Why Gmail drops a style sheet whole: what stands in one that it cannot read.
pub(super) fn unreadable_to_gmail(source: &str) -> Option<&'static str> {
    let mut open = 0_usize;
    let mut statement = String::new();
    for lexeme in lex(source) {
        let text = &source[lexeme.range];
        match (lexeme.kind, text) {
            (css::Kind::Comment, _) => {}
            (css::Kind::Delimiter, "{") => {
                let is_at_rule = statement.trim_start().starts_with('@');
                if is_at_rule && open > 0 {
                    return Some("an at-rule inside another rule");
                }
                open += 1;
                statement.clear();
            }
            (css::Kind::Delimiter, "}") => {
                if open == 0 {
                    return Some("a brace that closes nothing");
                }
                open -= 1;
                statement.clear();
            }
            (css::Kind::Delimiter, _) => statement.clear(),
            _ => statement.push_str(text),
        }
    }
    if open > 0 {
        return Some("a brace that is never closed");
    }
    is_unreadable_to_gmail(source).then_some("a color without commas")
}

#[cfg(test)]
mod tests;
