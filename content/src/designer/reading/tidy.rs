//! Words as they stand in a mail: written out, with capitals and an end.

use super::grammar::Grammar;
use super::tokens::{Kind, Token, tokens};

/// The text with short forms written out and days and months in capitals.
pub fn written_out(text: &str, grammar: &Grammar) -> String {
    let text = &joined(&months(text), grammar);
    rewrite(text, |token| {
        let small = token.text.to_lowercase();
        if let Some(long) = grammar.short.get(&small) {
            return Some(long.clone());
        }
        let is_small = token.text.chars().all(|c| !c.is_uppercase());
        (is_small && grammar.large.contains(&small)).then(|| capital(token.text))
    })
}

/// `closed & we reopen`: where it joins what is said, an `&` is written out; in names it stays.
fn joined(text: &str, grammar: &Grammar) -> String {
    let tokens = tokens(text);
    let mut written = text.to_owned();
    for pair in tokens.windows(2).rev() {
        let [sign, next] = pair else { continue };
        let lists = [&grammar.finite, &grammar.subjects, &grammar.writer_verbs];
        let said = lists.iter().any(|list| next.is_in(list))
            || next.is_any("want tell say ask remind please pls");
        let small = !next.text.starts_with(char::is_uppercase);
        if sign.text == "&" && said && small {
            written.replace_range(sign.start..sign.end(), "and");
        }
    }
    written
}

/// `3 may` and `in may` are a month, `may contain` is none.
fn months(text: &str) -> String {
    let tokens = tokens(text);
    let mut written = text.to_owned();
    for (place, token) in tokens.iter().enumerate() {
        let before = place.checked_sub(1).map(|place| &tokens[place]);
        let near = before.is_some_and(|before| {
            before.text.starts_with(|c: char| c.is_ascii_digit())
                || before.is_any("in since of mid early late until by from")
        });
        let after = tokens.get(place + 1).is_some_and(Token::has_digit);
        if token.text == "may" && (near || after) {
            written.replace_range(token.start..token.end(), "May");
        }
        if matches!(token.text, "sat" | "sun") && after {
            written.replace_range(token.start..token.end(), &capital(token.text));
        }
    }
    written
}

/// The words that `new` has something for, replaced; an empty one falls out with the space before it.
fn rewrite(text: &str, new: impl Fn(&Token) -> Option<String>) -> String {
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for token in tokens(text) {
        let Some(word) = Some(&token)
            .filter(|token| token.kind == Kind::Word)
            .and_then(&new)
        else {
            continue;
        };
        let before = &text[at..token.start];
        written.push_str(if word.is_empty() {
            before.trim_end()
        } else {
            before
        });
        written.push_str(&word);
        at = token.end();
    }
    written.push_str(&text[at..]);
    written
}

