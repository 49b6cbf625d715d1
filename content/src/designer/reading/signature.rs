//! How an author signs: `Thanks, Maya from the studio` stands below the mail once, as it was written.

use super::endings::sentences;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// Lines of a signature, with the one that closes.
const LINES: usize = 4;
/// Words behind a closing that may have some: `see you all on Friday`.
const CLOSING_MORE: usize = 4;
/// Words of a name: `the whole Fern & Fable team`.
const NAME_MAX: usize = 6;
/// Lines of a last paragraph that signs, and words of each.
const PARAGRAPH_LINES: usize = 3;
const PARAGRAPH_WORDS: usize = 9;
/// Small words in the middle of names, and those that name who signs together.
const NAMING: &str = "and the from at of de la le du des del von vom van der y et und e &";
const GROUPS: &str = "team crew équipe equipo";
/// Words of a name that nothing leads to.
const BARE_MAX: usize = 4;
/// Words that go on with thanks and name nobody.
const GOING_ON: &str = "much really very again loads bye folks mate guys soon later in so and for to but as if see hope looking sorry please no not any";
/// Words before which a verb tells that somebody is spoken of, and nobody signs.
const SPEAKING: &str = "is are was were will have has had can could would should do does did we you it they i i'm we're you're it's don't can't";
/// Signs around a closing and a name.
const SIGNS: [char; 9] = [',', '.', '!', ';', '-', '–', '—', '~', ' '];

/// The prompt without the signature at its end, and that signature.
pub fn signed<'p>(prompt: &'p str, grammar: &Grammar) -> (&'p str, Option<String>) {
    let prompt = prompt.trim_end();
    let found = below(prompt, grammar)
        .or_else(|| behind(prompt, grammar))
        .or_else(|| named(prompt, grammar))
        .or_else(|| dashed(prompt, grammar))
        .or_else(|| paragraph(prompt, grammar))
        .or_else(|| bare(prompt, grammar));
    let found = found.filter(|(at, _)| prompt[..*at].contains(char::is_alphanumeric));
    match found {
        Some((at, signature)) => (&prompt[..at], Some(signature)),
        None => (prompt, None),
    }
}

/// A closing in a line of its own, or at the end of one, with names below it.
fn below(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in prompt.split_inclusive('\n') {
        if !line.trim().is_empty() {
            lines.push((at, line.trim_end()));
        }
        at += line.len();
    }
    let from = lines.len().saturating_sub(LINES);
    let lines = &lines[from..];
    (0..lines.len().saturating_sub(1)).find_map(|place| {
        let (at, line) = lines[place];
        let ends = [". ", "! ", "? "];
        let last = ends.iter().filter_map(|end| Some(line.rfind(end)? + 2));
        let start = last.max().unwrap_or(0);
        let last = line[start..].trim();
        let names = &lines[place + 1..];
        let (_, first) = names.first()?;
        let bare = last.trim_matches(SIGNS);
        let closes = closing(bare, grammar) == Some(bare.len());
        let all = names.iter().all(|(_, name)| is_short(name));
        (closes && all && is_name(first, grammar)).then(|| {
            let mut signature = tidy::capital(last);
            for (_, name) in names {
                signature.push('\n');
                signature.push_str(&tidy::capital(name.trim()));
            }
            (at + start, signature)
        })
    })
}

/// `…, thanks, maya`: a closing and a name at the end of the last line.
fn behind(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let start = prompt.rfind('\n').map_or(0, |at| at + 1);
    let line = &prompt[start..];
    let signs = line.char_indices().filter(|(_, c)| ".!?,;-–)".contains(*c));
    let places = signs.map(|(at, c)| at + c.len_utf8());
    [0].into_iter().chain(places).find_map(|from| {
        let before = line[..from].trim_end_matches([',', ';', '-', '–', ' ']);
        let said = line[from..].trim_start();
        let parted = from == 0 || said.len() < line.len() - from;
        let (closing, rest) = said.split_at(closing(said, grammar)?);
        let named = rest.trim_matches(SIGNS);
        let name = tidy::capital(named);
        // `xx Sam` needs no sign between.
        let kiss = closing.trim_matches('x').is_empty() && rest.starts_with(' ');
        let signed = rest
            .trim_start()
            .starts_with([',', '!', '.', '-', '–', '—']);
        let signature = if kiss {
            [closing, " ", &name].concat()
        } else {
            let sign = if rest.starts_with('!') { "!" } else { "," };
            [&tidy::capital(closing), sign, "\n", &name].concat()
        };
        let fits = parted && (kiss || signed) && is_name(named, grammar);
        fits.then(|| (start + before.len(), signature))
    })
}

