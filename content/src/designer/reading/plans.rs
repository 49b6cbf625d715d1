//! Plans: `Mon: soup, Tue: pie` or `9am yoga, 10am coffee, 11 talk`. What happens when stands in rows, or it runs together.

use super::dates;
use super::tokens::{Kind, Token, span, tokens};

/// Parts of a plan where a sign stands behind each day, and where none does.
const SIGNED_MIN: usize = 2;
const BARE_MIN: usize = 3;
/// Words of what happens at one time.
const VALUE_MAX: usize = 8;
/// Words that make a sentence of a part.
const SPEAKING: &str = "is are was were will has have we you they it i can";
/// Words before a day or time that is none of a plan's.
const LEADING: &str = "at on from to until till by before after between and or the every each this next last of since over in";
const LEADING_ELSEWHERE: &str = "um am ab bis von vom zum den der de la las el le du à";
/// Days of a plan. A month alone is none.
const DAYS: &str = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun today tomorrow tonight noon midnight";
const MONTHS: &str = "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec";
/// What numbers count that are no hours: `12 places`.
const COUNTED: &str = "places spots seats spaces tickets people kids children adults left minutes mins hours euros pounds dollars years miles km o'clock";
/// More than a day has, and than an hour has.
const HOURS: usize = 25;
const MINUTES: usize = 60;

/// A plan, and what stands before and behind it.
pub struct Plan<'t> {
    pub before: &'t str,
    pub rows: Vec<(String, String)>,
    pub after: &'t str,
}

pub fn plan(sentence: &str) -> Option<Plan<'_>> {
    let tokens = tokens(sentence);
    let labels = labels(&tokens);
    // `Sat 14 June: 9am bread, 11am crafts`: all of it is on that day.
    let labels = match labels[..] {
        [(_, end), (next, _), ..] if end + 1 == next && tokens[end].text == ":" => &labels[1..],
        _ => &labels[..],
    };
    let (first, last) = (*labels.first()?, *labels.last()?);
    let signed = labels
        .iter()
        .all(|(_, end)| tokens.get(*end).is_some_and(is_sign));
    let enough = if signed { SIGNED_MIN } else { BARE_MIN };
    if labels.len() < enough || labels.iter().any(|label| closes(&tokens, *label)) {
        return None;
    }
    // The last part ends where the next thought begins.
    let ends = |token: &&Token| matches!(token.text, "," | ";" | "." | "!" | "?" | "(");
    let end = tokens[last.1..].iter().skip(1).find(ends);
    let close = end.map_or(sentence.len(), |end| end.start);
    let rows = rows(sentence, &tokens, labels, close)?;
    let after = sentence[close..].trim_start_matches(is_edge);
    Some(Plan {
        before: sentence[..tokens[first.0].start].trim_matches(is_edge),
        rows,
        after: after.trim_start_matches(['.', '!', '?', ' ']),
    })
}

/// A time behind what happens then: `yoga 18:30, pilates 19:30`.
fn closes(tokens: &[Token], (start, end): (usize, usize)) -> bool {
    let timed = !tokens[start..end].iter().any(is_day);
    let next = tokens.get(end);
    timed && next.is_some_and(|next| matches!(next.text, "," | ";" | "("))
}

/// Each label with what stands behind it. `mon 9-5, tue closed`: hours may be all that is said of a day.
fn rows(
    sentence: &str,
    tokens: &[Token],
    labels: &[(usize, usize)],
    close: usize,
) -> Option<Vec<(String, String)>> {
    let starts = labels.iter().skip(1);
    let ends = starts.map(|(start, _)| tokens[*start].start).chain([close]);
    let parts: Vec<(usize, usize, usize)> = labels
        .iter()
        .zip(ends)
        .map(|((start, end), to)| (*start, *end, to))
        .collect();
    let row = |start: usize, end: usize, to: usize| {
        let value = sentence
            .get(tokens[end - 1].end()..to)?
            .trim_matches(is_edge);
        let value = value.strip_suffix(" and").unwrap_or(value);
        let value = value.trim_matches(is_edge);
        let label = span(sentence, &tokens[start..end])?;
        Some((label.to_owned(), value.to_owned()))
    };
    let told = parts
        .iter()
        .map(|(start, end, to)| row(*start, *end, *to).filter(|(_, value)| is_value(value)));
    let hours = parts.iter().map(|(start, _, to)| {
        let found = row(*start, start + 1, *to);
        found.filter(|(_, value)| is_value(value) && !value.contains(','))
    });
    told.collect::<Option<_>>().or_else(|| hours.collect())
}

