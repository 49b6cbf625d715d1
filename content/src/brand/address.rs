//! The postal address of a brand. Every marketing mail shows it, so one that is not sure is none.

use serde_json::{Map, Value};

use super::json_ld::{object, owners, text};
use super::words;
use crate::web_page::{Element, WebPage};

/// Characters and lines of an address.
const LENGTH_MAX: usize = 300;
const LINES_MAX: usize = 6;
/// Places that are looked at.
const FEET_MAX: usize = 8;

/// Parts of words that streets are called by.
const STREETS: [&str; 32] = [
    "street",
    "road",
    "avenue",
    "lane",
    "drive",
    "square",
    "boulevard",
    "court",
    "place",
    "suite",
    "floor",
    "highway",
    "quay",
    "straße",
    "strasse",
    "str.",
    "weg",
    "platz",
    "gasse",
    "allee",
    "ring",
    "ufer",
    "damm",
    "rue",
    "quai",
    "via ",
    "piazza",
    "calle",
    "plaza",
    "avenida",
    "gade",
    "vej",
];

pub(super) fn address(page: &WebPage) -> Option<String> {
    let told = owners(page)
        .into_iter()
        .find_map(|owner| match owner.get("address")? {
            Value::String(line) => tidy([line.as_str()]),
            _ => postal(object(owner, "address")?),
        });
    told.or_else(|| marked(page)).or_else(|| written(page))
}

/// An address in the words of schema.org, in the order of letters.
fn postal(fields: &Map<String, Value>) -> Option<String> {
    let part = |name: &str| text(fields, name).unwrap_or_default();
    let country = object(fields, "addressCountry")
        .and_then(|country| text(country, "name"))
        .unwrap_or_else(|| part("addressCountry"));
    letter(&Parts {
        street: part("streetAddress"),
        code: part("postalCode"),
        town: part("addressLocality"),
        region: part("addressRegion"),
        country,
    })
}

struct Parts<'p> {
    street: &'p str,
    code: &'p str,
    town: &'p str,
    region: &'p str,
    country: &'p str,
}

fn letter(parts: &Parts) -> Option<String> {
    if parts.street.is_empty() || (parts.town.is_empty() && parts.code.is_empty()) {
        return None;
    }
    // Where there are regions in addresses, or letters in codes, the code comes last.
    let town = if parts.code.starts_with(|c: char| c.is_ascii_alphabetic()) {
        format!("{} {}", parts.town, parts.code)
    } else if parts.region.is_empty() || parts.region == parts.town {
        format!("{} {}", parts.code, parts.town)
    } else {
        format!("{}, {} {}", parts.town, parts.region, parts.code)
    };
    tidy([parts.street, &town, parts.country])
}

/// One whose parts are marked in the page itself.
fn marked(page: &WebPage) -> Option<String> {
    let part = |name: &str| {
        let element = page
            .elements
            .iter()
            .find(|element| element.has_word("itemprop", name))?;
        let said = element.attribute("content").map(str::to_owned);
        Some(said.unwrap_or_else(|| page.text_of(element)))
    };
    let [street, code, town, region, country] = [
        "streetAddress",
        "postalCode",
        "addressLocality",
        "addressRegion",
        "addressCountry",
    ]
    .map(|name| part(name).unwrap_or_default());
    letter(&Parts {
        street: &street,
        code: &code,
        town: &town,
        region: &region,
        country: &country,
    })
}

/// One that readers see: in `address`, else at the foot, else anywhere.
fn written(page: &WebPage) -> Option<String> {
    let is_foot = |element: &&Element| {
        let is_named = |attribute: &str| {
            let value = element.attribute(attribute).unwrap_or_default();
            value.to_ascii_lowercase().contains("footer")
        };
        element.name == "footer" || is_named("id") || is_named("class")
    };
    let marked = page.named("address").take(FEET_MAX);
    let feet = page.elements.iter().filter(is_foot).take(FEET_MAX);
    let whole = page.named("body").take(1);
    marked
        .chain(feet)
        .chain(whole)
        .find_map(|element| in_lines(&page.lines_of(element)))
}

/// A street with a number, and below or behind it a town with its code.
fn in_lines(lines: &[String]) -> Option<String> {
    let pieces: Vec<&str> = lines
        .iter()
        .flat_map(|line| line.split([',', '|', '·', '•']))
        .map(str::trim)
        .filter(|piece| !piece.is_empty())
        .collect();
    let street = pieces.iter().position(|piece| is_street(piece))?;
    let rest = &pieces[street..];
    let town = rest.iter().take(4).position(|piece| is_town(piece))?;
    let street = &rest[..=town];
    // `12 Harbour Road, Bristol, BS1 4QA`: the town stands before its code.
    tidy(street.iter().copied())
}