/// What a name stands behind that is to sign, in small letters.
const SIGNING: [&str; 12] = [
    "signed by ",
    "signed: ",
    "signed ",
    "from me, ",
    "from us, ",
    "signé : ",
    "signé ",
    "signature : ",
    "firmado: ",
    "firma: ",
    "gez. ",
    "gezeichnet ",
];
/// Closings behind which a name needs no sign. `Love Lane` is a street.
const SURE_CLOSINGS: &str =
    "gruß grüße lg cheers regards thanks thx cordialement bises amitiés saludos abrazos";

/// `Signed Ada Lind, Director.`, `Gruß Vroni`: a last sentence that only says who signs.
fn named(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let last = sentences(prompt).pop()?;
    let at = prompt.rfind(last)?;
    let bare = last.trim_end_matches(['.', '!', ' ']);
    let signing = SIGNING.iter().find_map(|words| {
        let (said, name) = bare.split_at_checked(words.len())?;
        (said.to_lowercase() == *words).then_some((said, name))
    });
    if let Some((said, name)) = signing {
        // `Signed football shirts` are for sale.
        let led = said.trim_end().ends_with([':', ',', '.']);
        let several = name
            .split(',')
            .next()
            .unwrap_or_default()
            .split(' ')
            .count()
            == 2;
        let fits = (led || several) && is_of_names(name) && !speaks(name, grammar);
        return fits.then(|| (at, name.to_owned()));
    }
    let (closing, name) = bare.split_at_checked(closing(bare, grammar)?)?;
    let name = name.trim();
    let last = closing.split(' ').next_back().unwrap_or_default();
    let sure = SURE_CLOSINGS
        .split(' ')
        .any(|known| last.to_lowercase() == known);
    let few = (1..=2).contains(&name.split_whitespace().count());
    let is_large = |word: &str| word.starts_with(char::is_uppercase);
    let fits = sure && few && name.split_whitespace().all(is_large) && is_name(name, grammar);
    let signature = || [&tidy::capital(closing), ",\n", name].concat();
    fits.then(|| (at, signature()))
}

/// A last paragraph of names alone, in any language: `Leocadia Brandt` above `Director`, `Your Kestrel team`.
fn paragraph(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let at = prompt.rfind("\n\n")?;
    let letter = prompt[..at].trim().contains("\n\n");
    let last = prompt[at..].trim();
    let lines = last.lines().map(str::trim);
    let few = lines.clone().count() <= PARAGRAPH_LINES;
    let names = |line: &str| is_of_names(line) && !speaks(line, grammar);
    (letter && few && lines.clone().all(names)).then(|| (at, lines.collect::<Vec<_>>().join("\n")))
}

/// `Gundula Persch, 1. Vorsitzende`, `Green greetings from the greenhouse crew`
fn is_of_names(line: &str) -> bool {
    let words = line.split_whitespace();
    let is_large = |word: &str| word.starts_with(char::is_uppercase);
    let is_named = |word: &str| {
        let bare = word.trim_matches(SIGNS);
        is_large(bare) || NAMING.split(' ').any(|known| known == bare) || is_ordinal(word)
    };
    let is_group = |word: &str| {
        GROUPS
            .split(' ')
            .any(|known| known == word.trim_matches(SIGNS))
    };
    let is_text = line.contains(['?', '!', ':', '/', '@', '%', '"', '|']) || line.ends_with('.');
    let several = words.clone().count();
    let all = words.clone().all(is_named) || words.clone().last().is_some_and(is_group);
    is_large(line) && all && !is_text && (1..=PARAGRAPH_WORDS).contains(&several)
}

