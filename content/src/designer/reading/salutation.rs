//! Salutations: `Dear neighbours,` stands above a mail in a line of its own; `Hi, could you write …` greets the writer.

use super::grammar::Grammar;
use super::kept::is_finite;
use super::lines::Piece;
use super::names::asks_writer;
use super::request::request;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// How somebody begins who speaks to readers, though a request may begin so too.
const SPEAKING: &str = "thanks thank just please now quickly so here this it a";

/// What anybody is greeted with, and what whoever writes by machine is called.
const GREETING: &str = "good morning afternoon evening day hello hi hey hiya bonjour bonsoir salut coucou à toi guten tag morgen abend hallo moin servus hola buenas buenos días tardes noches dear liebe lieber cher chère estimado estimada querido querida";
const MACHINES: &str = "ai ki ia machine maschine máquina robot bot assistant assistent assistente asistente computer chatbot";
/// Words of a greeting to nobody, or to a machine.
const GREETING_MAX: usize = 4;

/// The text without a greeting that is said to no reader: `Good afternoon.`, `Liebe KI, …`
pub fn ungreeted(text: &str) -> &str {
    let end = text.find(['.', ',', '!', ':']).unwrap_or(text.len());
    let (greeting, rest) = text.split_at(end);
    let tokens = tokens(greeting);
    let words = tokens.len();
    let machine = tokens.iter().any(|token| token.is_any(MACHINES));
    let greets =
        |token: &Token| token.is_any(GREETING) || token.is_any(MACHINES) || token.text == ",";
    // `Hello, we are back` is said to readers, who are greeted below.
    let alone = rest.trim_matches(['.', '!', ' ']).is_empty() && !rest.starts_with(',');
    let opens = tokens.first().is_some_and(|first| first.is_any(GREETING));
    let fits = opens && words <= GREETING_MAX && tokens.iter().all(greets);
    if fits && (machine || alone) {
        rest.trim_start_matches(['.', ',', '!', ':', ' '])
    } else {
        text
    }
}

/// Words of a salutation.
const WORDS: std::ops::RangeInclusive<usize> = 2..=6;

fn is_for_writer(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let first = tokens.iter().find(|token| !token.is("please"));
    let writes = first.is_some_and(|first| first.is_in(&grammar.writer_verbs));
    writes
        || asks_writer(&tokens)
        || request(text, grammar).is_some()
        || grammar.is_directive(&tokens)
}

/// Greets somebody by a name or as what they are, and says nothing else.
pub fn greets(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .collect();
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    // German writes every noun large.
    let name = !grammar.subjects.is_empty() && last.text.starts_with(char::is_uppercase);
    let named = last.is_in(&grammar.who) || name;
    let plain = !is_finite(&tokens, grammar) && !text.contains(|c: char| c.is_ascii_digit());
    // `Hello summer!` greets nobody.
    let called = named || first.is("dear") || text.trim_end().ends_with(',');
    first.is_in(&grammar.salutations) && WORDS.contains(&words.len()) && plain && called
}

/// A salutation that has a line of its own, unless what follows is said to the writer: then it greets nobody else.
pub fn of_readers(text: &str, rest: &[Piece], grammar: &Grammar) -> Option<String> {
    let next = rest.iter().find_map(|piece| match piece {
        Piece::Sentence(text) => Some(text),
        _ => None,
    });
    let bare = text.trim_end_matches([',', '.', ':', ' ']);
    let sign = if bare.ends_with('!') { "" } else { "," };
    next.is_none_or(|next| !is_for_writer(next, grammar))
        .then(|| [&tidy::capital(bare), sign].concat())
}

/// A sentence that begins with a salutation, as that and the rest.
pub fn parted(text: &str, grammar: &Grammar) -> Option<(String, String)> {
    let (greeting, rest) = text.split_once(", ")?;
    let tokens = tokens(rest);
    let speaks = tokens.first().is_some_and(|first| first.is_any(SPEAKING));
    let asked = is_for_writer(rest, grammar) || grammar.frame(&tokens).is_some() && !speaks;
    let parted = greets(greeting, grammar) && !asked;
    parted.then(|| {
        (
            [&tidy::capital(greeting), ","].concat(),
            tidy::capital(rest),
        )
    })
}
