//! What a client makes of the elements of a mail.

use super::attributes::{self, Attributes};
use super::dark;
use super::declaration::Reading;
use super::gmail::Sheets;
use super::profiles::Scheme;
use super::sheet::understood_sheet;
use super::support::Kind;
use crate::html::entities::escape;
use crate::html::outline::is_void;
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::report::ImportError;

/// What no client shows of a mail, with all that stands in it.
const NEVER_SHOWN: [&str; 9] = [
    "script", "noscript", "iframe", "embed", "applet", "frame", "frameset", "template", "link",
];
/// What is nothing to look at without the element itself.
const WHOLE: [&str; 6] = ["svg", "select", "textarea", "dialog", "meter", "progress"];

pub(super) fn understood_markup(html: &str, reading: &mut Reading) -> Result<String, ImportError> {
    let tokens = scan(html)?;
    let base = base(html, &tokens, reading.client.scheme);
    let mut writer = Writer {
        html,
        reading,
        out: String::with_capacity(html.len()),
        base,
        left_out: None,
        sheets: Sheets::default(),
        is_in_body: false,
    };
    for at in 0..tokens.len() {
        writer.token(&tokens[at], tokens.get(at + 1));
    }
    Ok(writer.out)
}

/// The style of the page on which a dark client shows mails.
fn base(html: &str, tokens: &[Token], scheme: Scheme) -> Option<&'static str> {
    match scheme {
        Scheme::Light => return None,
        Scheme::Partly | Scheme::Wholly => return Some(dark::BASE),
        Scheme::Own => {}
    }
    let lower = html.to_ascii_lowercase();
    let is_dark = |token: &Token| match token {
        Token::Start(tag) if tag.name == "meta" => {
            let name = tag.value(html, "name").unwrap_or_default();
            let content = tag.value(html, "content").unwrap_or_default();
            name.eq_ignore_ascii_case("color-scheme")
                && content.to_ascii_lowercase().contains("dark")
        }
        Token::Text {
            range,
            kind: TextKind::Style,
        } => {
            let css = &lower[range.clone()];
            css.split("color-scheme:").skip(1).any(|value| {
                let end = value.find([';', '}', ')']).unwrap_or(value.len());
                !value[end..].starts_with(')') && value[..end].contains("dark")
            })
        }
        _ => false,
    };
    let has_own = lower.contains("prefers-color-scheme");
    let paints = lower.contains("background") || lower.contains("bgcolor");
    let is_turned = tokens.iter().any(is_dark) || (!has_own && !paints);
    is_turned.then_some(":root{color-scheme:dark}")
}

struct Writer<'h, 'r> {
    html: &'h str,
    reading: &'r mut Reading,
    out: String,
    /// What is still to be written at the beginning of the page.
    base: Option<&'static str>,
    /// The element that is left out just now, and how many of its name are open.
    left_out: Option<(String, usize)>,
    sheets: Sheets,
    is_in_body: bool,
}

impl Writer<'_, '_> {
    fn token(&mut self, token: &Token, next: Option<&Token>) {
        if self.leave_out(token) {
            return;
        }
        match token {
            Token::Start(tag) => {
                if !matches!(tag.name.as_str(), "html" | "head") {
                    self.write_base();
                }
                self.start(tag, next);
                if tag.name == "head" {
                    self.write_base();
                }
            }
            Token::End { name, .. } => {
                if self.is_shown(name) {
                    self.copy(token);
                }
            }
            Token::Text { range, kind } => {
                let text = &self.html[range.clone()];
                if !text.trim().is_empty() {
                    self.write_base();
                }
                match kind {
                    TextKind::Style => {
                        let css = understood_sheet(text, self.reading);
                        self.out.push_str(&css);
                    }
                    // What stands around it is not copied.
                    TextKind::OtherRaw => self.out.push_str(&escape(text)),
                    TextKind::Script => {}
                    TextKind::Data | TextKind::Title => self.out.push_str(text),
                }
            }
            Token::Doctype(_) => self.copy(token),
            Token::Comment { .. } => {}
        }
    }

    fn copy(&mut self, token: &Token) {
        self.out.push_str(&self.html[token.range()]);
    }

    fn write_base(&mut self) {
        if let Some(base) = self.base.take() {
            self.out.push_str("<style>");
            self.out.push_str(base);
            self.out.push_str("</style>");
        }
    }

    /// Whether a token belongs to what is left out.
    fn leave_out(&mut self, token: &Token) -> bool {
        let Some((name, open)) = &mut self.left_out else {
            return false;
        };
        match token {
            Token::Start(tag) if tag.name == *name => *open += 1,
            Token::End { name: ended, .. } if ended == name => *open -= 1,
            _ => {}
        }
        if *open == 0 {
            self.left_out = None;
        }
        true
    }

    /// Whether the tags of an element are shown; its text may be all the same.
    fn is_shown(&self, name: &str) -> bool {
        !NEVER_SHOWN.contains(&name) && self.reading.client.program.knows(Kind::Element, name)
    }

    fn start(&mut self, tag: &Tag, next: Option<&Token>) {
        let name = tag.name.as_str();
        self.is_in_body |= name == "body";
        if NEVER_SHOWN.contains(&name) {
            return self.drop_whole(tag);
        }
        if !self.reading.knows(Kind::Element, name) {
            if WHOLE.contains(&name) {
                self.drop_whole(tag);
            }
            return;
        }
        if name == "style" && !self.reads_sheet(next) {
            return self.drop_whole(tag);
        }
        match attributes::understood(self.html, tag, self.reading) {
            Attributes::AsTheyAre => self.out.push_str(&self.html[tag.range.clone()]),
            Attributes::Changed(changed) => {
                let is_empty = self.html[tag.range.clone()].ends_with("/>");
                self.out.push('<');
                self.out.push_str(name);
                self.out.push_str(&changed);
                self.out.push_str(if is_empty { " />" } else { ">" });
            }
            Attributes::Refused => self.drop_whole(tag),
        }
    }

    /// Whether Gmail reads a style sheet; others read all.
    fn reads_sheet(&mut self, next: Option<&Token>) -> bool {
        if !self.reading.client.program.is_gmail() {
            return true;
        }
        let Some(Token::Text { range, .. }) = next else {
            return true;
        };
        if self.is_in_body {
            self.reading
                .notes
                .add("Drops a style sheet that stands in the body".to_owned());
            return false;
        }
        self.sheets
            .read(&self.html[range.clone()], &mut self.reading.notes)
    }

    fn drop_whole(&mut self, tag: &Tag) {
        let is_empty = self.html[tag.range.clone()].ends_with("/>") && tag.name == "svg";
        if !is_void(&tag.name) && !is_empty && tag.name != "frame" {
            self.left_out = Some((tag.name.clone(), 1));
        }
    }
}