/// `Come and meet the team`, `Fun is for the crew`
fn speaks(line: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(line);
    // `Will Turner` and `Mark Lind` are names.
    let small = |token: &Token| token.text.starts_with(char::is_lowercase);
    let asks = tokens
        .first()
        .is_some_and(|first| first.is_in(&grammar.reader_verbs));
    let spoken = tokens.iter().any(|token| token.is_any(SPEAKING));
    (asks || spoken) && tokens.iter().any(small)
}

/// `1. Vorsitzende`, `Unit 3`
fn is_ordinal(word: &str) -> bool {
    let digits = word.trim_end_matches(['.', ',']);
    (1..=2).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_digit())
}

/// `Bob (secretary)` below a letter, which begins with a salutation.
fn bare(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let letter = tokens(prompt).first()?.is_in(&grammar.salutations);
    let last = sentences(prompt).pop()?;
    let at = prompt.rfind(last)?;
    let before = prompt[..at].trim_end();
    let ended = before.ends_with(['.', '!', '?']) || prompt[before.len()..at].contains('\n');
    let words = tokens(last);
    let mut words = words.iter().filter(|token| token.kind == Kind::Word);
    let large = |token: &Token| {
        token.text.starts_with(char::is_uppercase)
            || token.is_any("and the from at of secretary chair treasurer")
    };
    let short = last.split_whitespace().count() <= BARE_MAX;
    let named = words
        .next()
        .is_some_and(|first| first.text.starts_with(char::is_uppercase));
    let fits = letter && ended && short && named && words.all(large) && is_name(last, grammar);
    fits.then(|| (before.len(), last.trim_end_matches(['.', '!']).to_owned()))
}

/// `– the allotment committee` as a last line, or behind a sentence.
fn dashed(prompt: &str, grammar: &Grammar) -> Option<(usize, String)> {
    let start = prompt.rfind('\n').map_or(0, |at| at + 1);
    let line = &prompt[start..];
    let dash = ["- ", "– ", "— ", "~ "]
        .iter()
        .filter_map(|dash| line.rfind(dash))
        .max()?;
    let before = line[..dash].trim_end();
    let listed = prompt[..start]
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .is_some_and(|last| {
            last.ends_with(':') || last.trim_start().starts_with(['-', '*', '•', '–'])
        });
    let opens = before.is_empty() && !listed && start > 0 || before.ends_with(['.', '!', '?']);
    let name = line[dash..].trim_matches(SIGNS);
    let large = name.starts_with(char::is_uppercase) || name.starts_with("the ");
    (opens && large && is_name(name, grammar))
        .then(|| (start + before.len(), ["– ", &tidy::capital(name)].concat()))
}

/// How many bytes close a mail at the beginning of a text: `kind regards`, `see you on Friday`.
fn closing(text: &str, grammar: &Grammar) -> Option<usize> {
    let length = |closing: &String| {
        let (words, open) = match closing.strip_suffix(" *") {
            Some(words) => (words, true),
            None => (closing.as_str(), false),
        };
        let behind = text.get(words.len()..)?;
        let is = text[..words.len()].eq_ignore_ascii_case(words);
        let ends = behind.find([',', '!', '.', '-', '–', '\n']);
        let more = if open {
            ends.unwrap_or(behind.len())
        } else {
            0
        };
        let few = behind[..more].split_whitespace().count() <= CLOSING_MORE;
        let whole = !behind[more..].starts_with(char::is_alphanumeric);
        (is && few && whole).then_some(words.len() + more)
    };
    grammar.closings.iter().filter_map(length).max()
}

fn is_short(line: &str) -> bool {
    line.split_whitespace().count() <= NAME_MAX + 2
}

