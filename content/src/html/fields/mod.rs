//! Finds what can be edited in a clean HTML.

mod assemble;
mod button;
mod draft;
mod finder;
mod link;
mod look;
mod outlook;
mod outlook_comment;
mod preheader;

use self::finder::Finder;
use super::outline::Outline;
use super::scan::Token;

pub(super) use self::assemble::Found;
pub(super) use self::finder::FIELDS_MAX;

pub(super) fn find(html: &str, tokens: &[Token]) -> Found {
    let mut finder = Finder {
        html,
        outline: Outline::of(html, tokens),
        ..Finder::default()
    };
    for token in tokens {
        finder.token(token);
    }
    finder.end_link(html.len());
    outlook::bind(&mut finder);
    button::decide(&mut finder);
    finder.finish()
}
