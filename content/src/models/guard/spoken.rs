//! Percentages and prices whose number is a word: `fifty percent`, `zwanzig Euro`, `half price`.

use super::figures::{Figure, Kind, kind};

/// Numbers that offers are made of, in English, German, French and Spanish. Others stand in digits, as readers expect them.
const NUMBERS: [(&str, &[&str]); 17] = [
    ("1", &["one", "einen", "un", "uno"]),
    ("2", &["two", "zwei", "deux", "dos"]),
    ("3", &["three", "drei", "trois", "tres"]),
    ("5", &["five", "fünf", "cinq", "cinco"]),
    ("10", &["ten", "zehn", "dix", "diez"]),
    ("12", &["twelve", "zwölf", "douze", "doce"]),
    ("15", &["fifteen", "fünfzehn", "quinze", "quince"]),
    ("20", &["twenty", "zwanzig", "vingt", "veinte"]),
    (
        "25",
        &["twenty-five", "fünfundzwanzig", "vingt-cinq", "veinticinco"],
    ),
    ("30", &["thirty", "dreißig", "trente", "treinta"]),
    ("40", &["forty", "vierzig", "quarante", "cuarenta"]),
    ("50", &["fifty", "fünfzig", "cinquante", "cincuenta"]),
    ("60", &["sixty", "sechzig", "soixante", "sesenta"]),
    ("70", &["seventy", "siebzig", "soixante-dix", "setenta"]),
    ("75", &["seventy-five", "fünfundsiebzig"]),
    ("80", &["eighty", "achtzig", "quatre-vingts", "ochenta"]),
    ("90", &["ninety", "neunzig", "quatre-vingt-dix", "noventa"]),
];

/// Half of what something costs.
const HALVES: [&str; 6] = [
    "half price",
    "half off",
    "halber preis",
    "halben preis",
    "moitié prix",
    "mitad de precio",
];

pub(super) fn spoken(text: &str) -> Vec<Figure> {
    let small = text.to_lowercase();
    let halves = HALVES.iter().filter(|half| small.contains(**half));
    let mut found: Vec<Figure> = halves
        .map(|half| Figure {
            number: "50".to_owned(),
            kind: Kind::Percent,
            written: (*half).to_owned(),
        })
        .collect();
    let mut rest = small.as_str();
    while let Some(start) = rest.find(char::is_alphabetic) {
        let word = &rest[start..];
        let is_part = |c: char| c.is_alphabetic() || c == '-';
        let (word, behind) = word.split_at(word.find(|c| !is_part(c)).unwrap_or(word.len()));
        let number = NUMBERS.iter().find(|(_, names)| names.contains(&word));
        if let Some((number, _)) = number
            && let kind @ (Kind::Percent | Kind::Money) = kind("", behind)
        {
            found.push(Figure {
                number: (*number).to_owned(),
                kind,
                written: word.to_owned(),
            });
        }
        rest = behind;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_in_words_are_figures() {
        use Kind::{Money, Percent};
        for (text, number, kind) in [
            ("Fifty percent off", "50", Percent),
            ("twenty-five per cent less", "25", Percent),
            ("für zwanzig Euro", "20", Money),
            ("à moitié prix", "50", Percent),
            ("It is half price.", "50", Percent),
            ("dix euros", "10", Money),
            ("treinta por ciento", "30", Percent),
        ] {
            let found = spoken(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].number.as_str(), found[0].kind), (number, kind));
        }
        for text in [
            "One of ten people",
            "in fifty years",
            "often percent",
            "half of it",
            "",
        ] {
            assert_eq!(spoken(text), [], "{text}");
        }
    }
}
