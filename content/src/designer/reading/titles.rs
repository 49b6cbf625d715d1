//! The line of the author that can stand above a mail: whole where it is short, else as far as it says something true by
//! itself.

use super::content::Content;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// Characters of the author's own words as a headline.
const TITLE_MAX: usize = 60;
/// Words of a line that was cut.
const CUT_MIN: usize = 3;
/// Lines that are looked at.
const LINES: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    pub text: String,
    /// Which content says it, if that says no more.
    pub at: Option<usize>,
    /// The author called it so: nothing else may stand above the mail.
    pub named: bool,
}

pub fn title(content: &[Content], code: Option<&str>, grammar: &Grammar) -> Option<Title> {
    let mut first = content.iter().enumerate().take(LINES);
    let (at, text) = first.find_map(|(at, content)| match content {
        Content::Sentence(text) | Content::Fragment(text) => Some((at, text.as_str())),
        Content::Row { label, value } if is_title(label, grammar) => Some((at, value.as_str())),
        _ => None,
    })?;
    let whole = text.trim_end_matches('.');
    // The eyebrow says that it is an invitation.
    let invited = grammar
        .invited
        .iter()
        .find_map(|words| whole.strip_prefix(words.as_str()));
    let bare = invited.unwrap_or(whole);
    let code = code.unwrap_or("{{");
    if !can_stand(bare, code, grammar) {
        return None;
    }
    if bare.chars().count() <= TITLE_MAX {
        return Some(Title {
            text: tidy::capital(bare),
            at: Some(at).filter(|_| invited.is_none()),
            named: false,
        });
    }
    cut(bare, grammar).map(|text| Title {
        text,
        at: None,
        named: false,
    })
}

fn is_title(label: &str, grammar: &Grammar) -> bool {
    let small = label.to_lowercase();
    grammar.keys_for_titles.contains(&small)
}

fn can_stand(text: &str, code: &str, grammar: &Grammar) -> bool {
    let opening = text.split(' ').next().unwrap_or_default().to_lowercase();
    let leans = grammar.leaning.contains(&opening);
    let unfit = ["](", "{{", "? ", "@", ", +", code]
        .iter()
        .any(|sign| text.contains(sign));
    !leans && !unfit && text.split_whitespace().count() >= 2
}

/// The line up to a word before which it is whole already. What would be promised without its condition stays together.
fn cut(text: &str, grammar: &Grammar) -> Option<String> {
    let tokens = tokens(text);
    let is = |token: &Token, list: &[String]| list.iter().any(|word| token.is(word));
    let finite = |tokens: &[Token]| tokens.iter().any(|token| is(token, &grammar.finite));
    let spoken = finite(&tokens);
    let ends = (CUT_MIN..tokens.len()).rev().filter(|end| {
        let token = &tokens[*end];
        let mark =
            token.kind == Kind::Mark && matches!(token.text, "," | ";" | ":" | "(" | "-" | "–");
        mark || is(token, &grammar.cuts)
    });
    for end in ends {
        let (kept, rest) = tokens.split_at(end);
        let last = &kept[kept.len() - 1];
        let short = last.end() <= TITLE_MAX + 8 && text[..last.end()].chars().count() <= TITLE_MAX;
        let hangs = is(last, &grammar.cuts)
            || is(last, &grammar.binding)
            || last.kind == Kind::Mark
            || last.is_any(
                "the a an our your my their is are was will be has have can to of we you der die das den dem ein eine einen unser unsere le la les un une des de du l' el los las del una nuestro nuestra",
            );
        // Half an offer is another offer.
        let offers = kept
            .iter()
            .any(|token| token.text.contains('%') || token.is_any("free double half off voucher"));
        let pair = tokens[end].is("and") && kept.iter().any(|token| token.is_any("between both"));
        let whole = finite(kept) == spoken && !pair && !offers;
        // Out of what is dropped may come no more than was said.
        let bound = rest.iter().any(|token| is(token, &grammar.conditions));
        // A second sentence, or what stands behind a colon, is kept whole or not at all.
        let opened = |sign: &str| kept.iter().rposition(|token| token.is(sign));
        let halved = opened("and").is_some_and(|at| finite(&kept[at..]) && !tokens[end].is("and"))
            || opened(":").is_some_and(|at| kept.len() - at <= CUT_MIN);
        if short && !hangs && whole && !bound && !halved {
            return Some(tidy::capital(&text[..last.end()]));
        }
    }
    None
}
