//! German puts the verb of a subordinate clause at its end: `dass der Laden am Montag geschlossen ist`. Said by itself it
//! stands second: `Der Laden ist am Montag geschlossen`.

use super::tidy;
use super::tokens::{Kind, Token, span, tokens};

/// Verbs that help others, and some that are as common.
const VERBS: &str = "ist sind seid war waren wird werden wurde wurden hat haben habt hatte hatten kann können könnt muss müssen müsst darf dürfen dürft soll sollen sollt sollte sollten will wollen möchte möchten bleibt bleiben gibt kostet beginnt beginnen endet gilt gelten kommt bekommen kriegen tut";
/// Words that look like a verb and are none.
const OTHERS: &str = "nicht jetzt dort samt seit mit statt bereit gesamt zuletzt fast sonst selbst weit laut insgesamt gut oft morgen oben unten draußen hinten vorne zusammen gegen offen willkommen außen innen wegen neben zwischen vergangenen kommenden ersten zweiten letzten nächsten";
/// Verbs that begin like a participle.
const NO_PARTICIPLES: &str = "geht gehen gehört gehören gelingt gelingen gewinnt gewinnen genügt genügen genießt genießen gefällt gefallen gestalten gestaltet geschieht gebt geben gelten gelangen gedenken";
/// What parts from its verb: `fällt … aus`.
const PARTS: &str = "zurück zusammen vorbei weiter wieder statt teil fest frei kennen durch heim fort nach hin her los vor weg bei mit auf aus ein um ab an zu";
/// Verbs that begin like one that parts, and stay whole.
const WHOLE: &str = "antwort beinhalt einig abonn umfass umgib umgeb umarm umrund wiederhol herrsch hinder mittel festig durchsuch beten beißen";

/// Whoever does something, in a word.
const PRONOUNS: &str = "wir sie er es ich ihr du man uns euch";
const ALL: &str = "alle alles viele beide jeder niemand das dies nichts manche einige";
const ADVERBS: &str = "leider heute morgen übermorgen jetzt nun bald hier dort künftig zukünftig sofort endlich diesmal demnächst danach anschließend außerdem zusätzlich dann ebenfalls";
const ARTICLES: &str = "der die das unser unsere ein eine kein keine ihr ihre euer eure";
const OF_SOMEBODY: &str = "der des unserer unseres eines einer eurer eures ihrer ihres";
const PREPOSITIONS: &str = "am im ab an in vom von bei beim zum zur wegen mit nach seit bis für um auf aus ohne dank über unter";
/// Names stand behind them.
const TITLES: &str = "frau herr familie firma doktor pfarrer pfarrerin trainer trainerin";

/// What follows `dass`, as sentences of their own; nothing where it is not sure which word is the verb, or who does what.
pub fn main_clauses(text: &str) -> Option<String> {
    let text = text.trim_end_matches(['.', ' ']);
    let text = text
        .replace(", dass ", " und ")
        .replace(" und dass ", " und ");
    // `… geschlossen ist und Notfälle erreichbar sind` are two.
    let places = text.match_indices(" und ").map(|(at, _)| at);
    let halves = places
        .map(|at| (&text[..at], &text[at + " und ".len()..]))
        .find(|(first, _)| tokens(first).last().is_some_and(is_verb));
    let Some((first, second)) = halves else {
        return main_clause(&text).map(|text| tidy::sentence(&text));
    };
    // `sie kommen und ihre Karten zeigen`: who does it was said before.
    let subject = |text: &str| {
        tokens(text)
            .first()
            .is_some_and(|first| first.is_any(PRONOUNS))
    };
    let opens = |text: &str| {
        tokens(text).first().is_some_and(|first| {
            first.is_any(ARTICLES) || first.text.starts_with(char::is_uppercase)
        })
    };
    // `… und Notfälle erreichbar sind` has a subject of its own.
    let is = |text: &str| {
        let tokens = tokens(text);
        let last = tokens.last().filter(|_| tokens.len() > 2);
        last.is_some_and(|last| last.is_any("ist sind war waren wird werden bleibt bleiben"))
    };
    if !subject(second) && (!opens(second) || subject(first) && !is(second)) {
        return None;
    }
    let (first, second) = (main_clause(first)?, main_clauses(second)?);
    Some([tidy::sentence(&first), second].join(" "))
}

