//! Full stops that end no sentence: behind the number of a day, and behind words that are written short.

use super::dates::is_month;

/// Words that are written short before others, and end no sentence.
const SHORT_FORMS: &str = "nr no st dr mr mrs prof sr sra srta dra dña ud uds mme mlle e.g i.e z.b d.h u.a o.ä vs approx bzw ca etc incl inkl zzgl einschl evtl ggf bspw tgl pág págs núm avda aprox tél réf";
/// Words that may end one: a small letter behind them says that they do not.
const HALF_SHORT: &str = "usw std pers zzt env dto inc ex";
/// Those that are short before a number alone.
const NUMBERED: &str =
    "str tel max min mind pl abs art av bd ex p pp fig cf apt mo di mi do fr sa so";

/// Days that are written short.
const DAYS: &str = "mo di mi do fr sa so";

/// Words before the number of a day, or of anything that is counted, in German.
const DATED: &str = "am vom bis zum der den dem ab seit und das die des im beim unser unsere unserem unseren unserer jeder jede jeden jedes jedem montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so";
/// Words that lead from one day to another, or to a time.
const LEADING: &str = "um ab bis von und oder - – /";

/// Whether the full stop between two texts ends no sentence.
pub fn is_inner(before: &str, after: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    let stop = Stop {
        last: last.trim_start_matches(['(', '"', '„', '“', '«', '¿', '¡']),
        earlier: words.next().unwrap_or_default(),
        opens: words.next().is_none(),
        next: after.split_whitespace().next().unwrap_or_default(),
    };
    stop.is_of_number() || is_counter(stop.last, before, after) || stop.is_of_word()
}

/// A full stop between its words.
struct Stop<'t> {
    last: &'t str,
    earlier: &'t str,
    /// Nothing stands before them in the sentence.
    opens: bool,
    next: &'t str,
}

impl Stop<'_> {
    /// `am 3. Mai um 18 Uhr`, `vom 1. bis 15. August`, `am 3.5. ab 18 Uhr`, `zum 10. Mal`
    fn is_of_number(&self) -> bool {
        let last = self.last.rsplit(['-', '–', '/']).next().unwrap_or_default();
        let earlier = self.earlier.trim_end_matches([',', '.']);
        let dated = self.last != last || is_any(earlier, DATED);
        let leads = is_any(self.next, LEADING);
        let next = self.next.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some((day, month)) = last.split_once('.') {
            let goes_on = self.opens || self.next.starts_with(char::is_lowercase);
            let is_last = self.next.is_empty();
            return is_day(day) && is_day(month) && !is_last && (leads || dated && goes_on);
        }
        // `ab dem 1. 9. haben wir`
        let month = self.earlier.strip_suffix('.').is_some_and(is_day)
            && self.next.starts_with(char::is_lowercase);
        let inner = dated || leads || month || is_month(next);
        is_day(last) && !self.next.is_empty() && inner
    }

    /// `z. B.`, `Nr. 5`, `Hauptstr. 5`, `M. le maire`, `Sra. Ruiz`, `Mo. bis Fr.`
    fn is_of_word(&self) -> bool {
        let small = self.last.to_lowercase();
        let goes_on = self.next.starts_with(char::is_lowercase);
        let numbered = self.next.starts_with(|c: char| c.is_ascii_digit());
        let half = is_any(&small, HALF_SHORT) && (goes_on || numbered);
        let counted = numbered && (is_any(&small, NUMBERED) || small.ends_with("str"));
        let day = is_any(&small, DAYS) && is_any(self.next, LEADING);
        is_any(&small, SHORT_FORMS) || half || counted || day || self.is_of_letter()
    }

    fn is_of_letter(&self) -> bool {
        if !is_letter(self.last) {
            return false;
        }
        let is_small = self.last.chars().all(char::is_lowercase);
        let goes_on = self.next.starts_with(char::is_lowercase);
        let numbered = self.next.starts_with(|c: char| c.is_ascii_digit());
        // `a las 7 p. m. Después`
        let second = self.earlier.strip_suffix('.').is_some_and(is_letter);
        let first = self.next.strip_suffix('.').is_some_and(is_letter);
        let gentleman = self.last == "M" && self.earlier.chars().all(|c| !c.is_ascii_digit());
        let named = self.next.starts_with(char::is_uppercase) || is_any(self.next, "le la");
        second && (goes_on || self.last != "m")
            || is_small && (first || numbered)
            || gentleman && named
    }
}

/// `1. one 2. two` is a list in a line.
fn is_counter(last: &str, before: &str, after: &str) -> bool {
    last.parse::<usize>().is_ok_and(|number| {
        let next = format!("{}. ", number.saturating_add(1));
        let previous = format!("{}. ", number.saturating_sub(1));
        is_day(last) && (after.contains(&next) || before.contains(&previous))
    })
}

fn is_any(word: &str, words: &str) -> bool {
    let small = word.to_lowercase();
    words.split(' ').any(|word| word == small)
}

fn is_day(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit())
}

fn is_letter(text: &str) -> bool {
    text.chars().count() == 1 && text.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::super::endings::sentences;

    #[test]
    fn a_full_stop_behind_a_day_or_a_short_word_ends_no_sentence() {
        for text in [
            "Kommt am 3. Mai um 18 Uhr.",
            "Nur bis zum 24. Dezember.",
            "Vom 1. bis 15. August geschlossen.",
            "Vom 1.–15. August geschlossen.",
            "3. Mai ab 18 Uhr im Hof.",
            "Am 3.5. um 18 Uhr im Hof.",
            "Am 3.5. Konzert im Hof.",
            "Zum 10. Mal im Hof.",
            "Ab dem 1. 9. haben wir neue Zeiten.",
            "Obst, z. B. Äpfel und Birnen.",
            "Im Haus Nr. 5, Hauptstr. 7, ca. 20 Plätze, inkl. Getränke.",
            "Geöffnet Mo. bis Fr. ab 9 Uhr.",
            "M. le maire et Mme. Petit viennent, voir p. 5.",
            "La Sra. Ruiz firma la pág. 5, a las 7 p. m. en punto.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
        for (text, first) in [
            ("Beginn ist um 18. Danach Musik.", "Beginn ist um 18."),
            ("In der Hauptstr. Wir warten.", "In der Hauptstr."),
            ("We think so. Then we go.", "We think so."),
            ("Abre a las 7 p. m. Hay té.", "Abre a las 7 p. m."),
            ("Wir feiern am 12.5. Danach Musik.", "Wir feiern am 12.5."),
        ] {
            assert_eq!(sentences(text)[0], first);
        }
    }
}
