//! Style sheets and `style` attributes: what runs code or leads astray is taken out, and the rest stays as it
//! is written.

mod hidden;
mod lex;
mod parts;
mod rules;

use std::ops::Range;

pub(crate) use self::hidden::{HiddenClasses, Weight};
pub(crate) use self::lex::{Kind, Lexeme, lex};
pub(crate) use self::parts::{declarations, without_at_rules};
pub(crate) use self::rules::{Rule, rules};
use super::address::{AddressTreatment, Rules, fallback, replace_tags};
use super::token::SIZE_MAX;

/// What an address in a style sheet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Image,
    Font,
    Import,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Cleaned {
    /// `None` if nothing had to change.
    pub css: Option<String>,
    /// What, why, and where in the text.
    pub stripped: Vec<(String, &'static str, usize)>,
    pub dangling: Option<String>,
}

const CODE_REASON: &str = "Style sheets of mails run no code.";
const IMPORT_REASON: &str = "Style sheets are loaded over https only.";

pub(super) fn clean(css: &str, rules: &Rules) -> Cleaned {
    let mut cleaned = clean_as_written(css, rules);
    let left = cleaned.css.as_deref().unwrap_or(css);
    if !left.contains("{{") {
        return cleaned;
    }
    // A merge tag may split a word that means something when the tag has gone.
    let variants = [replace_tags(left, |_| ""), replace_tags(left, fallback)];
    let offence = variants.iter().find_map(|variant| {
        let Cleaned { css, stripped, .. } = clean_as_written(variant, rules);
        // Of one that grows too large, not all has been looked at.
        let is_too_large = css.is_some_and(|css| css.len() > SIZE_MAX);
        let unread = is_too_large.then(|| ("url()".to_owned(), CODE_REASON, 0));
        stripped.into_iter().next().or(unread)
    });
    if let Some((what, reason, _)) = offence {
        cleaned.stripped.push((what, reason, 0));
        cleaned.css = Some(String::new());
    }
    cleaned
}

fn clean_as_written(css: &str, rules: &Rules) -> Cleaned {
    let mut cleaned = Cleaned::default();
    if is_simple(css) {
        return cleaned;
    }
    let mut edits = Edits::default();
    for statement in statements(css) {
        let offence = statement
            .offence()
            .or_else(|| statement.complete(rules, &mut edits, &mut cleaned.dangling));
        if let Some((what, reason)) = offence {
            cleaned.stripped.push((what, reason, statement.range.start));
            edits.push(statement.range.clone(), String::new());
        }
    }
    cleaned.css = apply(css, &edits.list);
    // Whatever two readers may take apart in different ways is not worth keeping.
    let left = cleaned.css.as_deref().unwrap_or(css);
    if let Some(what) = code_in(&plain(&lex(left), left)) {
        cleaned
            .stripped
            .push((what.to_owned(), CODE_REASON, css.len()));
        cleaned.css = Some(String::new());
    }
    cleaned
}

/// Every address with what it is for. `replace` may put another one in its place.
pub(super) fn addresses(
    css: &str,
    mut replace: impl FnMut(&str, Use) -> Option<String>,
) -> Option<String> {
    if !css.contains(['(', '@']) {
        return None;
    }
    let mut edits = Vec::new();
    for statement in statements(css) {
        let purpose = statement.purpose();
        for (range, address) in statement.addresses() {
            if let Some(new) = replace(address, purpose) {
                edits.push((range, quoted(&new)));
            }
        }
    }
    apply(css, &edits)
}

/// Most style attributes hold nothing that would have to be looked at: no address, no rule, no escape.
fn is_simple(css: &str) -> bool {
    if css.contains(['(', '@', '\\', '*']) {
        return false;
    }
    let css = css.to_ascii_lowercase();
    !["behavior", "binding", "script"]
        .iter()
        .any(|word| css.contains(word))
}

#[derive(Default)]
struct Edits {
    list: Vec<(Range<usize>, String)>,
    added: usize,
}

impl Edits {
    /// When the edits alone make the style sheet too large for a mail, the rest of them does not matter.
    fn push(&mut self, range: Range<usize>, new: String) {
        if self.added <= SIZE_MAX {
            self.added += new.len();
            self.list.push((range, new));
        }
    }
}

/// What stands between two of `;`, `{` and `}`: a declaration, a selector, the beginning of an at-rule.
struct Statement<'c> {
    css: &'c str,
    range: Range<usize>,
    lexemes: Vec<Lexeme>,
    /// Without comments and escapes, in lower case.
    plain: String,
}

fn statements(css: &str) -> Vec<Statement<'_>> {
    let mut statements = Vec::new();
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut start = 0;
    for lexeme in lex(css) {
        let Kind::Delimiter = lexeme.kind else {
            lexemes.push(lexeme);
            continue;
        };
        statements.push(Statement::new(
            css,
            start..lexeme.range.start,
            std::mem::take(&mut lexemes),
        ));
        start = lexeme.range.end;
    }
    statements.push(Statement::new(css, start..css.len(), lexemes));
    statements
}

