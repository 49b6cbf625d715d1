//! Which language a text is in: its script, else a vote of small words.

/// A language that a mail is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// `en`
    pub code: &'static str,
    pub written: Written,
}

/// Who finds the words for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// We have phrases.
    Known,
    /// The author's own sentences are all there is.
    Authors,
}

pub const ENGLISH: Language = Language {
    code: "en",
    written: Written::Known,
};

/// Small words that say which language it is, and hardly occur in others.
const WORDS: [(&str, Written, &str); 10] = [
    (
        "en",
        Written::Known,
        "the and to of for with our we is are you your they their on in it that this from will if by at not be an all new them off have their who when about please one week day free a",
    ),
    (
        "de",
        Written::Known,
        "der die das und ist mit für auf zu den wir von dem ein eine einen im am bis zum zur nicht alle unser unsere unseren dass sie es gibt bitte um ab uhr euro neue neuen bei sind kein mal allen vom heute noch geschlossen vergessen nur wegen oder ihr euch dein deine uns montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober dezember schreib",
    ),
    (
        "fr",
        Written::Known,
        "le la les des et est pour avec sur nos notre vous votre au aux du une un en à de jusqu'au nous qui ce cette dans par leur lundi mardi mercredi jeudi vendredi samedi dimanche janvier février avril mai juin juillet août septembre octobre novembre décembre ouverture gratuit merci",
    ),
    (
        "es",
        Written::Known,
        "el la los las y es para con de del en nuestro nuestros nuestra nuestras tu su sus un una al por que hasta ha cada e a hoy lunes martes miércoles jueves viernes sábado domingo enero febrero abril mayo junio julio agosto septiembre octubre noviembre diciembre gratis gracias nueva nuevo",
    ),
    (
        "it",
        Written::Authors,
        "il lo la gli le e è per con di del della nel alle dal un una noi vi che da sono più questo tutta nostro",
    ),
    (
        "pt",
        Written::Authors,
        "o a os as e é para com de do da dos das em no na um uma nossa nosso até todos por que são não obrigado têm",
    ),
    (
        "nl",
        Written::Authors,
        "de het een en is van voor met op tot die dat wij we niet worden mogen naar bij ons onze zijn aan moeten",
    ),
    (
        "pl",
        Written::Authors,
        "i w na z do o jest się nie przy dla od za po nasz nasze zapraszamy oraz będzie godzinie wstęp w sobotę",
    ),
    (
        "sv",
        Written::Authors,
        "och är att det en ett för med på av till vi som den har inte från vår våra ni er om",
    ),
    (
        "da",
        Written::Authors,
        "og er at det en et for med på af til vi som den har ikke fra vores jer om kl der",
    ),
];

/// Letters of a script, and the language that most likely is meant by it.
const SCRIPTS: [(std::ops::RangeInclusive<char>, &str); 9] = [
    ('\u{0590}'..='\u{05FF}', "he"),
    ('\u{0600}'..='\u{06FF}', "ar"),
    ('\u{0400}'..='\u{04FF}', "ru"),
    ('\u{0370}'..='\u{03FF}', "el"),
    ('\u{0900}'..='\u{097F}', "hi"),
    ('\u{0E00}'..='\u{0E7F}', "th"),
    ('\u{3040}'..='\u{30FF}', "ja"),
    ('\u{AC00}'..='\u{D7AF}', "ko"),
    ('\u{4E00}'..='\u{9FFF}', "zh"),
];

/// The language of a text; English where nothing speaks for another.
pub fn language(text: &str) -> Language {
    by_script(text).unwrap_or_else(|| by_words(text))
}

fn by_script(text: &str) -> Option<Language> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let count =
        |range: &std::ops::RangeInclusive<char>| text.chars().filter(|c| range.contains(c)).count();
    // Japanese has Chinese letters too: kana come first in the table.
    let (_, code) = SCRIPTS
        .iter()
        .find(|(range, _)| count(range) * 3 > letters && letters > 0)?;
    Some(Language {
        code,
        written: Written::Authors,
    })
}

fn by_words(text: &str) -> Language {
    let small = text.to_lowercase();
    let words: Vec<&str> = small
        .split(|c: char| !(c.is_alphabetic() || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    let votes = |list: &str| {
        let list: Vec<&str> = list.split(' ').collect();
        words.iter().filter(|word| list.contains(*word)).count()
    };
    let special = |code: &str| match code {
        "de" => letters(&small, "äöüß"),
        "fr" => letters(&small, "éèêçàœ"),
        "es" => letters(&small, "ñ¡¿íóá"),
        "pl" => letters(&small, "ąęłżźśćń") * 2,
        "pt" => letters(&small, "ãõç"),
        "sv" | "da" => letters(&small, "åæø"),
        _ => 0,
    };
    let mut best = (ENGLISH, votes(WORDS[0].2));
    for (code, written, list) in &WORDS[1..] {
        let count = votes(list) + special(code).min(3);
        // One small word is in many languages.
        if count > best.1 && count >= 2 {
            let language = Language {
                code,
                written: *written,
            };
            best = (language, count);
        }
    }
    best.0
}

fn letters(text: &str, set: &str) -> usize {
    text.chars().filter(|c| set.contains(*c)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_small_words_tell_languages_apart() {
        for (text, code) in [
            ("20% off everything", "en"),
            ("", "en"),
            ("WORKSHOP 12.5.", "en"),
            ("Wir haben neue Fahrräder im Laden", "de"),
            ("Découvrez nos nouveautés à la boutique", "fr"),
            (
                "La tienda abre el lunes con nuevos productos para todos",
                "es",
            ),
            ("Il negozio è chiuso per ferie", "it"),
            ("Добро пожаловать в наш магазин", "ru"),
            ("新しい店が開きます", "ja"),
            ("مرحبا بكم", "ar"),
        ] {
            assert_eq!(language(text).code, code, "{text}");
        }
    }
}
