//! Names of days and months: a date that nobody gave is a promise.

/// The same day or month in English, German, French and Spanish.
const NAMES: [&[&str]; 21] = [
    &["monday", "montag", "lundi", "lunes"],
    &["tuesday", "dienstag", "mardi", "martes"],
    &["wednesday", "mittwoch", "mercredi", "miércoles"],
    &["thursday", "donnerstag", "jeudi", "jueves"],
    &["friday", "freitag", "vendredi", "viernes"],
    &["saturday", "samstag", "sonnabend", "samedi", "sábado"],
    &["sunday", "sonntag", "dimanche", "domingo"],
    &["january", "januar", "jänner", "janvier", "enero"],
    &["february", "februar", "février", "febrero"],
    &["march", "märz", "mars", "marzo"],
    &["april", "avril", "abril"],
    &["may", "mai", "mayo"],
    &["june", "juni", "juin", "junio"],
    &["july", "juli", "juillet", "julio"],
    &["august", "août", "agosto"],
    &["september", "septembre", "septiembre", "setiembre"],
    &["october", "oktober", "octobre", "octubre"],
    &["november", "novembre", "noviembre"],
    &["december", "dezember", "décembre", "diciembre"],
    &["tomorrow", "morgen", "demain", "mañana"],
    &["tonight"],
];

/// What is another word, too, and a date only behind a number or one of `BEFORE`.
const DOUBTFUL: [&str; 7] = ["march", "mars", "may", "mai", "mayo", "morgen", "mañana"];
const BEFORE: [&str; 27] = [
    "until", "till", "by", "in", "end", "of", "early", "late", "mid", "bis", "im", "ende",
    "anfang", "mitte", "ab", "jusqu", "en", "fin", "début", "hasta", "de", "finales", "desde",
    "dès", "since", "on", "from",
];

/// Whether a word, with the one before it, names a day or a month that `said`, which is in lower case, does not. `Fri` is
/// `Friday`, and so is `Freitag`.
pub(super) fn is_unknown(before: &str, word: &str, said: &str) -> bool {
    let (before, word) = (before.to_lowercase(), word.to_lowercase());
    let Some(names) = NAMES.iter().find(|names| names.contains(&word.as_str())) else {
        return false;
    };
    let is_behind =
        BEFORE.contains(&before.as_str()) || before.starts_with(|c: char| c.is_ascii_digit());
    if DOUBTFUL.contains(&word.as_str()) && !is_behind {
        return false;
    }
    let short: String = names[0].chars().take(3).collect();
    let mut words = said.split(|c: char| !c.is_alphanumeric());
    !words.any(|said| said == short || names.contains(&said))
}

#[cfg(test)]
mod tests {
    use super::is_unknown;

    #[test]
    fn a_day_is_the_same_in_every_language() {
        for said in ["until fri", "until friday.", "bis freitag"] {
            assert!(!is_unknown("on", "Friday", said), "{said}");
            assert!(!is_unknown("", "viernes", said), "{said}");
            assert!(is_unknown("", "Sunday", said), "{said}");
        }
    }

    #[test]
    fn what_is_another_word_too_is_a_date_where_one_stands() {
        for (before, word, is_it) in [
            ("You", "May", false),
            ("bis", "Mai", true),
            ("jusqu", "mars", false),
            ("3", "May", true),
            ("de", "mayo", true),
            ("Guten", "Morgen", false),
            ("bis", "morgen", true),
            ("ends", "tomorrow", true),
            ("Ende", "März", true),
        ] {
            let said = "from march on";
            let is_said = word == "mars" || word == "März";
            assert_eq!(is_unknown(before, word, said), is_it && !is_said, "{word}");
            assert_eq!(
                is_unknown(before, word, ""),
                is_it || word == "mars",
                "{word}"
            );
        }
    }
}