/// The first letter small, unless the word has capitals of its own or is a name.
pub fn small(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    let named = word.chars().skip(1).any(char::is_uppercase) || word.chars().count() < 2;
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !named => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// The first letter large, unless the word is one that has capitals of its own.
pub fn capital(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    let own = word.chars().skip(1).any(char::is_uppercase) || word.contains('@');
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !own => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// A sentence: begins large, ends with one sign, has single spaces.
pub fn sentence(text: &str) -> String {
    let text = line(text);
    if text.is_empty() {
        return text;
    }
    let text = text
        .strip_suffix(" thanks")
        .or_else(|| text.strip_suffix(" thanks."))
        .filter(|said| !said.ends_with("just") && said.contains(' '))
        .map_or(text.clone(), str::to_owned);
    let small = text.trim_end_matches(['.', '!']).to_lowercase();
    if ["so sorry", "super sorry", "very sorry", "really sorry"].contains(&small.as_str()) {
        return "We are very sorry.".to_owned();
    }
    // `…, questions?` asks for itself.
    for asks in ["questions", "fragen", "preguntas"] {
        let said = text
            .strip_suffix('?')
            .and_then(|said| said.strip_suffix(asks));
        let said = said.and_then(|said| said.strip_suffix(", "));
        if let Some(said) = said.filter(|said| !said.contains('?')) {
            return [sentence(said), capital(asks) + "?"].join(" ");
        }
    }
    // An apology in passing is one of its own.
    let text = text.replace(" sorry but ", ", but ");
    if let Some((said, apology)) = apologetic(&text) {
        return [&sentence(said), apology].join(" ");
    }
    let shout = text.ends_with('!');
    let asks = text.ends_with('?');
    let mut bare = text.trim_end_matches(['!', '?', '.', ',', ';', ':', ' ', '-', '–']);
    // What a joint led to was said to the writer.
    for joint in [" and", " or", " but", " with", " und", " et", " y"] {
        bare = bare
            .strip_suffix(joint)
            .unwrap_or(bare)
            .trim_end_matches([',', ' ']);
    }
    let end = match (asks, shout) {
        (true, _) => "?",
        (_, true) => "!",
        _ if bare.ends_with(['”', '"', '»']) && bare.contains(['.', '!']) => "",
        _ => ".",
    };
    // What begins with `its` means `it is`.
    let meant = bare
        .strip_prefix("its ")
        .or_else(|| bare.strip_prefix("Its "));
    let meant = meant.map(|rest| ["It's ", rest].concat());
    format!("{}{end}", meant.unwrap_or_else(|| capital(bare)))
}

/// The text without the apology that it ends with, and that as a sentence; however often it is said, it is said once.
fn apologetic(text: &str) -> Option<(&str, &'static str)> {
    let ends = |said: &str, words: &[&str]| words.iter().any(|word| said.ends_with(word));
    let in_passing = |said: &&str| {
        let told = said.trim_end().ends_with("are very");
        !told && !ends(said, &[" are", "'re", "so"])
    };
    let (mut rest, mut found) = (text.trim_end_matches('.'), None);
    while let Some(said) = rest.strip_suffix(" sorry").filter(in_passing) {
        let very = ["super", "very", "really"]
            .iter()
            .find_map(|word| said.strip_suffix(word))
            .filter(|said| !said.trim_end().ends_with("are"));
        let apology = if very.is_some() {
            "We are very sorry."
        } else {
            "We are sorry."
        };
        found.get_or_insert(apology);
        rest = very.unwrap_or(said).trim_end_matches(is_line_edge);
    }
    found.map(|apology| (rest, apology))
}

/// What no line begins or ends with.
fn is_line_edge(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '+' | '|')
}

/// One line with single spaces, without signs that hold nothing.
pub fn line(text: &str) -> String {
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut joined = joined
        .replace(" incl. ", " including ")
        .replace(" incl ", " including ")
        .replace(" ,", ",")
        .replace(" .", ".")
        .replace("( ", "(")
        .replace(" )", ")")
        .replace("()", "")
        .replace(":)", "")
        .replace(",,", ",")
        .replace("??", "?");
    if let Some(bare) = joined.trim_end_matches('.').strip_suffix(" incl") {
        joined = [bare, " included"].concat();
    }
    while joined.contains("!!") {
        joined = joined.replace("!!", "!");
    }
    let ended = joined.trim_end_matches(is_line_edge);
    // `7c+` and `60+` end in one.
    let graded = ended.ends_with(char::is_alphanumeric) && joined[ended.len()..].starts_with('+');
    let ended = &joined[..ended.len() + usize::from(graded)];
    let bare = ended.trim_start_matches(is_line_edge);
    // `-40 %` and `+3 days` keep their sign.
    let sign = ended.len() - bare.len();
    let signed =
        bare.starts_with(|c: char| c.is_ascii_digit()) && ended[..sign].ends_with(['-', '+']);
    ended[sign - usize::from(signed)..].to_owned()
}

/// As many words as there is room for.
pub fn shortened(text: &str, most: usize) -> String {
    let bare = text.trim_end_matches('.');
    if bare.chars().count() <= most {
        return bare.to_owned();
    }
    let mut short = String::new();
    for word in bare.split_whitespace() {
        if short.chars().count() + word.chars().count() + 2 > most {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    // Some languages have no spaces.
    if short.is_empty() {
        let start: String = bare.chars().take(most - 1).collect();
        return start + "…";
    }
    // A clause that is whole needs no dots.
    let signs = [", ", "; ", ": "]
        .iter()
        .filter_map(|sign| short.rfind(sign));
    let clause = signs.max().map(|at| &short[..at]);
    match clause.filter(|clause| clause.chars().count() * 2 >= most) {
        Some(clause) => clause.to_owned(),
        None => format!("{}…", short.trim_end_matches([',', ';', ':'])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_apology_in_passing_is_said_once() {
        for (said, expected) in [
            ("the gate is shut sorry", "The gate is shut. We are sorry."),
            (
                "the gate is shut, super sorry",
                "The gate is shut. We are very sorry.",
            ),
            (
                "the gate is shut sorry, sorry sorry",
                "The gate is shut. We are sorry.",
            ),
            ("we are sorry", "We are sorry."),
        ] {
            assert_eq!(sentence(said), expected, "{said}");
        }
    }

    #[test]
    fn signs_at_the_edges_go_but_for_those_of_numbers() {
        for (said, expected) in [
            ("+ grades from 4a to 7c+, ", "grades from 4a to 7c+"),
            ("ages 60+", "ages 60+"),
            ("-40 % on all", "-40 % on all"),
            ("tea and cake +", "tea and cake"),
        ] {
            assert_eq!(line(said), expected);
        }
    }
}