fn main_clause(text: &str) -> Option<String> {
    let words = tokens(text);
    // What only follows the clause stays behind it.
    let end = words
        .iter()
        .position(|token| matches!(token.text, "," | ":" | ";"))
        .unwrap_or(words.len());
    let at = verb(&words[..end])?;
    let (before, verb) = (&words[..at], &words[at]);
    let behind = words.get(at + 1).map_or("", |next| &text[next.start..]);
    // `uns`, `euch` and `sich` follow the verb of somebody else.
    let (own, before) = match before.split_first() {
        Some((first, rest)) if first.is("sich") => (Some(first.text), rest),
        _ => (None, before),
    };
    let count = front(before)?;
    if before.len() == count && count > 3 {
        return None;
    }
    let (who, what) = before.split_at(count);
    let (stem, part) = parted(verb.text);
    let what = span(text, what);
    let who = span(text, who)?;
    let words = [Some(who), Some(stem), own, what, part];
    let said: Vec<&str> = words.into_iter().flatten().collect();
    let joint = if behind.is_empty() || behind.starts_with([',', ':', ';']) {
        ""
    } else {
        " "
    };
    Some([&said.join(" "), joint, behind].concat())
}

/// Where the verb of a clause stands: at its end, or before what was added to it: `geschlossen ist bis Mai`.
fn verb(clause: &[Token]) -> Option<usize> {
    let helper = |token: &Token| token.is_any(VERBS);
    let last = clause.len().checked_sub(1)?;
    if helper(&clause[last]) {
        return Some(last);
    }
    if is_verb(&clause[last]) {
        // `wir haben geschlossen` is in order already.
        return (!clause.iter().any(helper)).then_some(last);
    }
    let at = clause.iter().rposition(helper)?;
    let added = clause
        .get(at + 1)
        .is_some_and(|next| next.is_any(PREPOSITIONS));
    added.then_some(at)
}

fn is_verb(token: &Token) -> bool {
    let text = token.text;
    let ends = text.ends_with('t') || text.ends_with("en") || text.ends_with("ern");
    let looks = token.kind == Kind::Word
        && text.chars().all(|c| c.is_alphabetic() && c.is_lowercase())
        && text.chars().count() >= 3
        && (ends || text.ends_with("eln"));
    let participle = text.starts_with("ge") && !token.is_any(NO_PARTICIPLES);
    token.is_any(VERBS) || looks && !participle && !token.is_any(OTHERS)
}

/// `ausfällt` as `fällt` and `aus`.
fn parted(verb: &str) -> (&str, Option<&str>) {
    let whole = WHOLE.split(' ').any(|stem| verb.starts_with(stem));
    let part = PARTS.split(' ').find(|part| {
        let rest = verb.strip_prefix(part).unwrap_or_default();
        rest.chars().count() >= 4 || ["hat", "ist", "gibt"].contains(&rest)
    });
    match part.filter(|_| !whole) {
        Some(part) => (&verb[part.len()..], Some(part)),
        None => (verb, None),
    }
}

/// What somebody asks to be mentioned, as its name: `unseren neuen Markt` is `unser neuer Markt`.
pub fn name(text: &str) -> String {
    let Some((article, rest)) = text.split_once(' ') else {
        return text.to_owned();
    };
    let (article, ending) = match article {
        "den" => ("der", "e"),
        "einen" => ("ein", "er"),
        "unseren" => ("unser", "er"),
        _ => return text.to_owned(),
    };
    let mut words: Vec<String> = rest.split(' ').map(str::to_owned).collect();
    let small = |word: &&mut String| word.starts_with(char::is_lowercase);
    for word in words.iter_mut().take_while(small) {
        if let Some(stem) = word.strip_suffix("en") {
            *word = [stem, ending].concat();
        }
    }
    [article, &words.join(" ")].join(" ")
}

/// `ihr die Trikots mitbringen` was said of them, and is said to those who are spoken to so: `ihr die Trikots mitbringt`.
pub fn to_you(text: &str) -> String {
    if tokens(text).first().is_none_or(|first| first.text != "ihr") {
        return text.to_owned();
    }
    let parts = text.split(" und ").map(|part| {
        let end = part.find(',').unwrap_or(part.len());
        let (clause, behind) = part.split_at(end);
        match clause.trim_end_matches('.').rsplit_once(' ') {
            Some((before, verb)) => [before, " ", &of_you(verb), behind].concat(),
            None => part.to_owned(),
        }
    });
    parts.collect::<Vec<_>>().join(" und ")
}

fn of_you(verb: &str) -> String {
    if verb == "sind" {
        return "seid".to_owned();
    }
    let small = verb.chars().all(char::is_lowercase);
    let Some(stem) = verb.strip_suffix('n').filter(|_| small) else {
        return verb.to_owned();
    };
    let stem = stem.strip_suffix('e').unwrap_or(stem);
    let hard = ["t", "d", "chn", "ffn", "gn"];
    let joint = if hard.iter().any(|end| stem.ends_with(end)) {
        "et"
    } else {
        "t"
    };
    [stem, joint].concat()
}

