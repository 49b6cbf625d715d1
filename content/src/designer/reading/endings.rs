//! Where a sentence ends.

/// Words before a full stop that ends no sentence.
const SHORT_FORMS: [&str; 15] = [
    "nr", "no", "st", "dr", "e.g", "i.e", "vs", "approx", "bzw", "ca", "z.b", "mr", "mrs", "etc",
    "incl",
];

/// Words before a day of a month, in German.
const DATED: [&str; 12] = [
    "am", "vom", "bis", "zum", "der", "den", "dem", "ab", "seit", "und", "montag,", "sonntag,",
];

/// Texts up to a full stop, a question or exclamation mark, or the end of a line.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut held = Held::default();
    for (at, c) in text.char_indices() {
        held.see(&text[at..], c);
        let after = text[at + c.len_utf8()..].chars().next();
        let ends = match c {
            '\n' => true,
            '!' | '?' => after.is_none_or(char::is_whitespace),
            '.' => {
                after.is_none_or(char::is_whitespace)
                    && !is_short(&text[start..at], &text[at + 1..])
            }
            _ => false,
        };
        if ends && held.is_free() {
            found.push(&text[start..at + c.len_utf8()]);
            start = at + c.len_utf8();
        }
    }
    found.push(&text[start..]);
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found.into_iter().map(str::trim).collect()
}

fn is_short(before: &str, after: &str) -> bool {
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let small = last.to_lowercase();
    // `vom 1. bis 15. August`, and a list `1. one 2. two`.
    let number = small.chars().all(|c| c.is_ascii_digit()) && (1..=2).contains(&small.len());
    let mut words = before.split_whitespace().rev();
    let dated = words
        .nth(1)
        .is_some_and(|word| DATED.contains(&word.to_lowercase().as_str()));
    let listed = small.parse::<usize>().is_ok_and(|number| {
        let next = format!("{}. ", number.saturating_add(1));
        let last = format!("{}. ", number.saturating_sub(1));
        after.contains(&next) || before.contains(&last)
    });
    (number && !after.trim().is_empty() && (dated || listed))
        || SHORT_FORMS.contains(&small.as_str())
}

/// Whether a place is inside quotes or a merge tag.
#[derive(Default)]
struct Held {
    quoted: bool,
    tag: bool,
}

impl Held {
    fn see(&mut self, rest: &str, c: char) {
        match c {
            '"' => self.quoted = !self.quoted && rest[1..].contains('"'),
            '{' if rest.starts_with("{{") => self.tag = true,
            '}' => self.tag = false,
            _ => {}
        }
    }

    fn is_free(&self) -> bool {
        !self.quoted && !self.tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_they_end() {
        for (text, expected) in [
            ("One. Two! Three?", vec!["One.", "Two!", "Three?"]),
            ("Hafer Nr. 1 is here.", vec!["Hafer Nr. 1 is here."]),
            ("Vom 1. bis 15. August.", vec!["Vom 1. bis 15. August."]),
            ("Say \"Hi. You.\" now.", vec!["Say \"Hi. You.\" now."]),
            ("4.2 is out", vec!["4.2 is out"]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }
}
