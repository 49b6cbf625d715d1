/// The candidate that a mistyped word was probably meant to be. Case and separators do not count, so
/// `first_name` finds `firstName`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LIKELY: f64 = 0.6;
    // A caller's word may be megabytes long, and the distance takes time in proportion to it.
    const LONGEST: usize = 128;
    if word.len() > LONGEST {
        return None;
    }
    let word = plain(word);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::normalized_damerau_levenshtein(&word, &plain(candidate)),
                candidate,
            )
        })
        .filter(|(likeness, _)| *likeness >= LIKELY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

fn plain(word: &str) -> String {
    word.to_lowercase()
        .chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant_or_nothing() {
        let words = [
            "equals",
            "not_equals",
            "contains",
            "starts_with",
            "within_last",
        ];
        let cases = [
            ("equal", Some("equals")),
            ("Equals", Some("equals")),
            ("notEquals", Some("not_equals")),
            ("startsWith", Some("starts_with")),
            ("contain", Some("contains")),
            ("banana", None),
            ("", None),
        ];
        for (word, meant) in cases {
            assert_eq!(nearest(word, words), meant, "{word}");
        }
    }
}
