//! What an author only names: `remind them about the fair on Monday` is told as `The fair is on Monday`, and `mention the new
//! menu` as `New menu`.

use super::dates;
use super::grammar::Grammar;
use super::kept::is_finite;
use super::links;
use super::tidy;
use super::tokens::{Token, tokens};
use super::turned::turned;

/// Words by which more than the name of something is said before its day.
const MORE: &str = "for with of to in about and or by from";

/// Whether a request says before a place what it is about, and not what is said of it.
pub fn is_about(before: &Token) -> bool {
    before.is_any("about of mention")
}

/// The name of something and its day, as a sentence.
pub fn on_day(text: &str, grammar: &Grammar) -> Option<String> {
    let text = tidy::line(&turned(&links::placed(text), grammar));
    let tokens = tokens(&text);
    let named = tokens.first()?.is_any("the our");
    if !named || is_finite(&tokens, grammar) || text.contains([',', ':', ';']) {
        return None;
    }
    let day = |next: &Token| dates::is_date(next) || next.has_digit();
    let leads = |at: &usize| tokens[*at].is_any("on at from") && day(&tokens[at + 1]);
    let at = (2..tokens.len().saturating_sub(1)).find(leads)?;
    if tokens[..at].iter().any(|token| token.is_any(MORE)) {
        return None;
    }
    let name = tokens[at - 1].text;
    let is = if name.ends_with('s') && !name.ends_with("ss") {
        "are"
    } else {
        "is"
    };
    let (before, behind) = text.split_at(tokens[at].start);
    Some([before.trim_end(), is, behind].join(" "))
}

/// How many words before a name say nothing where it stands by itself.
pub fn article(tokens: &[Token], grammar: &Grammar) -> usize {
    let bare = tokens.len() > 1 && tokens[0].is("the") && !is_finite(tokens, grammar);
    usize::from(bare)
}