impl<'c> Statement<'c> {
    fn new(css: &'c str, range: Range<usize>, lexemes: Vec<Lexeme>) -> Self {
        let plain = plain(&lexemes, css);
        Self {
            css,
            range,
            lexemes,
            plain,
        }
    }

    /// Hacks for old browsers stand before a name: `*behavior`.
    fn property(&self) -> &str {
        let name = self.plain.split_once(':').map_or("", |(name, _)| name);
        name.trim()
            .trim_start_matches(|first: char| first != '-' && !first.is_ascii_alphabetic())
    }

    fn is_import(&self) -> bool {
        self.plain.trim_start().starts_with("@import")
    }

    fn purpose(&self) -> Use {
        if self.is_import() {
            Use::Import
        } else if self.property() == "src" {
            Use::Font
        } else {
            Use::Image
        }
    }

    fn addresses(&self) -> impl Iterator<Item = (Range<usize>, &str)> {
        let is_import = self.is_import();
        self.lexemes
            .iter()
            .filter_map(move |lexeme| match &lexeme.kind {
                Kind::Address { range, value } => Some((range.clone(), value.as_str())),
                Kind::Text { value } if is_import => Some((lexeme.range.clone(), value.as_str())),
                _ => None,
            })
    }

    /// What speaks against it, addresses aside.
    fn offence(&self) -> Option<(String, &'static str)> {
        if self.property() == "-moz-binding" {
            return Some(("-moz-binding".to_owned(), CODE_REASON));
        }
        let value = self
            .plain
            .split_once(':')
            .map_or("", |(_, value)| value.trim_start());
        if self.property() == "behavior" && !value.starts_with(VML_BEHAVIOR) {
            return Some(("behavior".to_owned(), CODE_REASON));
        }
        if let Some(what) = code_in(&self.plain) {
            return Some((what.to_owned(), CODE_REASON));
        }
        // A name in escapes hides where an address stands.
        let hidden = self.plain.matches("url(").count()
            > self.css[self.range.clone()]
                .to_ascii_lowercase()
                .matches("url(")
                .count();
        if hidden {
            return Some(("url()".to_owned(), CODE_REASON));
        }
        None
    }

    /// Puts addresses in full, or tells what speaks against one of them.
    fn complete(
        &self,
        rules: &Rules,
        edits: &mut Edits,
        dangling: &mut Option<String>,
    ) -> Option<(String, &'static str)> {
        let mut own = Vec::new();
        let mut added = edits.added;
        let mut relative = None;
        for (range, address) in self.addresses() {
            if added > SIZE_MAX {
                break;
            }
            let is_safe = match rules.judge(address) {
                AddressTreatment::Strip { what, reason } => return Some((what, reason)),
                AddressTreatment::Keep => is_https(address),
                AddressTreatment::Replace(full) => {
                    added += full.len();
                    own.push((range, quoted(&full)));
                    is_https(&full)
                }
                AddressTreatment::Dangling => {
                    relative = Some(address.to_owned());
                    false
                }
            };
            if self.is_import() && !is_safe {
                return Some(("@import".to_owned(), IMPORT_REASON));
            }
        }
        for (range, new) in own {
            edits.push(range, new);
        }
        *dangling = relative.or(dangling.take());
        None
    }
}

/// How Word switches its own vector graphics on.
const VML_BEHAVIOR: &str = "url(#default#";

fn code_in(plain: &str) -> Option<&'static str> {
    let squeezed: String = plain
        .chars()
        .filter(|character| !character.is_whitespace())
        .collect();
    if let Some(found) = ["expression(", "javascript:", "vbscript:", "-moz-binding"]
        .into_iter()
        .find(|code| squeezed.contains(code))
    {
        return Some(found.trim_end_matches('('));
    }
    let runs = squeezed.match_indices("behavior:").any(|(at, name)| {
        !squeezed[..at].ends_with('-') && !squeezed[at + name.len()..].starts_with(VML_BEHAVIOR)
    });
    runs.then_some("behavior")
}

fn is_https(address: &str) -> bool {
    address
        .trim()
        .get(..8)
        .is_some_and(|start| start.eq_ignore_ascii_case("https://"))
}

fn plain(lexemes: &[Lexeme], css: &str) -> String {
    let mut plain = String::new();
    for lexeme in lexemes.iter().filter(|lexeme| lexeme.kind != Kind::Comment) {
        plain.push_str(&lex::unescape(&css[lexeme.range.clone()]));
    }
    plain.make_ascii_lowercase();
    plain
}

/// In single quotes, as style attributes mostly stand in double ones.
fn quoted(address: &str) -> String {
    let address = address
        .replace('\\', "%5C")
        .replace('\'', "%27")
        .replace(['\n', '\r', '\x0C'], "");
    format!("'{address}'")
}

fn apply(css: &str, edits: &[(Range<usize>, String)]) -> Option<String> {
    if edits.is_empty() {
        return None;
    }
    let mut new = String::with_capacity(css.len());
    let mut at = 0;
    for (range, replacement) in edits {
        new.push_str(&css[at..range.start]);
        new.push_str(replacement);
        at = range.end;
    }
    new.push_str(&css[at..]);
    Some(new)
}

#[cfg(test)]
mod tests;
