//! What the lists hold of a contact, and what is looked up in them.

use data_encoding::HEXLOWER;
use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::field::FieldValue;
use postrider_domain::tenant::BrandKey;
use serde_json::{Map, Value};

use super::super::lookup::GRAM;

/// How much of a text is in its word: enough for what people group by.
const TEXT_IN_WORD: usize = 64;
/// Whole numbers below this are themselves as a float.
const WHOLE: f64 = 9_007_199_254_740_992.0;
/// The private-use characters that spell a brand in the search index.
const FIRST_PRIVATE: i64 = 0xE000;
const PRIVATE: i64 = 6400;
/// More would only repeat what these have narrowed down already.
const MAX_GRAMS: usize = 16;

/// One value's word in `contact_values`.
pub(super) struct Word {
    pub(super) text: String,
    /// Whether only contacts with exactly this value have the word.
    pub(super) is_exact: bool,
}

pub(super) fn word(brand: BrandKey, field: &str, value: &FieldValue) -> Word {
    let (value, is_exact) = match value {
        FieldValue::Text(text) => folded_word(&fold(text)),
        FieldValue::Bool(flag) => (format!("b{}", u8::from(*flag)), true),
        FieldValue::Number(number) if number.fract() == 0.0 && number.abs() < WHOLE => {
            (format!("n{}", *number as i64), true)
        }
        FieldValue::Number(number) => (format!("x{}", *number as i64), false),
    };
    let text = HEXLOWER.encode(format!("{}.{field}{value}", brand.brand).as_bytes());
    Word { text, is_exact }
}

fn folded_word(folded: &str) -> (String, bool) {
    match folded.char_indices().nth(TEXT_IN_WORD) {
        Some((end, _)) => (format!("t{}", &folded[..end]), false),
        // A text that is exactly as long may be the beginning of another.
        None => (format!("t{folded}"), folded.chars().count() < TEXT_IN_WORD),
    }
}

/// All words of a contact, `custom` being its JSON by field number.
pub(super) fn words(brand: BrandKey, custom: &str) -> String {
    let Ok(values) = serde_json::from_str::<Map<String, Value>>(custom) else {
        return String::new(); // the database has refused it already
    };
    let found = values
        .iter()
        .filter_map(|(field, value)| Some(word(brand, field, &field_value(value)?).text));
    found.collect::<Vec<_>>().join(" ")
}

fn field_value(value: &Value) -> Option<FieldValue> {
    match value {
        Value::String(text) => Some(FieldValue::Text(text.clone())),
        Value::Number(number) => number.as_f64().map(FieldValue::Number),
        Value::Bool(flag) => Some(FieldValue::Bool(*flag)),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The brand in the search index: three characters, so one trigram.
pub(super) fn brand_gram(brand: BrandKey) -> String {
    let digits = [PRIVATE * PRIVATE, PRIVATE, 1].map(|unit| brand.brand / unit % PRIVATE);
    let private = |digit: i64| char::from_u32((FIRST_PRIVATE + digit) as u32);
    digits.into_iter().filter_map(private).collect()
}

/// The query that finds at least the contacts whose folded text contains the part. Nothing if the part
/// is too short to be looked up.
pub(super) fn grams_query(brand: BrandKey, part: &str) -> Option<String> {
    let characters: Vec<char> = part.chars().collect();
    let grams = characters.windows(GRAM);
    let step = grams.len().div_ceil(MAX_GRAMS).max(1);
    let last = characters.len().checked_sub(GRAM)?;
    let picked = grams
        .enumerate()
        .filter(|(at, _)| at % step == 0 || *at == last);
    let quoted = |gram: String| format!("\"{}\"", gram.replace('"', "\"\""));
    let mut query = quoted(brand_gram(brand));
    for (_, gram) in picked {
        query.push_str(" AND ");
        query.push_str(&quoted(gram.iter().collect()));
    }
    Some(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAND: BrandKey = BrandKey { org: 1, brand: 7 };

    fn text_of(value: &FieldValue) -> (String, bool) {
        let word = word(BRAND, "2", value);
        let bytes = HEXLOWER.decode(word.text.as_bytes()).unwrap_or_default();
        (String::from_utf8(bytes).unwrap_or_default(), word.is_exact)
    }

    #[test]
    fn a_word_says_brand_field_type_and_value() {
        let long = "Ä".repeat(65);
        let cases = [
            (FieldValue::Text("Pro".into()), "7.2tpro".to_owned(), true),
            (FieldValue::Text(String::new()), "7.2t".to_owned(), true),
            (
                FieldValue::Text(long),
                format!("7.2t{}", "ä".repeat(64)),
                false,
            ),
            (
                FieldValue::Text("a".repeat(64)),
                format!("7.2t{}", "a".repeat(64)),
                false,
            ),
            (FieldValue::Number(-0.0), "7.2n0".to_owned(), true),
            (FieldValue::Number(-5.0), "7.2n-5".to_owned(), true),
            (FieldValue::Number(-5.5), "7.2x-5".to_owned(), false),
            (
                FieldValue::Number(1e300),
                format!("7.2x{}", i64::MAX),
                false,
            ),
            (FieldValue::Bool(true), "7.2b1".to_owned(), true),
        ];
        for (value, text, is_exact) in cases {
            assert_eq!(text_of(&value), (text, is_exact));
        }
    }

    #[test]
    fn a_part_is_looked_up_by_its_trigrams() {
        let brand = brand_gram(BRAND);
        assert_eq!(brand, "\u{e000}\u{e000}\u{e007}");
        assert_eq!(grams_query(BRAND, "ab"), None);
        assert_eq!(
            grams_query(BRAND, "a\"bü"),
            Some(format!("\"{brand}\" AND \"a\"\"b\" AND \"\"\"bü\""))
        );
        let long: String = ('a'..='z').cycle().take(200).collect();
        let query = grams_query(BRAND, &long).unwrap_or_default();
        assert!(query.ends_with("\"pqr\""), "the end counts: {query}");
        assert!(query.matches(" AND ").count() <= MAX_GRAMS + 1);
    }
}
