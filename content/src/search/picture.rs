//! Whether a text speaks of what a picture shows.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::words::words;

/// Words of descriptions that do not tell one picture from another: how it was made, how it looks, when, for what.
const GENERAL_WORDS: &str = "photo photograph picture image illustration drawing graphic banner header hero background logo icon screenshot view close \
    closeup portrait landscape front back side top bottom left right middle centre center inside outside \
    small big large little tall long short old young bright dark light warm cold fresh nice beautiful lovely happy smiling good great \
    white black red green blue yellow orange pink purple grey gray brown gold silver colour color colourful colorful \
    morning noon afternoon evening night day week month year today time season spring summer autumn fall winter \
    sale offer discount deal percent price free code event news newsletter update welcome \
    man woman men women child children kid kids customer member team group thing set kind part place work \
    two three four five several different various showing shows holding standing sitting looking using \
    bild foto aufnahme kleine kleiner kleines große großer großes alte neue neuer neues morgen abend sommer winter frau mann \
    der die das ein eine einer eines einem einen und mit auf im am vor von bei für aus zu \
    image photo petit petite grand grande vieux vieille nouveau nouvelle matin soir été hiver femme homme \
    le la les un une des du de et en dans sur avec devant pour au aux \
    imagen foto pequeño pequeña grande viejo vieja nuevo nueva mañana tarde noche verano invierno mujer hombre \
    el los las una unos unas con sobre para por del";

static GENERAL: LazyLock<HashSet<String>> = LazyLock::new(|| stems(GENERAL_WORDS));

/// What a text speaks of: read once, however many pictures there are.
pub struct Spoken(HashSet<String>);

impl Spoken {
    pub fn of(text: &str) -> Self {
        Self(stems(text))
    }

    /// Whether the text names something that a picture shows, by the words that describe it.
    pub fn names(&self, description: &str) -> bool {
        let is_number = |stem: &str| stem.chars().all(|c| c.is_ascii_digit());
        words(description).iter().any(|word| {
            let stem = word.stem.as_str();
            let tells = stem.chars().count() > 2 && !is_number(stem) && !GENERAL.contains(stem);
            tells && self.0.contains(stem)
        })
    }
}

fn stems(text: &str) -> HashSet<String> {
    words(text).into_iter().map(|word| word.stem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_speaks_of_a_picture_when_it_names_what_is_seen() {
        let (dog, harbour) = (
            "Our office dog Rex, a small brown terrier",
            "A small harbour in the morning",
        );
        for (text, picture, speaks) in [
            ("Our bakery dog turned 10", dog, true),
            ("Dogs are welcome on Saturday", dog, true),
            ("Rex is back at his desk", dog, true),
            ("The harbours are open again", harbour, true),
            ("20% off all mugs until Friday", dog, false),
            ("20% off all mugs until Friday", harbour, false),
            ("A small coffee in the morning", harbour, false),
            ("", harbour, false),
            ("anything", "", false),
            ("Unser Hafen im Sommer", "Hafen am Morgen im Sommer", true),
            ("Unser Fest im Sommer", "Hafen am Morgen im Sommer", false),
        ] {
            assert_eq!(Spoken::of(text).names(picture), speaks, "{text}: {picture}");
        }
    }
}
