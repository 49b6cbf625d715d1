//! Names of days and months: a date that nobody gave is a promise.

/// The same day or month in English, German, French and Spanish. `may`, `march` and `mars` are other words, too.
const NAMES: [&[&str]; 17] = [
    &["monday", "montag", "lundi", "lunes"],
    &["tuesday", "dienstag", "mardi", "martes"],
    &["wednesday", "mittwoch", "mercredi", "miércoles"],
    &["thursday", "donnerstag", "jeudi", "jueves"],
    &["friday", "freitag", "vendredi", "viernes"],
    &["saturday", "samstag", "sonnabend", "samedi", "sábado"],
    &["sunday", "sonntag", "dimanche", "domingo"],
    &["january", "januar", "jänner", "janvier", "enero"],
    &["february", "februar", "février", "febrero"],
    &["april", "avril", "abril"],
    &["june", "juni", "juin", "junio"],
    &["july", "juli", "juillet", "julio"],
    &["august", "août", "agosto"],
    &["september", "septembre", "septiembre", "setiembre"],
    &["october", "oktober", "octobre", "octubre"],
    &["november", "novembre", "noviembre"],
    &["december", "dezember", "décembre", "diciembre"],
];

/// Whether a word names a day or a month that `said`, which is in lower case, does not. `Fri` is `Friday`, and so is
/// `Freitag`.
pub(super) fn is_unknown(word: &str, said: &str) -> bool {
    let word = word.to_lowercase();
    let Some(names) = NAMES.iter().find(|names| names.contains(&word.as_str())) else {
        return false;
    };
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
            assert!(!is_unknown("Friday", said), "{said}");
            assert!(!is_unknown("viernes", said), "{said}");
            assert!(is_unknown("Sunday", said), "{said}");
        }
        assert!(!is_unknown("May", ""));
    }
}
