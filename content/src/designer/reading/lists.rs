//! Lists inside of sentences: counted ones, links with what they are on, and enumerations behind a colon.

use super::dates;
use super::tokens::{Kind, tokens};

/// A list, and what led to it.
pub struct List<'t> {
    pub before: &'t str,
    pub numbered: bool,
    pub items: Vec<String>,
}

pub fn list(sentence: &str) -> Option<List<'_>> {
    counted(sentence)
        .or_else(|| linked(sentence))
        .or_else(|| ordered(sentence))
        .or_else(|| enumerated(sentence))
}

/// `Do this: 1. one 2. two` holds a list.
fn counted(sentence: &str) -> Option<List<'_>> {
    let mark = |number: usize, from: usize| -> Option<(usize, usize)> {
        [
            format!("({number}) "),
            format!("{number}. "),
            format!("{number}) "),
        ]
        .iter()
        .filter_map(|mark| {
            let at = from + sentence.get(from..)?.find(mark.as_str())?;
            let opens = sentence[..at]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace);
            opens.then_some((at, at + mark.len()))
        })
        .min()
    };
    let mut marks = Vec::new();
    while let Some(next) = mark(marks.len() + 1, marks.last().map_or(0, |(_, end)| *end)) {
        marks.push(next);
    }
    if marks.len() < 2 {
        return None;
    }
    let ends = marks
        .iter()
        .skip(1)
        .map(|(start, _)| *start)
        .chain([sentence.len()]);
    let items = marks.iter().zip(ends).map(|((_, from), to)| {
        let item = sentence[*from..to].trim().trim_end_matches([',', ';', '.']);
        item.trim_end_matches(" and").to_owned()
    });
    let items: Vec<String> = items.collect();
    // `am 1. und 2. Juni` are days.
    let dated = items.iter().any(|item| {
        let word = item.split_whitespace().next().unwrap_or_default();
        let word = word.trim_end_matches([',', '.']);
        dates::is_month(word) || ["bis", "und", "oder", "-", "–"].contains(&word)
    });
    if dated {
        return None;
    }
    Some(List {
        before: sentence[..marks[0].0].trim().trim_end_matches(':'),
        numbered: true,
        items,
    })
}

/// `https://a.example/one on bees, https://a.example/two on soil`: each is called by what it is on.
fn linked(sentence: &str) -> Option<List<'_>> {
    let first = sentence.find("http")?;
    let parts: Vec<&str> = sentence[first..].split(',').map(str::trim).collect();
    let items = parts.iter().map(|part| {
        let part = part.trim_start_matches("and ");
        let (link, topic) = part.split_once(' ')?;
        let topic = ["on ", "about ", ": ", "- "]
            .iter()
            .find_map(|lead| topic.trim_start().strip_prefix(lead))?;
        let topic = super::tidy::capital(topic.trim_end_matches(['.', ' ']));
        link.starts_with("http")
            .then(|| format!("[{topic}]({link})"))
    });
    let items: Vec<String> = items.collect::<Option<_>>()?;
    let before = sentence[..first].trim().trim_end_matches(':');
    (items.len() >= 2).then_some(List {
        before: before.rsplit_once(',').map_or(before, |(before, _)| before),
        numbered: false,
        items,
    })
}

const FIRST: &[u8] = b"first ";

/// `first import contacts, then pick a template, then send a test`
fn ordered(sentence: &str) -> Option<List<'_>> {
    // Small letters of the whole sentence may have other lengths: `İ` and `ẞ` do.
    let mut words = sentence.as_bytes().windows(FIRST.len());
    let at = words.position(|word| word.eq_ignore_ascii_case(FIRST))?;
    let opens = at == 0 || sentence[..at].trim_end().ends_with([':', ',']);
    let parts: Vec<&str> = sentence.get(at + FIRST.len()..)?.split(", then ").collect();
    (opens && parts.len() >= 3).then(|| List {
        before: sentence[..at].trim().trim_end_matches(':'),
        numbered: true,
        items: parts.iter().map(|part| bare(part)).collect(),
    })
}

/// `welcome to Sam and Priya` is one thing.
fn are_names(one: &str, other: &str) -> bool {
    let large = |word: Option<&str>| word.is_some_and(|word| word.starts_with(char::is_uppercase));
    large(one.split(' ').next_back()) && large(other.split(' ').next())
}

/// Words of a part of an enumeration.
const PART_MAX: usize = 12;

