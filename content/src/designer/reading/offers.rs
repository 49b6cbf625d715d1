//! Offers: what they are on, and until when they hold.

use std::ops::Range;

use super::dates;
use super::tokens::{Kind, Token};

/// Words that end what an offer is on.
const OFFER_ENDS: [&str; 46] = [
    "until", "till", "through", "with", "from", "for", "by", "if", "when", "this", "today",
    "tonight", "tomorrow", "ends", "ending", "valid", "use", "using", "code", "and", "because",
    "at", "on", "bis", "mit", "vom", "ab", "jusqu'au", "avec", "hasta", "con", "now", "only",
    "before", "within", "during", "starting", "runs", "as", "bc", "este", "esta", "ce", "cette",
    "diese", "dieses",
];

/// Words that tell what an offer is on.
const WORDS_MAX: usize = 7;
/// No offer ends on one of these: `15% off stays of three nights in` is cut in the middle.
const HANGING: &str = "in of or to the a an all any every each your our their than over above der die das den dem im von oder le la les des du de ou el los las del o";

/// Words of which nothing but an offer is made, where they stand before its end: `offer valid until …`.
const OF_OFFERS: &str = "valid runs run is it it's the our this offer offers sale deal discount code coupon on good only available now and with use using that which gültig valable válido válida";
/// What may end: `the winter sale ends …`.
const ENDING: &str = "sale offer offers deal discount code coupon promotion it valid";
/// What may stand behind an end.
const BEHIND: &str = "with use using code at only for on in so";

/// `25% off all garden furniture`: a share or an amount, `off`, and what it is taken off.
pub fn offer(tokens: &[Token]) -> Option<Range<usize>> {
    let at = tokens.iter().enumerate().position(|(place, token)| {
        let next =
            |count: usize, word: &str| tokens.get(place + count).is_some_and(|next| next.is(word));
        let amount = token.has_digit() && next(1, "off");
        // `30 % auf`, `25% de descuento`
        let sign = usize::from(next(1, "%"));
        let percent = token.has_digit() && (token.text.contains('%') || sign == 1);
        let percent = percent
            && ["auf", "sur", "de", "rabatt"]
                .iter()
                .any(|word| next(1 + sign, word));
        let half = token.is("half")
            && tokens
                .get(place + 1)
                .is_some_and(|next| next.is("off") || next.is("price"));
        percent || amount || half
    })?;
    let ends = |token: &Token| {
        (token.kind != Kind::Word && token.text != "%")
            || token.has_digit()
            || token.is_in(&OFFER_ENDS)
    };
    let rest = tokens.get(at + 2..).unwrap_or_default();
    let length = rest
        .iter()
        .take(WORDS_MAX)
        .position(ends)
        .unwrap_or(rest.len().min(WORDS_MAX));
    let whole = |word: &Token| !word.is_any(HANGING);
    let length = rest[..length]
        .iter()
        .rposition(whole)
        .map_or(0, |at| at + 1);
    // `half price` of nothing says nothing.
    if length == 0 && !tokens[at].has_digit() {
        return None;
    }
    // `up to 60% off` promises less than `60% off`.
    let limits = |from: usize| {
        let before = tokens.get(from..at).unwrap_or_default();
        let words: Vec<&str> = before.iter().map(|token| token.text).collect();
        let words = words.join(" ").to_lowercase();
        ["up to", "bis zu", "jusqu'à", "hasta un", "hasta"].contains(&words.as_str())
    };
    let from = [2, 1]
        .iter()
        .filter_map(|count| at.checked_sub(*count))
        .find(|from| limits(*from));
    Some(from.unwrap_or(at)..at + 2 + length)
}

/// Where an offer ends: only what is said of the offer itself counts, and not when a parcel arrives, a shop closes or doors
/// open.
pub fn end(tokens: &[Token], offer: &Range<usize>) -> Option<Range<usize>> {
    dates::ends(tokens).find(|end| is_end_of(tokens, offer, end))
}

fn is_end_of(tokens: &[Token], offer: &Range<usize>, end: &Range<usize>) -> bool {
    let mark = tokens[..end.start]
        .iter()
        .rposition(|token| token.kind == Kind::Mark && token.text != "%");
    let clause = mark.map_or(0, |at| at + 1);
    let same = offer.start >= clause && offer.end <= end.start;
    let from = if same { offer.end } else { clause };
    let between = &tokens[from..end.start];
    let first = &tokens[end.start];
    // `20% off all mugs by Friday` may be a day of delivery.
    if first.is_any("by before through vor avant antes") {
        return same && between.is_empty() && first.is("through");
    }
    let named = |token: &Token| token.text.chars().filter(char::is_ascii_uppercase).count() > 2;
    let plain = between
        .iter()
        .all(|token| token.is_any(OF_OFFERS) || named(token));
    let spoken = first.is_any("ends end expires closes endet")
        && between.last().is_some_and(|last| last.is_any(ENDING));
    let next = tokens.get(end.end);
    let stops = next.is_none_or(|next| next.kind == Kind::Mark || next.is_any(BEHIND));
    (plain || spoken) && stops
}

#[cfg(test)]
mod tests {
    use super::super::facts::facts;

    #[test]
    fn only_what_is_said_of_an_offer_ends_it() {
        for (text, end) in [
            ("20% off all mugs until Friday", Some("until Friday")),
            ("20% off with MUGS20 until 3 July", Some("until 3 July")),
            ("5€ off with FIVE, valid till Sunday", Some("till Sunday")),
            (
                "20% off annual plans (ends Wed 9 Dec).",
                Some("ends Wed 9 Dec"),
            ),
            (
                "The winter sale ends tonight. Up to 50% off boots.",
                Some("ends tonight"),
            ),
            ("20% off all mugs, orders arrive by Friday", None),
            ("20% off all mugs by Friday", None),
            ("20% off all mugs. The shop is closed until Friday.", None),
            ("20% off all mugs, the fair ends on Sunday", None),
            ("20% off all mugs. Until Friday the gym is closed.", None),
            ("20% off if you book before 3 May", None),
        ] {
            assert_eq!(facts(text).offer_ends.as_deref(), end, "{text}");
        }
    }
}
