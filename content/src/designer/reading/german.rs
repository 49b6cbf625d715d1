//! German puts the verb of a subordinate clause at its end: `dass der Laden am Montag geschlossen ist`. Said by itself it
//! stands second: `Der Laden ist am Montag geschlossen`.

use super::tidy;
use super::tokens::{Kind, Token, span, tokens};

/// Verbs that can be moved as they are.
const VERBS: &str = "ist sind war waren wird werden wurde wurden hat haben kann können muss müssen darf dürfen soll sollen bleibt bleiben gibt kostet beginnt beginnen endet gilt gelten kommt";
/// Whoever does something, in a word.
const PRONOUNS: &str = "wir sie er es ich ihr";

/// What follows `dass`, as sentences of their own; nothing where a verb is not known.
pub fn main_clauses(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['.', ' ']);
    let text = text
        .replace(", dass ", " und ")
        .replace(" und dass ", " und ");
    // `… geschlossen ist und Notfälle erreichbar sind` are two.
    let places = text.match_indices(" und ").map(|(at, _)| at);
    let halves = places
        .map(|at| (&text[..at], &text[at + " und ".len()..]))
        .find(|(first, _)| tokens(first).last().is_some_and(|last| last.is_any(VERBS)));
    match halves {
        Some((first, second)) => {
            let (first, second) = (main_clause(first)?, main_clause(second)?);
            Some([tidy::sentence(&first), tidy::sentence(&second)].join(" "))
        }
        None => main_clause(&text).map(|text| tidy::sentence(&text)),
    }
}

fn main_clause(text: &str) -> Option<String> {
    let words = tokens(text);
    // What only follows the clause stays behind it.
    let end = words
        .iter()
        .position(|token| token.is(","))
        .unwrap_or(words.len());
    let (clause, rest) = words.split_at(end);
    let (verb, before) = clause.split_last()?;
    let subject = subject(before)?;
    if !verb.is_any(VERBS) || before.len() <= subject {
        return None;
    }
    let (who, what) = before.split_at(subject);
    let parts = [span(text, who)?, verb.text, span(text, what)?].join(" ");
    let rest = rest.first().map_or("", |first| &text[first.start..]);
    Some([parts.as_str(), rest].concat())
}

/// How many words say who: up to the first noun.
fn subject(words: &[Token]) -> Option<usize> {
    let first = words.first()?;
    if first.is_any(PRONOUNS) {
        return Some(1);
    }
    let noun =
        |token: &Token| token.kind == Kind::Word && token.text.starts_with(char::is_uppercase);
    let large = words.iter().take(4).position(noun);
    // Who writes all small says an article and a noun.
    let article = first.is_any("der die das unser unsere ein eine");
    large.map(|at| at + 1).or(article.then_some(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_come_forward() {
        for (text, expected) in [
            (
                "die Werkstatt am Montag geschlossen ist",
                Some("Die Werkstatt ist am Montag geschlossen."),
            ),
            (
                "der umzug auf den 13. November verschoben ist, treffpunkt 17 Uhr",
                Some("Der umzug ist auf den 13. November verschoben, treffpunkt 17 Uhr."),
            ),
            (
                "wir geschlossen haben und Notfälle erreichbar sind",
                Some("Wir haben geschlossen. Notfälle sind erreichbar."),
            ),
            ("die Sprechstunde am Montag ausfällt", None),
        ] {
            assert_eq!(main_clauses(text).as_deref(), expected, "{text}");
        }
    }
}
