//! What a button says for what readers are asked to do.

use super::content::Content;
use super::grammar::Grammar;
use super::tokens::{Token, tokens};

/// Tokens of a request that is about the site itself: `Book a table.`
const SHORT: usize = 4;

/// For the first thing that the reader is asked to do; where no link is named, only a short request means the site.
pub fn asked(content: &[Content], links: &[String], grammar: &Grammar) -> Option<String> {
    let most = if links.is_empty() { SHORT } else { usize::MAX };
    let linked = |content: &&Content| matches!(content, Content::Sentence(text) | Content::Fragment(text) if text.contains("]("));
    // What is asked beside the link comes first.
    let beside = content.iter().filter(linked);
    beside.chain(content).find_map(|content| {
        let (Content::Sentence(text) | Content::Fragment(text)) = content else {
            return None;
        };
        let tokens = tokens(text);
        if tokens.len() > most {
            return None;
        }
        let polite = usize::from(tokens.first()?.is("please"));
        // `last chance to vote`
        let chance = tokens
            .windows(2)
            .position(|pair| pair[0].is_any("chance time") && pair[1].is("to"));
        let at = chance.map_or(polite, |at| at + 2);
        let verb = tokens.get(at)?;
        // `Order #48213` asks for nothing.
        let numbered = tokens
            .get(at + 1)
            .is_some_and(|next| next.text.starts_with('#') || next.has_digit());
        if numbered || is_thing(&tokens[at + 1..], grammar) {
            return None;
        }
        grammar.verbs.get(&verb.text.to_lowercase()).cloned()
    })
}

/// `Shop is closed`, `Book club moves`: what stands before these names something, and asks for nothing.
fn is_thing(behind: &[Token], grammar: &Grammar) -> bool {
    let asks = |token: &&Token| token.is_in(&grammar.binding) || token.is_any("what why how");
    let does = |token: &Token| {
        let pronoun = token.is_any("we you they it i it's");
        token.is_in(&grammar.finite) && !pronoun || token.is_any("closed open shut hours")
    };
    let mut clause = behind.iter().take(2).take_while(|token| !asks(token));
    clause.any(does)
}
