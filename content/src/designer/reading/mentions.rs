//! Names and codes in a prompt: what is written with a capital inside a sentence, `iPhone`, `NHS`. They are facts like
//! numbers, and must not get lost.

use super::endings::sentences;
use super::grammar::Grammar;
use super::tokens::{Kind, Token, tokens};

/// Words of a prompt that tell whether all of them have capitals.
const TELLING: usize = 4;

/// What writers say among themselves.
const JARGON: &str = "asap fyi cta ps ok tba tbc eod eob todo url html pdf pls seo wip";

/// How a prompt is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// A capital inside a sentence says that something is a name.
    Plain,
    /// `Our Big Summer Party`; and German, where every noun has one.
    Titled,
    /// Nothing can be known of words without a small letter.
    Capitals,
}

/// The names in a prompt, each once, in its order.
pub fn mentions<'t>(prompt: &'t str, language: &str) -> Vec<&'t str> {
    let grammar = Grammar::of(language);
    let letters = letters(prompt, language);
    let mut found: Vec<&str> = Vec::new();
    for sentence in sentences(prompt) {
        let tokens = tokens(sentence);
        for (place, token) in tokens.iter().enumerate() {
            // A sentence begins with a capital anyway.
            let is_first = place == 0 || opens(&tokens[place - 1]);
            let letters = match letters {
                Letters::Plain if is_first => Letters::Titled,
                letters => letters,
            };
            if !is_name(token, letters) || is_known(token, grammar) {
                continue;
            }
            let name = token.text.trim_end_matches("'s").trim_end_matches("’s");
            if !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

fn letters(prompt: &str, language: &str) -> Letters {
    let small = prompt.chars().filter(|c| c.is_lowercase()).count();
    let large = prompt.chars().filter(|c| c.is_uppercase()).count();
    if large > small {
        return Letters::Capitals;
    }
    let inner = sentences(prompt).into_iter().flat_map(|sentence| {
        let words = tokens(sentence).into_iter().skip(1);
        words.filter(|token| token.kind == Kind::Word && token.text.chars().count() > 3)
    });
    let inner: Vec<Token> = inner.collect();
    let titled = inner
        .iter()
        .filter(|token| token.text.starts_with(char::is_uppercase));
    let is_titled = inner.len() >= TELLING && titled.count() * 3 > inner.len() * 2;
    if is_titled || language == "de" {
        Letters::Titled
    } else {
        Letters::Plain
    }
}

/// Whether a sentence may begin behind it.
fn opens(token: &Token) -> bool {
    token.kind == Kind::Mark && token.text != ","
}

fn is_name(token: &Token, letters: Letters) -> bool {
    if token.kind != Kind::Word || token.has_digit() {
        return false;
    }
    let chars: Vec<char> = token.text.chars().filter(|c| c.is_alphabetic()).collect();
    let is_mixed = chars
        .windows(2)
        .any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    let is_code = chars.len() > 1 && chars.iter().all(|c| c.is_uppercase());
    let is_large = chars.first().is_some_and(|c| c.is_uppercase())
        && chars.iter().any(|c| c.is_lowercase())
        && !token.is_any("i'm i've i'll i'd");
    is_mixed
        || is_code && letters != Letters::Capitals && !token.is_any(JARGON)
        || is_large && letters == Letters::Plain
}

/// Words of which every request is made: `our Members`, `the Newsletter`, `Xmas`, which is written out.
fn is_known(token: &Token, grammar: &Grammar) -> bool {
    let lists = [&grammar.who, &grammar.meta, &grammar.mails, &grammar.named];
    lists.iter().any(|list| token.is_in(list))
        || grammar.short.contains_key(&token.text.to_lowercase())
}

/// The words by which the name of a mail says more than its kind: `Kestrel newsletter`, `a polite reminder`.
pub fn own_words<'t>(called: &'t str, language: &str) -> Vec<&'t str> {
    let grammar = Grammar::of(language);
    let is_own = |token: &Token| {
        let lists = [&grammar.articles, &grammar.writer_verbs, &grammar.binding];
        let plain = lists.iter().any(|list| token.is_in(list)) || is_known(token, grammar);
        let several = token.text.chars().count() > 2 || token.has_digit();
        token.kind == Kind::Word && several && !plain
    };
    let tokens = tokens(called).into_iter().filter(is_own);
    tokens.map(|token| token.text).collect()
}

/// What the author calls a mail, from the first name in it on: `Diwali greeting` of `a warm Diwali greeting`; else that of a
/// request that no frame knew: `write a short and friendly Diwali greeting`.
pub fn named(
    called: Option<&str>,
    requests: &[String],
    names: &[&str],
    grammar: &Grammar,
) -> Option<String> {
    let asked = |request: &&str| {
        let tokens = tokens(request);
        let last = tokens.last();
        let ends = last.is_some_and(|last| last.is_in(&grammar.mails) || last.is_in(&grammar.meta));
        ends && tokens
            .first()
            .is_some_and(|first| first.is_in(&grammar.writer_verbs))
    };
    let requests = requests.iter().map(String::as_str).filter(asked);
    called
        .into_iter()
        .chain(requests)
        .find_map(|said| from_name(said, names))
}

fn from_name(said: &str, names: &[&str]) -> Option<String> {
    let tokens = tokens(said);
    let is_name = |token: &&Token| names.iter().any(|name| token.text.starts_with(name));
    let from = tokens.iter().find(is_name)?.start;
    let said = said.get(from..)?.trim_end_matches(['.', ':', ' ']);
    let bare = ["email", "e-mail", "mail", "message", "note"]
        .iter()
        .find_map(|kind| said.strip_suffix(kind))
        .unwrap_or(said);
    Some(bare.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_their_capitals_where_those_say_anything() {
        for (prompt, language, names) in [
            ("Write a Diwali greeting.", "en", &["Diwali"][..]),
            (
                "Invite our Members to Kestrel's birthday",
                "en",
                &["Kestrel"],
            ),
            (
                "Reminder: The iPhone case is back. NHS staff pay less, I'm told",
                "en",
                &["iPhone", "NHS"],
            ),
            ("Our Big Summer Party With Live Music", "en", &[]),
            ("BIG SALE AT KESTREL", "en", &[]),
            (
                "Schreib einen Gruß an die BahnCard-Kunden der ÖBB",
                "de",
                &["BahnCard-Kunden", "ÖBB"],
            ),
            ("Annonce la fête de Kestrel", "fr", &["Kestrel"]),
        ] {
            assert_eq!(mentions(prompt, language), names, "{prompt}");
        }
    }

    #[test]
    fn what_a_mail_is_called_begins_with_its_name() {
        let named = |called: &str| from_name(called, &["Diwali", "Kestrel"]);
        assert_eq!(
            named("a warm Diwali greeting").as_deref(),
            Some("Diwali greeting")
        );
        assert_eq!(named("a Kestrel email").as_deref(), Some("Kestrel"));
        assert_eq!(named("a polite reminder"), None);
    }
}