/// A line that begins with a day or time: `9:00 Doors open`.
pub fn row(line: &str) -> Option<(String, String)> {
    let tokens = tokens(line);
    let end = label(&tokens);
    let value = line.get(tokens.get(end.checked_sub(1)?)?.end()..)?;
    let value = value.trim_matches(is_edge).trim_end_matches('.');
    let label = span(line, &tokens[..end])?;
    is_value(value).then(|| (label.to_owned(), value.to_owned()))
}

/// Whether a label is a day or a time.
pub fn is_label(text: &str) -> bool {
    let tokens = tokens(text);
    !tokens.is_empty() && label(&tokens) == tokens.len()
}

/// From where to where the labels reach, in tokens.
fn labels(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut place = 0;
    let timed = tokens.iter().any(dates::is_time);
    while place < tokens.len() {
        // `pie and wed curry` goes on, `mon and tue` does not.
        let joins = place > 0 && tokens[place - 1].is("and");
        let goes_on = found
            .last()
            .is_some_and(|(start, end)| joins && (end + 1 < place || end - start > 1));
        let leads = |token: &Token| token.is_any(LEADING) || token.is_any(LEADING_ELSEWHERE);
        let led = place > 0 && leads(&tokens[place - 1]) && !goes_on;
        let run = if led { 0 } else { stamps(&tokens[place..]) };
        let named = is_label_of(&tokens[place..place + run]);
        let hour = usize::from(timed && is_hour(tokens, place));
        let length = if named { run.max(hour) } else { hour };
        if length > 0 {
            found.push((place, place + length));
        }
        // What names nothing is not looked through again from each of its months.
        place += length.max(run).max(1);
    }
    found
}

/// `, 11 talk`, `9.30 welcome`: an hour, if others are times for sure.
fn is_hour(tokens: &[Token], place: usize) -> bool {
    let before = place.checked_sub(1).map(|at| &tokens[at]);
    let opens = before.is_none_or(|before| matches!(before.text, "," | ";" | ":"));
    let (hour, minute) = tokens[place]
        .text
        .split_once('.')
        .unwrap_or((tokens[place].text, "0"));
    let number = |text: &str, most: usize| text.parse::<usize>().is_ok_and(|number| number < most);
    let hour = number(hour, HOURS) && number(minute, MINUTES) && minute.len() <= 2;
    let next = tokens.get(place + 1);
    let counts = next.is_none_or(|next| next.kind != Kind::Word || next.is_any(COUNTED));
    opens && hour && !counts
}

/// How many tokens from the first on name a day, a time, or both: `Sat 6 June 10am-12pm`.
fn label(tokens: &[Token]) -> usize {
    let length = stamps(tokens);
    if is_label_of(&tokens[..length]) {
        length
    } else {
        0
    }
}

/// A month alone names no day.
fn is_label_of(stamps: &[Token]) -> bool {
    stamps
        .iter()
        .any(|token| token.has_digit() || token.is_any(DAYS))
}

