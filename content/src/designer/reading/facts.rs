//! What a text says that is not mere words: links, codes, offers, dates, places.

use std::ops::Range;

use super::dates::{deadline, when};
use super::offers;
use super::tokens::{Kind, Token, span, tokens, unquoted};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Where links lead, in order, each once. Merge tags that name an address are links too.
    pub links: Vec<String>,
    pub code: Option<String>,
    /// `25% off all garden furniture`
    pub offer: Option<String>,
    /// `until Sunday, April 12`
    pub deadline: Option<String>,
    /// The same of the offer: a day of delivery or of an event ends none.
    pub offer_ends: Option<String>,
    /// `Friday, March 20 at 6:30 pm`
    pub when: Option<String>,
    /// `22 Canal Street`
    pub place: Option<String>,
    /// Names in quotes.
    pub quoted: Vec<String>,
}

/// Capitals that are no code.
const NO_CODES: [&str; 46] = [
    "UTC", "CET", "CEST", "EST", "PST", "GMT", "API", "CSV", "PDF", "NPS", "VIP", "FAQ", "USD",
    "EUR", "GBP", "CTA", "FYI", "USA", "SMS", "OTP", "HTML", "URL", "BOGO", "TBA", "OK", "FLASH",
    "REMINDER", "SAVE", "THE", "DATE", "DHL", "UPS", "DPD", "GLS", "TNT", "USPS", "RSVP", "BBQ",
    "AGM", "VAT", "DIY", "IBAN", "SEPA", "WIFI", "GDPR", "NHS",
];

const CODE_WORDS: [&str; 14] = [
    "code",
    "coupon",
    "voucher",
    "password",
    "use",
    "with",
    "gutschein",
    "mit",
    "avec",
    "código",
    "codigo",
    "say",
    "pw",
    "enter",
];

pub fn facts(text: &str) -> Facts {
    let tokens = tokens(text);
    let offer = offers::offer(&tokens);
    let said = |range: &Range<usize>| span(text, &tokens[range.clone()]).map(str::to_owned);
    Facts {
        links: links(&tokens),
        code: code(&tokens),
        offer: offer.as_ref().and_then(said),
        offer_ends: offer
            .as_ref()
            .and_then(|offer| offers::end(&tokens, offer))
            .as_ref()
            .and_then(said),
        deadline: deadline(text, &tokens),
        when: when(text, &tokens),
        place: place(text, &tokens),
        quoted: tokens
            .iter()
            .filter(|token| token.kind == Kind::Quoted)
            .map(|token| unquoted(token.text).to_owned())
            .collect(),
    }
}

fn links(tokens: &[Token]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let is_link = match token.kind {
            Kind::Link => true,
            Kind::Tag => is_address_tag(token.text),
            _ => false,
        };
        if is_link && !found.iter().any(|known| known == token.text) {
            found.push(token.text.to_owned());
        }
    }
    found
}

/// `{{ trackingUrl }}`: whose name says that its value is an address.
pub fn is_address_tag(text: &str) -> bool {
    let name = text
        .trim_matches(['{', '}', ' '])
        .split('|')
        .next()
        .unwrap_or_default();
    let name = name.trim().to_lowercase();
    name.ends_with("url") || name.ends_with("link")
}

fn code(tokens: &[Token]) -> Option<String> {
    let looks = |token: &Token| {
        let letters = token.text.chars().filter(char::is_ascii_uppercase).count();
        token.kind == Kind::Word
            && (letters >= 3 || letters == 2 && token.has_digit())
            && token
                .text
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            && !NO_CODES.contains(&token.text)
    };
    let told = |place: usize| {
        tokens[place.saturating_sub(3)..place]
            .iter()
            .any(|before| before.is_in(&CODE_WORDS))
    };
    let found = tokens.iter().enumerate().find(|(place, token)| {
        let letters = token.text.chars().filter(char::is_ascii_uppercase).count();
        looks(token) && (token.has_digit() && letters >= 3 || told(*place))
    });
    found.map(|(_, token)| token.text.to_owned())
}

/// A house number before a name or a street with its number.
fn place(text: &str, tokens: &[Token]) -> Option<String> {
    const STREETS: [&str; 12] = [
        "street", "lane", "road", "avenue", "square", "straße", "strasse", "platz", "reihe", "rue",
        "plaza", "calle",
    ];
    let street = |token: &Token| {
        let small = token.text.to_lowercase();
        token.kind == Kind::Word && STREETS.iter().any(|word| small.ends_with(word))
    };
    let at = tokens.iter().position(street)?;
    let number = |token: &&Token| token.has_digit() && token.text.len() <= 4;
    let before = tokens[..at]
        .iter()
        .rposition(|token| number(&token))
        .filter(|place| at - place <= 3);
    // Between a street and its number stands nothing but its name.
    let large = |token: &Token| token.text.starts_with(char::is_uppercase);
    let behind = &tokens[at + 1..];
    let after = behind
        .iter()
        .take(3)
        .position(|token| number(&token))
        .filter(|between| behind[..*between].iter().all(large))
        .map(|between| between + 1);
    match (before, after) {
        (Some(from), _) => {
            // `5 rue des Lilas`: the name stands behind.
            let name = |token: &Token| {
                let joins = token.is_any("de des du la le les del");
                token.kind == Kind::Word && (large(token) || joins)
            };
            let length = if tokens[at].is_any("rue avenue calle plaza") {
                behind.iter().take_while(|token| name(token)).count()
            } else {
                0
            };
            span(text, &tokens[from..=at + length]).map(str::to_owned)
        }
        (None, Some(length)) => {
            let from = if at > 0 && tokens[at].is("reihe") {
                at - 1
            } else {
                at
            };
            span(text, &tokens[from..=at + length]).map(str::to_owned)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_found_where_they_stand() {
        let found = facts(
            "Announce our sale: 25% off all garden chairs until Sunday, April 12. Use code TERRACE25. https://shop.example/garden.",
        );
        assert_eq!(found.offer.as_deref(), Some("25% off all garden chairs"));
        assert_eq!(found.deadline.as_deref(), Some("until Sunday, April 12"));
        assert_eq!(found.offer_ends, found.deadline);
        assert_eq!(found.code.as_deref(), Some("TERRACE25"));
        assert_eq!(found.links, ["https://shop.example/garden"]);
        let found = facts("Evening at 22 Canal Street on Friday, March 20 at 6:30 pm, 12 places");
        assert_eq!(found.when.as_deref(), Some("Friday, March 20 at 6:30 pm"));
        assert_eq!(found.place.as_deref(), Some("22 Canal Street"));
        // A street and its number in one word.
        assert_eq!(facts("Fête au 5rue des Lilas samedi").place, None);
        let found = facts("Up to 50% off boots and coats");
        assert_eq!(found.offer.as_deref(), Some("Up to 50% off boots"));
        assert_eq!(facts("The API is down, UTC"), Facts::default());
    }
}
