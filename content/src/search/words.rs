//! The words of a text as they are searched.

use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

use super::synonyms::Synonyms;

/// Words that say nothing about what is looked for. That it is a mail goes without saying.
const STOP_WORDS: &str = "a about after again all also am an and any anybody anyone are as at be been before being but by can could did do does \
    doing down email emails everybody everyone for from get gets getting got had has have having he her here hers him his \
    how i if in into is it its just let like mail mails make many me message might more most much my need no not now of \
    off on once one only or other our ours out over own people person please s send sending should so some somebody \
    someone something soon t template templates than that the their them then there these they this those to too until up \
    us very want was we were what when where which while who whom why will with would write you your yours";

static STOPS: LazyLock<Vec<&str>> = LazyLock::new(|| STOP_WORDS.split_whitespace().collect());

/// A word of a text: how it ends does not count, and what it shares with its synonyms is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub stem: String,
    /// The group of words that mean much the same.
    pub group: Option<u16>,
}

/// The words that count, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let synonyms = &*SYNONYMS;
    let stems: Vec<(String, bool)> = folded(text)
        .map(|word| (stem(&word), is_stop(&word)))
        .collect();
    let mut words = Vec::with_capacity(stems.len());
    let mut rest = stems.as_slice();
    while let [(first, is_stop), behind @ ..] = rest {
        rest = behind;
        // Two words that mean one thing (`sign up`, `win back`) are one, whatever each of them is alone.
        if let [(second, _), after @ ..] = behind
            && let Some(group) = synonyms.pair(first, second)
        {
            words.push(Word {
                stem: format!("{first} {second}"),
                group: Some(group),
            });
            rest = after;
        } else if !is_stop {
            words.push(Word {
                group: synonyms.word(first),
                stem: first.clone(),
            });
        }
    }
    words
}

static SYNONYMS: LazyLock<Synonyms> = LazyLock::new(|| {
    Synonyms::read(include_str!("synonyms.txt"), |text| {
        folded(text).map(|word| stem(&word)).collect()
    })
});

fn stem(word: &str) -> String {
    Stemmer::create(Algorithm::English).stem(word).into_owned()
}

fn is_stop(word: &str) -> bool {
    STOPS.binary_search(&word).is_ok()
}

/// Lower case without accents; `20%` is `20 percent`, `don't` is `dont`.
fn folded(text: &str) -> impl Iterator<Item = String> {
    let mut plain = String::with_capacity(text.len());
    for character in text.chars().flat_map(char::to_lowercase) {
        match character {
            '\'' | '’' => {}
            '%' => plain.push_str(" percent "),
            character => match without_accent(character) {
                Some(letters) => plain.push_str(letters),
                None if character.is_alphanumeric() => plain.push(character),
                None => plain.push(' '),
            },
        }
    }
    let words: Vec<String> = plain.split_whitespace().map(str::to_owned).collect();
    words.into_iter()
}

fn without_accent(character: char) -> Option<&'static str> {
    Some(match character {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' => "o",
        'ö' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ş' => "s",
        'ù' | 'ú' | 'û' | 'ů' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ł' => "l",
        'ß' => "ss",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.stem).collect()
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        assert_eq!(stems("Invitations, invited; INVITE!"), ["invit"; 3]);
        assert_eq!(stems("Café Über"), ["cafe", "ueber"]);
        assert_eq!(stems("20% don't"), ["20", "percent", "dont"]);
        assert_eq!(stems("Please send me an email about it"), [""; 0]);
    }

    #[test]
    fn stop_words_can_be_searched_in_their_order() {
        assert!(STOPS.is_sorted());
    }

    #[test]
    fn what_means_the_same_shares_a_group() {
        let group = |text: &str| words(text).first().and_then(|word| word.group);
        for (one, other) in [
            ("discount", "coupon"),
            ("sign up", "register"),
            ("sign-up", "signup"),
            ("basket", "carts"),
        ] {
            assert!(group(one).is_some(), "{one}");
            assert_eq!(group(one), group(other), "{one}, {other}");
        }
        assert_ne!(group("discount"), group("basket"));
    }
}