fn is_noun(token: &Token) -> bool {
    token.kind == Kind::Word && token.text.starts_with(char::is_uppercase)
}

/// How many words say who, or when: all that stands before the verb.
fn front(words: &[Token]) -> Option<usize> {
    let first = words.first()?;
    // `ihr Training` or `ihr`: nobody knows.
    if first.is("ihr") && words.get(1).is_some_and(is_noun) {
        return None;
    }
    if first.is_any(PRONOUNS) || first.is_any(ADVERBS) {
        return Some(1);
    }
    if first.is_any(PREPOSITIONS) {
        let soon = words.get(1).is_some_and(|next| next.is_any(ADVERBS));
        let at = words.iter().take(8).position(is_noun);
        return if soon { Some(2) } else { at.map(|at| at + 1) };
    }
    let at = words.iter().take(5).position(is_noun);
    let joint = words.iter().position(|token| token.is_any(PREPOSITIONS));
    if joint.is_some_and(|joint| at.is_none_or(|at| joint < at)) {
        // `alle am Montag`, `der umzug auf den 13. November`
        let alone = joint == Some(1) && first.is_any(ALL);
        let small = joint == Some(2) && first.is_any(ARTICLES);
        return if alone { Some(1) } else { small.then_some(2) };
    }
    // Who writes all small says an article and a noun.
    let Some(at) = at else {
        return first.is_any(ARTICLES).then_some(2);
    };
    let end = more_of(words, at + 1);
    let Some(next) = words.get(end) else {
        return Some(end);
    };
    // `die Anmeldung zum Sommerlager`: nobody knows whether it belongs together.
    let number = words.get(end + 1).is_some_and(Token::has_digit);
    let may_belong = next.is_any("zum zur für von mit ohne") && !number;
    (!may_belong && !is_noun(next)).then_some(end)
}

/// How far the words for somebody go on behind a noun: `der Kita`, `und Medien`, `Frau Weber`.
fn more_of(words: &[Token], mut end: usize) -> usize {
    let named = |end: usize| words[end - 1].is_any(TITLES);
    while let Some(next) = words.get(end) {
        if is_noun(next) && named(end) {
            end += 1;
            continue;
        }
        if !next.is_any(OF_SOMEBODY) && !next.is_any("und oder sowie") {
            break;
        }
        match words[end + 1..].iter().take(3).position(is_noun) {
            Some(at) => end += at + 2,
            None => break,
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mentioned_is_named() {
        for (text, expected) in [
            ("unseren neuen Markt im Hof", "unser neuer Markt im Hof"),
            ("den Flohmarkt am 3. Mai", "der Flohmarkt am 3. Mai"),
            ("die neuen Kurse", "die neuen Kurse"),
        ] {
            assert_eq!(name(text), expected);
        }
    }

    #[test]
    fn what_they_do_is_what_you_do() {
        for (text, expected) in [
            ("ihr die Trikots mitbringen", "ihr die Trikots mitbringt"),
            (
                "ihr öffnen und da sind, wenn sie kommen",
                "ihr öffnet und da seid, wenn sie kommen",
            ),
            ("die Kinder kommen", "die Kinder kommen"),
        ] {
            assert_eq!(to_you(text), expected);
        }
    }

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
            (
                "die Sprechstunde am Montag ausfällt",
                Some("Die Sprechstunde fällt am Montag aus."),
            ),
            (
                "der Basar der Elterninitiative am 9. Mai stattfindet",
                Some("Der Basar der Elterninitiative findet am 9. Mai statt."),
            ),
            (
                "ab sofort die Kasse nur noch Karten nimmt",
                Some("Ab sofort nimmt die Kasse nur noch Karten."),
            ),
            (
                "sich die Öffnungszeiten ab Mai ändern",
                Some("Die Öffnungszeiten ändern sich ab Mai."),
            ),
            (
                "Frau Weber am Freitag verabschiedet wird",
                Some("Frau Weber wird am Freitag verabschiedet."),
            ),
            (
                "ihr die Trikots mitbringt",
                Some("Ihr bringt die Trikots mit."),
            ),
            (
                "wir geschlossen haben bis zum 6. Januar",
                Some("Wir haben geschlossen bis zum 6. Januar."),
            ),
            // Nobody knows what belongs together, or who does it.
            ("die Anmeldung zum Lager ab Mai offen ist", None),
            ("wir haben geschlossen", None),
            ("Sie pünktlich kommen und Ihre Karten zeigen", None),
            ("die Halle am Montag", None),
        ] {
            assert_eq!(main_clauses(text).as_deref(), expected, "{text}");
        }
    }
}
