//! Dates and times in a text, and until when something holds.

use std::ops::Range;

use super::tokens::{Kind, Token, span};

/// What leads to an end.
const DEADLINES: &str =
    "until till through by ends end expires before bis jusqu'au hasta closes til";
/// Days, months, and what stands for a day.
const DAYS: &str = "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun january february march april may june july august september october november december jan feb mar apr jun jul aug sept sep oct nov dec midnight noon today tonight tomorrow uhr am pm januar februar märz mai juni juli oktober dezember janvier mars juin juillet junio julio samedi viernes montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi dimanche février avril août septembre octobre novembre décembre enero febrero marzo abril mayo agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves sábado domingo";
/// Those of them that name no day.
const CLOCK: &str = "am pm uhr midnight noon";
const ZONES: &str = "utc cet cest est pst gmt";
/// What else may be on a day, and how near to it that stands: `booking opens on 3 May`.
const OTHERS: &str = "booking bookings registration refunds refund due deadline rsvp reply";
const NEAR: usize = 4;
/// What stands between the parts of a date.
const JOINTS: &str = "at on from to until between and the of end - – um bis ab à h de a las month in night el le du dem ende";

pub fn deadline(text: &str, tokens: &[Token]) -> Option<String> {
    let end = ends(tokens).next()?;
    span(text, &tokens[end]).map(str::to_owned)
}

/// Where a text says until when something holds, in tokens.
pub fn ends<'a>(tokens: &'a [Token<'a>]) -> impl Iterator<Item = Range<usize>> + 'a {
    let places = tokens.iter().enumerate();
    let places = places.filter(|(_, token)| token.is_any(DEADLINES));
    places.filter_map(move |(at, _)| {
        let length = run(&tokens[at + 1..]);
        (length > 0).then_some(at..at + 1 + length)
    })
}

pub fn is_time(token: &Token) -> bool {
    let text = token.text.to_lowercase();
    let clock =
        text.ends_with("am") || text.ends_with("pm") || text.contains(':') || text.ends_with('h');
    token.kind == Kind::Word && token.has_digit() && clock && !text.contains('$')
}

pub fn is_date(token: &Token) -> bool {
    token.kind == Kind::Word && (token.is_any(DAYS) || token.is_any(ZONES))
}

/// Words that name a day only where they are written large, or not at all.
const OTHER_WORDS: &str = "may mar mars sun mon sat wed est";

/// A weekday, a month, a zone: what nobody writes in passing.
pub fn names_day(token: &Token) -> bool {
    let other = token.is_any(OTHER_WORDS) && !token.text.starts_with(char::is_uppercase);
    is_date(token) && !token.is_any(CLOCK) && !other
}

/// Months behind the number of a day: `3. Mai`.
const MONTHS: &str = "januar februar märz april mai juni juli august september oktober november dezember jan feb mär apr jun jul aug sep sept okt nov dez";

pub fn is_month(word: &str) -> bool {
    let small = word.to_lowercase();
    MONTHS.split(' ').any(|month| month == small)
}

/// `8 to 9 Feb`, `1. bis 15. August`: the first number belongs to the date of the second.
fn is_span(tokens: &[Token]) -> bool {
    let mut rest = tokens.iter().skip(1).filter(|token| token.text != ".");
    let joint = rest
        .next()
        .is_some_and(|token| token.is_any("to bis and - – au al"));
    let number = rest.next().is_some_and(Token::has_digit);
    joint && number && rest.next().is_some_and(is_date)
}

/// How many tokens from the first on belong to one date.
fn run(tokens: &[Token]) -> usize {
    let mut last = 0;
    let mut dated = false;
    for (place, token) in tokens.iter().enumerate().take(14) {
        let number =
            token.has_digit() && token.text.len() <= 5 && !token.text.contains(['%', '$', '€']);
        let near = |next: Option<&Token>| {
            next.is_some_and(|next| is_date(next) || is_time(next) || next.is("h"))
        };
        if is_date(token) || is_time(token) {
            // A zone alone is no date.
            dated |= !token.is_any(ZONES);
            last = place + 1;
        } else if number
            && (near(tokens.get(place + 1))
                || (place > 0 && near(tokens.get(place - 1)))
                || tokens
                    .get(place + 1)
                    .is_some_and(|next| next.is_any("de ."))
                    && tokens.get(place + 2).is_some_and(is_date)
                || is_span(&tokens[place..]))
            || token.is("h") && place > 0 && tokens[place - 1].has_digit()
        {
            last = place + 1;
        } else if token.text == "." && place > 0 && tokens[place - 1].has_digit() {
            // `14. Mai`
        } else if token.text != "," && !token.is_any(JOINTS) {
            break;
        }
    }
    // `end of the month`
    let spoken = tokens.len() >= 2 && (tokens[0].is("end") || tokens[1].is("end"));
    if spoken && !dated {
        return tokens
            .iter()
            .take(5)
            .position(|token| token.is("month") || token.is("year"))
            .map_or(0, |at| at + 1);
    }
    if dated { last } else { 0 }
}

/// Whether what stands before a date makes it none of the event: it ends something, or something else is on that day.
fn is_of_other(before: &[Token]) -> bool {
    let near = |count: usize| &before[before.len().saturating_sub(count)..];
    let sold = |pair: &[Token]| pair[0].is("on") && pair[1].is("sale");
    near(2).iter().any(|token| token.is_any(DEADLINES))
        || near(NEAR).iter().any(|token| token.is_any(OTHERS))
        || near(NEAR).windows(2).any(sold)
}

/// Where the dates begin that are of nothing else, and how many tokens each has.
fn runs(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let opens = is_date(token) || is_time(token) || token.has_digit();
        let length = if opens { run(&tokens[place..]) } else { 0 };
        if length > 0 && !is_of_other(&tokens[..place]) {
            found.push((place, length));
        }
        place += length.max(1);
    }
    found
}

fn is_day(token: &Token) -> bool {
    is_date(token) && !token.is_any(CLOCK)
}

/// How many days a text names, with a number in each.
pub fn days(tokens: &[Token]) -> usize {
    let runs = runs(tokens).into_iter();
    let dates = runs.map(|(place, length)| &tokens[place..place + length]);
    let numbered = |date: &&[Token]| date.iter().any(is_day) && date.iter().any(Token::has_digit);
    dates.filter(numbered).count()
}

/// The longest date with a day or month in it.
pub fn when(text: &str, tokens: &[Token]) -> Option<String> {
    let mut best: Option<(usize, usize)> = None;
    for (place, length) in runs(tokens) {
        if best.is_none_or(|(_, most)| length > most) {
            best = Some((place, length));
        }
    }
    let (mut place, mut length) = best?;
    // A clock without a day is no date.
    if !tokens[place..place + length].iter().any(is_day) {
        return None;
    }
    // `am 12. Juli` names the day, not the morning.
    if tokens[place].is("am") && length > 1 {
        (place, length) = (place + 1, length - 1);
    }
    // `the last weekend of August`
    if let Some(from) = place.checked_sub(3)
        && tokens[place - 1].is("of")
        && tokens[from].is_any("first second third last")
    {
        (place, length) = (from, length + 3);
    }
    let found = span(text, &tokens[place..place + length])?;
    Some(found.trim_end_matches([',', ' ']).to_owned())
}
