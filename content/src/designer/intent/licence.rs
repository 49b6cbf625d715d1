//! What a mail may claim: the phrases of an intent say something ("your order is on its way"), so a word of the prompt
//! must have said it before. The classifier alone is never sure enough.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The table of words, which says how it is read.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    grave: String,
    plain: Vec<String>,
    sure: Vec<(String, String)>,
    likely: Vec<(String, String)>,
    licences: HashMap<String, String>,
}

// The file is ours, and a test reads it.
static TABLE: LazyLock<Table> =
    LazyLock::new(|| toml::from_str(include_str!("licences.toml")).unwrap_or_default());

/// Whether a licence of this intent is as good as a statement.
pub fn is_plain(intent: &str) -> bool {
    TABLE.plain.iter().any(|plain| plain == intent)
}

/// Whether somebody has died.
pub fn is_grave(prompt: &str) -> bool {
    has_one(&TABLE.grave, &prompt.to_lowercase())
}

/// What a prompt, in small letters, is about without a doubt.
pub fn sure(prompt: &str) -> Option<&'static str> {
    first_with(&TABLE.sure, prompt)
}

/// What it is about if nothing else is known.
pub fn likely(prompt: &str) -> Option<&'static str> {
    first_with(&TABLE.likely, prompt).filter(|intent| is_licensed(intent, prompt))
}

fn first_with(table: &'static [(String, String)], prompt: &str) -> Option<&'static str> {
    let found = table.iter().find(|(_, cues)| has_one(cues, prompt));
    found.map(|(intent, _)| intent.as_str())
}

/// Whether one of the cues fits, and none that must not.
fn has_one(cues: &str, prompt: &str) -> bool {
    let begins = |cue: &str| {
        // `new_customer`: one right behind the other.
        if let Some((first, second)) = cue.split_once('_') {
            let all: Vec<&str> = words(prompt).filter(|word| !word.is_empty()).collect();
            return all
                .windows(2)
                .any(|pair| pair[0] == first && pair[1].starts_with(second));
        }
        // `newsletter` is nothing new.
        let has = |word: &str| word.starts_with(cue) && (cue != "new" || word == cue);
        prompt.contains(cue) && (cue.len() == 1 || words(prompt).any(has))
    };
    let (denied, wanted): (Vec<&str>, Vec<&str>) =
        cues.split(' ').partition(|cue| cue.starts_with('!'));
    let all =
        |cue: &str| cue.len() == 1 && begins(cue) || cue.len() > 1 && cue.split('+').all(begins);
    wanted.into_iter().any(all) && !denied.iter().any(|cue| all(&cue[1..]))
}

fn words(prompt: &str) -> impl Iterator<Item = &str> {
    prompt.split(|c: char| !(c.is_alphanumeric() || "'-".contains(c)))
}

/// What is said of people who may come, and of nobody who has.
const INVITING: [&str; 8] = [
    " sind willkommen",
    " sind herzlich willkommen",
    " ist willkommen",
    " willkommen sind",
    " sont les bienvenus",
    " est le bienvenu",
    " son bienvenidos",
    " es bienvenido",
];

/// Whether a prompt, in small letters, allows what the phrases of an intent say.
pub fn is_licensed(intent: &str, prompt: &str) -> bool {
    let Some(cues) = TABLE.licences.get(intent) else {
        return true;
    };
    // `Neue Stimmen sind willkommen` welcomes nobody who has joined.
    let prompt = INVITING
        .iter()
        .fold(without_open_doors(prompt), |prompt, words| {
            prompt.replace(words, "")
        });
    has_one(cues, &prompt)
}

/// Words before a welcome that anybody has, and those behind one that is said to somebody who joined.
const OPEN: &str = "are is be very all most always also you're everyone";
const SAID: &str = "to new mail email e-mail message note letter series aboard back our the them gift offer pack campaign sequence flow";

/// `Beginners welcome` and `all are welcome to try it` welcome nobody who has joined.
fn without_open_doors(prompt: &str) -> String {
    let all: Vec<&str> = prompt.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_in = |list: &str, word: &str| list.split(' ').any(|known| known == bare(word));
    let said = all.iter().enumerate().filter(|(place, word)| {
        let before = place.checked_sub(1).map(|at| all[at]);
        let opens = before.is_none_or(|before| before.ends_with(['.', '!', '?', ':']));
        let open = before.is_some_and(|before| is_in(OPEN, before));
        let leads = all.get(place + 1).is_some_and(|next| is_in(SAID, next));
        bare(word) != "welcome" || opens || leads && !open
    });
    let said: Vec<&str> = said.map(|(_, word)| *word).collect();
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::INTENTS;
    use super::*;

    #[test]
    fn every_licence_is_one_of_an_intent() {
        let listed = TABLE.sure.iter().chain(&TABLE.likely);
        let names = listed.map(|(intent, _)| intent);
        let names: Vec<&String> = names
            .chain(TABLE.licences.keys())
            .chain(&TABLE.plain)
            .collect();
        assert!(names.len() > 90, "{}", names.len());
        for intent in names {
            assert!(INTENTS.contains(&intent.as_str()), "{intent}");
        }
    }

    #[test]
    fn nothing_is_claimed_that_nobody_said() {
        assert!(is_licensed(
            "order_update.shipped",
            "your parcel has shipped"
        ));
        assert!(!is_licensed("order_update.shipped", "lost: a grey cat"));
        assert!(!is_licensed(
            "billing.renewal",
            "prices go up until renewal"
        ));
        assert!(is_licensed("reengagement.confirm", "anything"));
        assert!(!is_licensed(
            "welcome.letter",
            "tea at 7pm, beginners welcome"
        ));
        assert!(!is_licensed(
            "welcome.letter",
            "der chor probt um 20 uhr. neue stimmen sind willkommen."
        ));
        assert!(!is_licensed("welcome.offer", "willkommen im verein"));
        let dearer = "minimum order rises because of shipping costs";
        assert!(!is_licensed("promotion.free-shipping", dearer));
        assert!(is_licensed(
            "promotion.free-shipping",
            "free shipping all week"
        ));
        for dear in [
            "delivery costs £3.50, free from £40",
            "versandkostenfrei ab 40 euro",
        ] {
            assert!(!is_licensed("promotion.free-shipping", dear), "{dear}");
        }
        let tested = "thank our beta testers, the app is live";
        assert!(!is_licensed("product_update.beta", tested));
    }
}
