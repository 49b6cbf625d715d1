//! What stands above a mail, and what the author's content need not say again below it.

use super::super::reading::Content;
use super::super::reading::tidy::sentence;
use super::Draft;
use crate::sketch::Fact;

/// Characters of a headline.
const HEADLINE_MAX: usize = 84;
/// Words of an offer that does not say on what it is.
const OFFER_BARE: usize = 3;

/// Words that say nothing by themselves.
const IGNORED: [&str; 20] = [
    "on", "at", "the", "from", "in", "am", "um", "ab", "im", "der", "den", "le", "la", "les", "du",
    "el", "los", "del", "de", "a",
];

impl Draft<'_> {
    pub(super) fn headline(&self, rows: &[Fact]) -> String {
        let title = self.reading.title.as_ref();
        if let Some(title) = title.filter(|title| title.named) {
            return title.text.clone();
        }
        let slots = self.slots();
        let fits = |text: &str| text.chars().count() <= HEADLINE_MAX && self.suits(text);
        let mut chosen = slots.in_order(&self.phrases.headlines, &self.brief.seed(), fits);
        let said = title.map(|title| title.text.as_str());
        // `15% off` says less than what the author said of it.
        let bare = self.reading.facts.offer.as_deref().is_some_and(|offer| {
            let words = offer
                .split_whitespace()
                .filter(|word| !word.eq_ignore_ascii_case("up"));
            words.count() <= OFFER_BARE
        });
        let first = title.is_some_and(|title| title.at.is_some_and(|at| at < 2));
        if bare
            && first
            && let Some(at) = chosen.iter().position(|text| Some(text.as_str()) == said)
        {
            chosen.swap(0, at);
        }
        let headline = chosen
            .into_iter()
            .next()
            .or_else(|| self.plain(|plain| plain.headlines.as_slice(), 1..=HEADLINE_MAX))
            .unwrap_or_else(|| self.phrases.eyebrow.clone());
        // The day stands below, on a row of its own.
        let own = said == Some(headline.as_str());
        rows.iter()
            .filter(|_| own)
            .filter(|row| row.label == self.book.when)
            .find_map(|row| without(&headline, &row.value))
            .unwrap_or(headline)
    }

    /// The author's content without what headline and rows say already.
    pub(super) fn unsaid(&self, headline: &str, rows: &[Fact]) -> Vec<Content> {
        let mut content = self.reading.content.clone();
        let title = self.reading.title.as_ref();
        let at = title.and_then(|title| title.at);
        let mut shown = headline.to_lowercase();
        for row in rows {
            shown.push(' ');
            shown.push_str(&row.value.to_lowercase());
        }
        let is_word = |word: &&str| !word.is_empty() && !IGNORED.contains(word);
        let all_shown = |text: &str| {
            let small = text.to_lowercase();
            let mut words = small.split(|c: char| !c.is_alphanumeric()).filter(is_word);
            words.all(|word| shown.contains(word))
        };
        if let Some(at) = at
            && let Some(said) = content.get(at)
        {
            let text = match said {
                Content::Sentence(text) | Content::Fragment(text) => text,
                Content::Row { value, .. } => value,
                _ => return content,
            };
            if all_shown(text) {
                content.remove(at);
            }
        } else if let Some((at, rest)) = title.and_then(|title| title.rest.as_ref())
            && let Some(said) = content.get_mut(*at)
            && let Content::Sentence(text) | Content::Fragment(text) = said
        {
            // Words of an invitation say nothing that the eyebrow does not.
            let invites = rest.is_empty()
                && title.is_some_and(|title| {
                    let small = title.text.to_lowercase();
                    text.to_lowercase().contains(&small) && all_shown(&small)
                });
            if invites {
                content.remove(*at);
            } else if !rest.is_empty() && title.is_some_and(|title| all_shown(&title.text)) {
                *said = Content::Fragment(rest.clone());
            }
        }
        self.shorten_lists(&mut content, rows);
        content
    }

    /// What a row says needs no item of a list, and one item is none.
    fn shorten_lists(&self, content: &mut Vec<Content>, rows: &[Fact]) {
        for said in content.iter_mut() {
            if let Content::List {
                items,
                numbered: false,
            } = said
            {
                let rows: Vec<String> = rows.iter().map(|row| row.value.to_lowercase()).collect();
                let code = self.reading.facts.code.as_deref().unwrap_or_default();
                let code = ["code ", &code.to_lowercase()].concat();
                items.retain(|item| {
                    let small = item.to_lowercase();
                    !rows.contains(&small) && small != code
                });
            }
        }
        content.retain(|said| !matches!(said, Content::List { items, .. } if items.is_empty()));
        for said in content.iter_mut() {
            if let Content::List { items, .. } = said
                && let [only] = items.as_slice()
            {
                *said = Content::Fragment(sentence(only));
            }
        }
    }
}

/// The line without a date in it, where two words or more remain that can stand without.
fn without(line: &str, date: &str) -> Option<String> {
    // Small letters of the whole line may have other lengths.
    let small = date.to_lowercase();
    let is_date = |at: &usize| {
        let part = line.get(*at..at + date.len());
        part.is_some_and(|part| part.to_lowercase() == small)
    };
    let at = line.char_indices().map(|(at, _)| at).find(is_date)?;
    // `Mayor` is no `mayo`.
    let behind = line.get(at + date.len()..)?;
    if behind.starts_with(char::is_alphanumeric) {
        return None;
    }
    let before = line
        .get(..at)?
        .trim_end()
        .trim_end_matches([',', ':', '-', '–']);
    let joints = [
        " on", " at", " from", " in", " the", " am", " um", " ab", " im", " vom", " dem", " le",
        " du", " en", " el", " del",
    ];
    let before = joints
        .iter()
        .find_map(|joint| before.strip_suffix(joint))
        .unwrap_or(before);
    let after = line.get(at + date.len()..)?.trim_start_matches([',', ' ']);
    let whole = before.split_whitespace().count() >= 2
        && ![
            " es",
            " est",
            " ist",
            " sind",
            " son",
            " sont",
            " findet",
            " a lieu",
            " is",
            " and",
            " to",
            " until",
            " of",
            " the night",
            " by",
        ]
        .iter()
        .any(|end| before.ends_with(end));
    let goes_on = after.split(' ').next().unwrap_or_default();
    // `Keep the last weekend of August free`
    let hangs = !after.is_empty() && !after.contains(' ') && !behind.starts_with(',');
    let whole = whole && !hangs && !["to", "-", "–", "until", "and", "bis"].contains(&goes_on);
    let comma = behind.starts_with(',') && !after.is_empty();
    // `La fiesta del sábado: habrá música`
    let joint = if after.starts_with(':') {
        ""
    } else if comma {
        ", "
    } else {
        " "
    };
    let joined = [before, after].join(joint);
    whole.then(|| joined.trim().to_owned())
}