/// How many tokens from the first on are of dates or times.
fn stamps(tokens: &[Token]) -> usize {
    let mut length = 0;
    while let Some(token) = tokens.get(length) {
        let next = tokens.get(length + 1);
        let before = length.checked_sub(1).map(|at| &tokens[at]);
        let number = token.has_digit() && token.kind == Kind::Word && token.text.len() <= 5;
        let dated = |near: Option<&Token>| near.is_some_and(is_day);
        let joined = matches!(token.text, "-" | "–" | "to")
            && length > 0
            && next.is_some_and(|next| next.has_digit() || is_day(next));
        let stamp =
            is_day(token) || dates::is_time(token) || number && (dated(next) || dated(before));
        // `11 - 12 talk` goes on with a number.
        let goes_on = before.is_some_and(|before| matches!(before.text, "-" | "–" | "to"));
        if !(stamp || joined || goes_on && number) {
            break;
        }
        length += 1;
    }
    length
}

fn is_day(token: &Token) -> bool {
    token.kind == Kind::Word && (token.is_any(DAYS) || token.is_any(MONTHS))
}

fn is_sign(token: &Token) -> bool {
    matches!(token.text, ":" | "-" | "–" | "—" | "=")
}

fn is_edge(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '=' | '|')
}

/// Says what happens, and is no sentence.
fn is_value(text: &str) -> bool {
    let tokens = tokens(text);
    let words = tokens.iter().filter(|token| token.kind == Kind::Word);
    let first = tokens.first();
    let named = first.is_some_and(|first| !first.is_any(LEADING));
    (1..=VALUE_MAX).contains(&words.count())
        && named
        && !tokens.iter().any(|token| token.is_any(SPEAKING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_when_stands_in_rows() {
        for (text, before, rows, after) in [
            (
                "this week: Mon: soup, Tue: pie, Wed: curry",
                "this week",
                vec![("Mon", "soup"), ("Tue", "pie"), ("Wed", "curry")],
                "",
            ),
            (
                "9am yoga, 10am coffee, 11 talk",
                "",
                vec![("9am", "yoga"), ("10am", "coffee"), ("11", "talk")],
                "",
            ),
            (
                "Sat 14 June: 9.30 bread, 11am crafts, 12 lunch",
                "Sat 14 June",
                vec![("9.30", "bread"), ("11am", "crafts"), ("12", "lunch")],
                "",
            ),
            (
                "we open mon 9-5, tue 10-6 and wed closed",
                "we open",
                vec![("mon", "9-5"), ("tue", "10-6"), ("wed", "closed")],
                "",
            ),
            (
                "menu mon soup tue pie and bread wed curry, all £6",
                "menu",
                vec![("mon", "soup"), ("tue", "pie and bread"), ("wed", "curry")],
                "all £6",
            ),
            (
                "Sat 6 June 10am-12pm market, Sun 7 June 2pm walk, Mon 8 June 7pm film",
                "",
                vec![
                    ("Sat 6 June 10am-12pm", "market"),
                    ("Sun 7 June 2pm", "walk"),
                    ("Mon 8 June 7pm", "film"),
                ],
                "",
            ),
        ] {
            let found = plan(text).unwrap();
            let told = found.rows.iter();
            let told: Vec<(&str, &str)> = told.map(|(one, other)| (&**one, &**other)).collect();
            assert_eq!(
                (found.before, told, found.after),
                (before, rows, after),
                "{text}"
            );
        }
    }

    #[test]
    fn days_and_times_of_sentences_make_no_plan() {
        for text in [
            "The fair is on Sat 6 June from 10am to 4pm",
            "We close on Monday, we open on Tuesday, we rest on Wednesday",
            "yoga mon 6pm, pilates tue 7pm, barre wed 6pm",
            "Lunes torno 18:30, miércoles modelado 18:30, sábados familias 11:00 (a partir de 6 años)",
            "Doors at 7pm, 12 places, band at 8pm",
        ] {
            assert!(plan(text).is_none(), "{text}");
        }
        assert_eq!(
            row("9:00 Doors open"),
            Some(("9:00".to_owned(), "Doors open".to_owned()))
        );
        assert!(is_label("Mon") && is_label("10am") && !is_label("Date"));
    }
}
