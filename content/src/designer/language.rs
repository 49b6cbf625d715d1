//! Which language a text is in: its script, else a vote of small words.

use super::reading::sentences;

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
        "the and to of for with our we is are you your they their on in it that this from will if by at not be an all new them off have their who when about please one week day free a per or before only",
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

/// Their names in the languages that authors ask in.
const NAMES: [(&str, &str); 10] = [
    ("en", "english englisch anglais inglés"),
    ("de", "german deutsch allemand alemán"),
    ("fr", "french französisch français francés"),
    ("es", "spanish spanisch espagnol español castellano"),
    ("it", "italian italienisch italien italiano"),
    ("pt", "portuguese portugiesisch portugais portugués"),
    ("nl", "dutch niederländisch néerlandais neerlandés"),
    ("pl", "polish polnisch polonais polaco"),
    ("sv", "swedish schwedisch suédois sueco"),
    ("da", "danish dänisch danois danés"),
];
/// Words that a request for a language begins with.
const ASKING: &str = "write please make draft send compose prepare create can could in auf en schreib schreibe verfasse bitte mail email newsletter message escribe redacta por écris rédige it i we";
/// Those after which something may be told that is no request: `We teach in German.`
const TELLING: &str = "i we it mail email newsletter message send";
const POLITE: &str = "please bitte por favor s'il vous te plaît thanks danke";
/// Words of a request that leads to a text, and of one that is a sentence.
const LEADING_MAX: usize = 14;
const SENTENCE_MAX: usize = 6;

/// The language of a text; English where nothing speaks for another.
pub fn language(text: &str) -> Language {
    let (asked, text) = unasked(text);
    let wanted = asked.iter().find_map(|asked| named(asked));
    by_script(&text)
        .or_else(|| wanted.filter(|wanted| is_as_likely(wanted, &text)))
        .unwrap_or_else(|| by_words(&text))
}

/// What asks for a language, and the text without it: `Please write in German: …`.
pub fn unasked(prompt: &str) -> (Vec<String>, String) {
    let requests = sentences(prompt).into_iter().filter_map(request);
    let requests: Vec<&str> = requests.collect();
    let text = requests.iter().fold(prompt.to_owned(), |text, request| {
        text.replacen(request, "", 1)
    });
    if !text.contains(char::is_alphanumeric) {
        return (Vec::new(), prompt.to_owned());
    }
    let bare = |request: &&str| request.trim_end_matches([':', '.', ' ']).to_owned();
    (requests.iter().map(bare).collect(), text)
}

/// The part of a sentence that asks for a language: up to a colon, or all of it.
fn request(sentence: &str) -> Option<&str> {
    let colon = sentence.find(':').map(|at| &sentence[..=at]);
    let asked = colon.unwrap_or(sentence);
    let words = words(asked);
    let is = |word: &String, list: &str| list.split(' ').any(|other| other == word);
    let at = words
        .windows(2)
        .position(|pair| is(&pair[0], "in auf en into") && code(&pair[1]).is_some())?;
    let polite = words[at + 2..].iter().all(|word| is(word, POLITE));
    let first = words.first()?;
    let opens = is(first, ASKING) && (at > 0 || polite);
    let fits = match colon {
        Some(_) => words.len() <= LEADING_MAX,
        None => words.len() <= SENTENCE_MAX && polite && !is(first, TELLING),
    };
    (opens && fits).then_some(asked)
}

fn code(name: &str) -> Option<&'static str> {
    let mut known = NAMES.iter();
    let found = known.find(|(_, names)| names.split(' ').any(|known| known == name));
    found.map(|(code, _)| *code)
}

/// The language that somebody asks for.
fn named(asked: &str) -> Option<Language> {
    let code = words(asked).iter().find_map(|word| code(word))?;
    let (code, written, _) = WORDS.iter().find(|(known, ..)| *known == code)?;
    Some(Language {
        code,
        written: *written,
    })
}

/// Whether at least as much speaks for it as for English.
fn is_as_likely(wanted: &Language, text: &str) -> bool {
    let words = words(text);
    let of = |code: &str| {
        let list = WORDS.iter().find(|(known, ..)| *known == code);
        list.map_or(0, |(_, _, list)| votes(&words, list))
    };
    of(wanted.code) >= of("en")
}

fn words(text: &str) -> Vec<String> {
    let small = text.to_lowercase();
    let words = small.split(|c: char| !(c.is_alphabetic() || c == '\''));
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn votes(words: &[String], list: &str) -> usize {
    let list: Vec<&str> = list.split(' ').collect();
    let known = words.iter().filter(|word| list.contains(&word.as_str()));
    known.count()
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
    let words = words(text);
    let special = |code: &str| match code {
        "de" => letters(&small, "äöüß"),
        "fr" => letters(&small, "éèêçàœ"),
        "es" => letters(&small, "ñ¡¿íóá"),
        "pl" => letters(&small, "ąęłżźśćń") * 2,
        "pt" => letters(&small, "ãõç"),
        "sv" | "da" => letters(&small, "åæø"),
        _ => 0,
    };
    let mut best = (ENGLISH, votes(&words, WORDS[0].2));
    for (code, written, list) in &WORDS[1..] {
        let count = votes(&words, list) + special(code).min(3);
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
            ("In German: Sommerfest, 12. Juli", "de"),
            ("Write it in French: we close on Monday", "en"),
        ] {
            assert_eq!(language(text).code, code, "{text}");
        }
    }

    #[test]
    fn what_asks_for_a_language_is_told_from_what_speaks_of_one() {
        for (prompt, asked) in [
            (
                "Please write a mail to our members in German: Wir ziehen um.",
                "Please write a mail to our members in German",
            ),
            (
                "Auf Englisch bitte: The shop is open.",
                "Auf Englisch bitte",
            ),
            (
                "La boutique ferme. Write it in French please.",
                "Write it in French please",
            ),
            ("We teach in German. Come on Monday.", ""),
            ("In German class: bring your books.", ""),
            ("Write it in French.", ""),
        ] {
            let (found, text) = unasked(prompt);
            assert_eq!(found.join(" "), asked, "{prompt}");
            let left = prompt.len() - text.len();
            assert!(left <= asked.len() + 1, "{text}");
        }
    }
}