fn is_street(piece: &str) -> bool {
    let lower = format!("{} ", piece.to_lowercase());
    let is_long = piece.chars().count() > 80;
    let has_number = piece.chars().any(|c| c.is_ascii_digit());
    has_number && !is_long && STREETS.iter().any(|street| lower.contains(street))
}

/// Whether a piece holds a postal code: five digits, four beside a capitalised word, or one of Britain or Canada.
fn is_town(piece: &str) -> bool {
    let words: Vec<&str> = piece.split_whitespace().collect();
    let is_digits = |word: &str, count: usize| {
        let word = word.split('-').next_back().unwrap_or(word);
        word.len() == count && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_name = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let outward = |word: &str| {
        let is_short = (2..=4).contains(&word.len());
        is_short
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.contains(|c: char| c.is_ascii_digit())
    };
    let inward = |word: &str| {
        word.len() == 3
            && word.starts_with(|c: char| c.is_ascii_digit())
            && word[1..].chars().all(|c| c.is_ascii_uppercase())
    };
    let is_british = words
        .windows(2)
        .any(|pair| outward(pair[0]) && inward(pair[1]));
    // A sentence that names a sum begins in another way.
    let begins_so = words
        .first()
        .is_some_and(|word| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
    let has_name = begins_so && words.iter().any(is_name);
    let has_code = words
        .iter()
        .any(|word| is_digits(word, 5) || (is_digits(word, 4) && words.len() > 1));
    piece.chars().count() <= 60 && (is_british || (has_name && has_code))
}

/// Lines of an address as they are kept.
fn tidy<'l>(lines: impl IntoIterator<Item = &'l str>) -> Option<String> {
    let lines = lines.into_iter().flat_map(str::lines).take(LINES_MAX + 1);
    let lines = lines.filter_map(|line| words::line(line, LENGTH_MAX));
    let lines = lines.map(|line| line.trim_matches([',', ' ']).to_owned());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let address = lines.join("\n");
    let is_sane = (1..=LINES_MAX).contains(&lines.len()) && address.chars().count() <= LENGTH_MAX;
    (is_sane && address.len() > 8).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    fn found(html: &str) -> Option<String> {
        address(&page(html))
    }

    #[test]
    fn what_is_said_for_machines_is_sure() {
        let told = |address: &str| {
            found(&format!(
                r#"<script type="application/ld+json">{{"@type":"Bakery","name":"A","address":{address}}}</script>"#
            ))
        };
        for (json, expect) in [
            (
                r#"{"streetAddress":"Hauptstraße 5","postalCode":"10115","addressLocality":"Berlin","addressCountry":"DE"}"#,
                Some("Hauptstraße 5\n10115 Berlin\nDE"),
            ),
            (
                r#"{"streetAddress":"12 Main St","postalCode":"97201","addressLocality":"Portland","addressRegion":"OR","addressCountry":{"name":"USA"}}"#,
                Some("12 Main St\nPortland, OR 97201\nUSA"),
            ),
            (
                r#"[{"streetAddress":"1 Quay","addressLocality":"Cork"}]"#,
                Some("1 Quay\nCork"),
            ),
            (r#""1 Quay, Cork""#, Some("1 Quay, Cork")),
            (r#"{"addressCountry":"DE"}"#, None),
            (r#"{"streetAddress":["x"],"addressLocality":5}"#, None),
        ] {
            assert_eq!(told(json).as_deref(), expect, "{json}");
        }
    }

    #[test]
    fn what_readers_see_must_look_like_one() {
        for (html, expect) in [
            (
                "<address>Acme Ltd<br>12 Harbour Road<br>Bristol BS1 4QA</address>",
                Some("12 Harbour Road\nBristol BS1 4QA"),
            ),
            (
                "<footer><p>© 2026 Acme · Lindenweg 3 · 80331 München · Tel. 089 123</p></footer>",
                Some("Lindenweg 3\n80331 München"),
            ),
            (
                "<footer>Via Roma 7, 00184 Roma</footer>",
                Some("Via Roma 7\n00184 Roma"),
            ),
            (
                "<div itemscope><span itemprop=streetAddress>4 Rue X</span><meta itemprop=postalCode content=75001><i itemprop=addressLocality>Paris</i></div>",
                Some("4 Rue X\n75001 Paris"),
            ),
            (
                "<footer>© 1999–2026 Acme. Open 24 hours on 5 streets.</footer>",
                None,
            ),
            ("<footer>Road 66 tours, from 12000 Euro</footer>", None),
            ("<p>Nothing here</p>", None),
        ] {
            assert_eq!(found(html).as_deref(), expect, "{html}");
        }
    }
}
