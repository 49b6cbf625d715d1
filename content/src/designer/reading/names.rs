//! What a mail is called by its author: `Cart reminder: …` names it, and says nothing to anybody else.

use super::grammar::Grammar;
use super::lines::Piece;
use super::tokens::{Kind, Token, tokens};

/// Words before a colon or dash that name the mail: `Cart reminder: …`.
const NAME_MAX: usize = 5;

/// The sentence without the name of the mail that it begins with, or is.
pub fn unnamed<'t>(text: &'t str, grammar: &Grammar) -> &'t str {
    // `Double opt in mail, …` names itself before a comma, and says nothing else there.
    if let Some((name, rest)) = text.split_once(',')
        && grammar.is_name(&tokens(name))
    {
        return rest.trim();
    }
    if is_named(text, grammar) {
        return "";
    }
    if let Some(said) = reminded(text, grammar) {
        return said;
    }
    let ends = [":", " - ", " – ", "."]
        .iter()
        .filter_map(|end| Some((text.find(end)?, end.len())));
    let Some((at, length)) = ends.min() else {
        return text;
    };
    let name = &text[..at];
    let named = has_meta(&tokens(name), grammar);
    let short = name.split_whitespace().count() <= NAME_MAX;
    let capital = |word: &str| word.chars().any(char::is_uppercase);
    let told = name.split_whitespace().skip(1).any(capital)
        || name.contains(|c: char| c.is_ascii_digit() || "\"“„«{".contains(c));
    let known = grammar.is_name(&tokens(name)) || name.split_whitespace().count() <= 2;
    if named && known && short && !told {
        text[at + length..].trim()
    } else {
        text
    }
}

/// What stands behind `Reminder` without a sign between: `reminder rent is due on the 1st`.
fn reminded<'t>(text: &'t str, grammar: &Grammar) -> Option<&'t str> {
    let tokens = tokens(text);
    let [first, next, ..] = tokens[..] else {
        return None;
    };
    let names = first.is_any("reminder announcement") && next.kind == Kind::Word;
    let goes_on =
        next.is_in(&grammar.binding) || next.is_in(&grammar.finite) || next.is_in(&grammar.meta);
    let is_whole = tokens[1..].iter().any(|token| token.is_in(&grammar.finite));
    (names && !goes_on && is_whole).then(|| &text[next.start..])
}

/// `Newsletter for the club`: says what to write, and for whom.
fn is_named(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    // `Abandoned cart mail`
    let name = tokens
        .iter()
        .take_while(|token| {
            !token.is_any("for to") && (token.is_in(&grammar.named) || token.is_in(&grammar.meta))
        })
        .count();
    let meta = tokens[..name]
        .iter()
        .any(|token| token.is_in(&grammar.meta));
    let for_whom = tokens.get(name).is_some_and(|next| next.is_any("for to"));
    let plain = !text.contains(|c: char| c.is_ascii_digit() || ":,\"“{".contains(c))
        && !tokens
            .iter()
            .any(|token| token.is_any("about on that with"));
    let names = |token: &Token| token.text.starts_with(char::is_uppercase);
    let told = tokens.iter().skip(name + 1).any(names);
    meta && for_whom && plain && !told && tokens.len() <= NAME_MAX + 3
}

pub fn has_meta(tokens: &[Token], grammar: &Grammar) -> bool {
    tokens.iter().any(|token| token.is_in(&grammar.meta))
}

/// How a request to the writer begins that is put as a question.
const ASKING: &str = "can could would kannst könntest würdest magst können könnten würden";
const ASKING_ALONE: &str =
    "pouvez-vous pourriez-vous peux-tu pourrais-tu ¿puedes ¿podrías ¿puede ¿podría ¿podéis";

/// `Can you write that …?` asks the writer.
pub fn asks_writer(tokens: &[Token]) -> bool {
    let mut pairs = tokens.windows(2).take(3);
    pairs.any(|pair| pair[0].is_any(ASKING) && pair[1].is_any("you u du sie"))
        || tokens
            .first()
            .is_some_and(|first| first.is_any(ASKING_ALONE))
}

/// `What this means for you:` is read by everybody.
const LEADS: [&str; 7] = [
    "what is ",
    "what's ",
    "what this ",
    "what changes",
    "what happens",
    "what you ",
    "how ",
];

/// Words of a line that hands a text to its writer.
const HANDING: &str = "here here's fyi text copy mail email e-mail newsletter note notes brief bits points following below write draft turn make please can could tell say mention include add subject message info information details from";

/// Whether a line leads readers to the list or rows right below it: `This week:`, `Please bring:`.
pub fn is_heading(text: &str, next: Option<&Piece>) -> bool {
    let listed = matches!(next, Some(Piece::List { .. } | Piece::Row { .. }));
    let tokens = tokens(text);
    let (_, others) = tokens.split_at(
        tokens
            .first()
            .is_some_and(|first| first.is("please"))
            .into(),
    );
    listed && !others.iter().any(|token| token.is_any(HANDING))
}

/// Whether a line is said to the writer and leads to what follows: `Here is the text:`.
pub fn is_opening(text: &str) -> bool {
    let small = text.to_lowercase();
    let leads = LEADS.iter().any(|words| small.starts_with(words));
    !leads && text.ends_with(':') && !text.contains(|c: char| c.is_ascii_digit())
}
