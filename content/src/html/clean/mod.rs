//! Takes out of an HTML what has no place in a mail, and leaves every other byte as it is.
//!
//! Taking something out can make something else of what stood around it (`<scr<script></script>ipt>`), so
//! the result is looked at again until there is nothing left to take out.

pub(super) mod attributes;
mod edit;
mod elements;
mod notes;
mod office;
mod pass;
mod tally;

use url::Url;

use self::notes::Notes;
use self::pass::Pass;
use self::tally::Tally;
use super::address::{Private, Rules};
use super::entities::decode_attribute;
use super::scan::{Token, scan};
use super::token::SIZE_MAX;
use crate::report::{ImportError, Stripped, Warning};

pub(crate) use self::edit::{Edit, apply};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    pub html: String,
    pub stripped: Vec<Stripped>,
    pub warnings: Vec<Warning>,
}

/// Honest HTML needs two rounds, `noscript` another; what needs more was made to be taken apart.
const ROUNDS: usize = 8;

/// `html` without what has no place in a mail, judged by the strictest rules.
pub fn clean(html: &str) -> Result<Cleaned, ImportError> {
    clean_by(html, &Rules::default())
}

pub fn clean_by(html: &str, rules: &Rules) -> Result<Cleaned, ImportError> {
    let (cleaned, _) = clean_to_tokens(html, rules)?;
    Ok(cleaned)
}

/// Also the tokens of the clean HTML.
pub(super) fn clean_to_tokens(
    html: &str,
    rules: &Rules,
) -> Result<(Cleaned, Vec<Token>), ImportError> {
    let mut html = html.to_owned();
    let mut rules = rules.clone();
    rules.base_url = rules.base_url.filter(is_short);
    let mut tally = Tally::default();
    let mut notes = Notes::default();
    for round in 0..ROUNDS {
        if html.len() > SIZE_MAX {
            let message = format!(
                "With all addresses in full, the HTML is larger than {} MB.",
                SIZE_MAX / 1024 / 1024
            );
            return Err(ImportError::new(message));
        }
        let tokens = scan(&html)?;
        if round == 0
            && let Some(base) = base_url(&html, &tokens, rules.base_url.as_ref())
        {
            rules.base_url = Some(base);
        }
        // Where it stood is told of the text as it came in: later lines are not those of the author.
        let edits = Pass::new(&html, &rules, &mut tally, &mut notes).run(&tokens);
        if edits.is_empty() {
            let cleaned = Cleaned {
                html,
                stripped: tally.into_entries(),
                warnings: notes.into_warnings(),
            };
            return Ok((cleaned, tokens));
        }
        html = apply(&html, &edits);
    }
    Err(ImportError::new(
        "The HTML hides what must be taken out inside other such things, deeper than it can be followed.",
    ))
}

/// The tokens of an HTML from which there is nothing to take out.
pub(super) fn is_clean(html: &str, rules: &Rules) -> Result<Vec<Token>, Stripped> {
    let mut tally = Tally::default();
    let dirty = |reason: &str| Stripped {
        what: "html".to_owned(),
        reason: reason.to_owned(),
        count: 1,
        line: 1,
    };
    let tokens = scan(html).map_err(|_| dirty("It cannot be read."))?;
    let edits = Pass::new(html, rules, &mut tally, &mut Notes::default()).run(&tokens);
    match tally.into_entries().into_iter().next() {
        Some(first) => Err(first),
        None if edits.is_empty() => Ok(tokens),
        None => Err(dirty("It is not finished, or not in its final form.")),
    }
}

/// The addresses of a clean HTML that are relative to nothing.
pub(super) fn relative_addresses(html: &str, tokens: &[Token]) -> Vec<String> {
    let rules = Rules {
        private: Private::Keep,
        ..Rules::default()
    };
    let mut notes = Notes::default();
    Pass::new(html, &rules, &mut Tally::default(), &mut notes).run(tokens);
    notes.dangling
}

/// What `<base href>` says, which counts for all addresses around it.
fn base_url(html: &str, tokens: &[Token], outer: Option<&Url>) -> Option<Url> {
    let base = tokens.iter().find_map(|token| match token {
        Token::Start(tag) if tag.name == "base" => tag.value(html, "href"),
        _ => None,
    })?;
    let base = decode_attribute(base);
    let url = match outer {
        Some(outer) => outer.join(base.trim()),
        None => Url::parse(base.trim()),
    };
    url.ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && is_short(url))
}

/// A base comes back in every relative address; a longer one is none.
fn is_short(base: &Url) -> bool {
    base.as_str().len() <= 2048
}