/// `Tips: rinse with hot water, dry at once, oil lightly`
fn enumerated(sentence: &str) -> Option<List<'_>> {
    let (before, rest) = match sentence.split_once(": ") {
        Some((before, rest)) => (before, rest),
        None => ("", sentence),
    };
    let unfit = |kind: Kind| matches!(kind, Kind::Link | Kind::Address | Kind::Quoted);
    if sentence.contains(['%', ';']) || tokens(rest).iter().any(|token| unfit(token.kind)) {
        return None;
    }
    let parts = parts_of(before, rest)?;
    let has_digit = |part: &&str| part.contains(|c: char| c.is_ascii_digit());
    let all = parts
        .iter()
        .all(|part| has_digit(part) || part.contains("{{"));
    let ends_plain = parts.last().is_some_and(|part| !has_digit(part));
    let short = |most: usize| {
        parts
            .iter()
            .all(|part| (1..=most).contains(&part.split_whitespace().count()))
    };
    let fits = if before.is_empty() {
        all && short(4)
    } else {
        (all || ends_plain) && short(PART_MAX)
    };
    let is_code = tokens(rest)
        .iter()
        .any(|token| token.is_any("code coupon voucher"));
    // Sentences and requests that a comma strings together are no list.
    let speaks = |part: &&str| {
        tokens(part).first().is_some_and(|first| {
            first.is_any("we you they it i don't please will thanks we're you're it's has have is are was were can call")
        })
    };
    let reasons = |part: &&str| {
        let mut tokens = tokens(part).into_iter();
        tokens.any(|token| token.is_any("because unless"))
    };
    // `6 plots are free, first come first served`
    let says = tokens(parts.first()?)
        .iter()
        .any(|token| token.is_any("is are was were will has have"));
    let spoken = says || parts.iter().any(|part| speaks(part) || reasons(part));
    (parts.len() >= 3 && fits && !is_code && !spoken).then(|| List {
        before,
        numbered: false,
        items: parts.iter().map(|part| bare(part)).collect(),
    })
}

/// The parts of an enumeration; behind a colon its last two need no comma between.
fn parts_of<'t>(before: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = outside_brackets(text);
    let last = parts.pop()?;
    // `a boiler, and one worker, Kemi, through to October` goes on behind its last part.
    let joins = |part: &&str| {
        ["and ", "y ", "und "]
            .iter()
            .any(|joint| part.starts_with(joint))
    };
    if parts.iter().any(joins) {
        return None;
    }
    match last
        .strip_prefix("and ")
        .or_else(|| last.strip_prefix("or "))
    {
        Some(last) => parts.push(last),
        // `dark mode, faster search and CSV export`
        None => match last
            .split_once(" and ")
            .filter(|(one, other)| !before.is_empty() && !are_names(one, other))
        {
            Some((one, other)) => parts.extend([one, other]),
            None => parts.push(last),
        },
    }
    Some(parts)
}

/// What stands between commas, except for those in brackets.
fn outside_brackets(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in text.char_indices() {
        let opens = c == '(' && text[at..].contains(')');
        depth = (depth + i32::from(opens) - i32::from(c == ')')).max(0);
        if depth == 0 && text[at..].starts_with(", ") {
            parts.push(&text[from..at]);
            from = at + 2;
        }
    }
    parts.push(&text[from..]);
    parts
}

fn bare(part: &str) -> String {
    part.trim()
        .trim_end_matches(['.', ',', ';', '!'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_in_sentences() {
        for (text, before, items) in [
            (
                "Tips: rinse it, dry at once, oil lightly",
                "Tips",
                vec!["rinse it", "dry at once", "oil lightly"],
            ),
            (
                "tell them: first walk, then run, then rest.",
                "tell them",
                vec!["walk", "run", "rest"],
            ),
            (
                "STRAẞE:\u{a0}first open, then close, then rest",
                "STRAẞE",
                vec!["open", "close", "rest"],
            ),
            (
                "İstanbul: First fold, then glue, then dry",
                "İstanbul",
                vec!["fold", "glue", "dry"],
            ),
            (
                "knife 59, board 35, apron 29.",
                "",
                vec!["knife 59", "board 35", "apron 29"],
            ),
            (
                "Links: https://a.example on bees, https://b.example on soil",
                "Links",
                vec!["[Bees](https://a.example)", "[Soil](https://b.example)"],
            ),
        ] {
            let list = list(text).unwrap();
            assert_eq!(
                (list.before, list.items),
                (before, items.into_iter().map(str::to_owned).collect()),
                "{text}"
            );
        }
        for text in [
            "Our kit: a pan, a lid and a bowl for $39 instead of $54",
            "Come by, bring boots, stay long",
            "Sale: 30% off, code A30, ends today",
        ] {
            assert!(list(text).is_none(), "{text}");
        }
    }
}