/// `Maya from the studio`, `the whole team`: nobody is spoken to or of.
fn is_name(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text.trim_matches(SIGNS));
    let Some(first) = tokens.first() else {
        return false;
    };
    let words = text.split_whitespace().count();
    let chooses = tokens.iter().any(|token| token.is("or"));
    let plural = first.is_in(&grammar.who) && !(first.is("team") && words > 1);
    let speaks = tokens.iter().any(|token| token.is_any(SPEAKING));
    let asks = first.is_in(&grammar.reader_verbs) && !first.text.starts_with(char::is_uppercase);
    let marked = |token: &Token| matches!(token.text, "?" | "!" | ":" | "\"");
    let plain = !text.contains("://") && !tokens.iter().any(Token::has_digit);
    words <= NAME_MAX
        && plain
        && !plural
        && !speaks
        && !asks
        && !chooses
        && !first.is_any(GOING_ON)
        && !tokens.iter().any(marked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_taken_as_it_was_written() {
        for (prompt, said, signature) in [
            (
                "The pool is closed. Thanks, Maya from the studio",
                "The pool is closed.",
                "Thanks,\nMaya from the studio",
            ),
            (
                "the pool is closed on monday, cheers, the team",
                "the pool is closed on monday",
                "Cheers,\nThe team",
            ),
            (
                "The pool is closed.\n\nKind regards\nMaya Lind\nHead of the pool",
                "The pool is closed.\n\n",
                "Kind regards\nMaya Lind\nHead of the pool",
            ),
            (
                "Bring a towel. See you there! Jo & Ben",
                "Bring a towel.",
                "See you there!\nJo & Ben",
            ),
            (
                "Hi all, the pool is closed on Monday, see you next week, Anna",
                "Hi all, the pool is closed on Monday",
                "See you next week,\nAnna",
            ),
            (
                "Hi all, the pool is closed. Bob (secretary)",
                "Hi all, the pool is closed.",
                "Bob (secretary)",
            ),
            (
                "Dear friends,\n\nThe flower opens at nine.\n\nLeocadia Brandt\nDirector",
                "Dear friends,\n\nThe flower opens at nine.",
                "Leocadia Brandt\nDirector",
            ),
            (
                "Liebe Mitglieder,\n\nwir tagen am Freitag.\n\nSportliche Grüße\nGundula Persch, 1. Vorsitzende",
                "Liebe Mitglieder,\n\nwir tagen am Freitag.",
                "Sportliche Grüße\nGundula Persch, 1. Vorsitzende",
            ),
            (
                "A new face.\n\nMaren joins us.\n\nYour Kestrel team",
                "A new face.\n\nMaren joins us.",
                "Your Kestrel team",
            ),
            ("bring a towel! xx Sam", "bring a towel!", "xx Sam"),
            (
                "Bring a towel.\n– the pool committee",
                "Bring a towel.\n",
                "– The pool committee",
            ),
        ] {
            let found = signed(prompt, Grammar::of("en"));
            assert_eq!(found, (said, Some(signature.to_owned())), "{prompt}");
        }
    }

    #[test]
    fn what_is_said_to_readers_signs_nothing() {
        for prompt in [
            "The pool is closed, thanks, see you on Tuesday",
            "The pool is closed. Thanks, everyone",
            "Thanks, Maya",
            "Come on Monday, see you there, bring a towel",
            "The pool is closed on Monday. Free entry",
            "We need: gloves, boots\n- a towel\n- soap",
            "payment received thanks",
            "The pool is closed.\n\nBring a towel.\n\nFree entry for members",
            "The pool is closed.\n\nBring a towel.\n\nFun for the whole family",
            "The pool is open.\n\nThere is cake.\n\nCome and meet the team",
            "Tickets\n\nStalls\n\nMonday 12–19",
            "Thank you, Maya Lind, for 20 years at the pool.",
            "We moved. Love Lane.",
        ] {
            assert_eq!(signed(prompt, Grammar::of("en")).1, None, "{prompt}");
        }
    }
}
