//! The built-in designer: makes a sketch of a prompt without any model. It is pure: the same brief gives the same mail.
//!
//! Reading free text is never sure, so two rules hold. Nothing is lost: what the author says stands in the mail or is
//! named in the message. Nothing is claimed without licence: a phrase of ours has no facts of its own.

mod edits;
pub mod features;
mod images;
pub mod intent;
pub mod language;
pub mod listener;
mod lost;
mod message;
mod own_words;
mod reading;
mod suggest;
mod writing;

use postrider_domain::designs::design::Category;

use crate::brief::Brief;
use crate::compose::{Layout, layout_for};
use crate::sketch::Sketch;

pub use self::edits::{Understood, edit};
use self::language::Language;
use self::reading::Reading;
pub use self::suggest::{Wanted, suggest};
use self::writing::{Book, Draft, spaced};

/// What the designer made of a brief.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Designed {
    pub sketch: Sketch,
    /// What the prompt was taken for, as far as that is sure.
    pub intent: &'static str,
    /// The one that suits it; for brand and prompt always the same.
    pub layout: Layout,
    /// The language of the words: `en`.
    pub lang: &'static str,
    /// What the assistant says about it.
    pub message: String,
    /// What the author should look at.
    pub warnings: Vec<String>,
}

/// What a brief says, and in which language.
fn read(brief: &Brief) -> (Language, Reading) {
    let language = language::language(&brief.prompt);
    let (asked, text) = language::unasked(&brief.prompt);
    let mut reading = reading::read(&text, language.code);
    reading.directives.extend(asked);
    lost::restore(&text, &mut reading);
    (language, reading)
}

pub fn design(brief: &Brief) -> Designed {
    let (language, mut reading) = read(brief);
    let (intent, category) = kind_of(brief, &reading);
    let book = Book::of(language.code);
    let phrases = book.and_then(|book| Some((book, book.phrases(intent)?)));
    // The assistant speaks the author's language, or English.
    let words = book.or_else(|| Book::of("en")).map(|book| &book.message);
    let keys: &[String] = phrases.map_or(&[], |(_, phrases)| &phrases.keys);
    // Nobody is asked to visit a site under the news of a death.
    let grave = intent::is_grave(&brief.prompt);
    let link = if grave {
        reading.facts.links.first().cloned()
    } else {
        link(brief, &reading.facts.links, keys)
    };
    let mut warnings = Vec::new();
    // What its author asks for is wanted even then.
    let wants_button = !grave || reading.action.is_some() && brief.brand.site.is_none();
    if link.is_none() && wants_button {
        warnings.extend(words.map(|words| words.no_link.clone()));
    }
    let (mut sketch, others) = if let Some((book, phrases)) = phrases {
        let draft = Draft {
            brief,
            prompt: spaced(&brief.prompt),
            reading: &reading,
            intent,
            category,
            book,
            phrases,
            link,
        };
        draft.write()
    } else {
        warnings.push(format!(
            "There are no phrases for this language ({}), so the mail is made of your own sentences.",
            language.code
        ));
        (
            own_words::sketch(brief, &reading, category, link),
            Vec::new(),
        )
    };
    // Nor does a picture stand above it.
    let picture = images::fitting(brief, &reading).filter(|_| !grave);
    images::add(&mut sketch, brief, picture);
    let untold = lost::untold(&brief.prompt, &sketch, &reading, language.code);
    reading.directives.extend(untold);
    let kind = match phrases {
        Some((_, phrases)) if language.code != "en" => phrases.eyebrow.clone(),
        _ => intent.replace(['.', '_', '-'], " "),
    };
    let kind = (intent != intent::UNSURE).then_some(kind.as_str());
    let said = |words| message::message(&sketch, &reading, kind, &others, words);
    Designed {
        layout: layout_for(&sketch, &brief.seed()),
        message: words.map(said).unwrap_or_default(),
        sketch,
        intent,
        lang: language.code,
        warnings,
    }
}

/// Whose phrases the mail may use, and what it is about; a category that the author named holds. Where that is a guess,
/// the author's words stand alone, and neither manner nor layout say more than they do.
fn kind_of(brief: &Brief, reading: &Reading) -> (&'static str, Category) {
    let prompt = reading.unsigned.as_str();
    let named = brief.category.map_or("", Category::as_str);
    let requests = reading.directives.iter().filter(|said| is_request(said));
    let mut called = reading.called.iter().chain(requests);
    let found = called
        .find_map(|called| intent::called(called, prompt, named))
        .unwrap_or_else(|| intent::intent_in(prompt, named));
    let intent = if found.is_sure {
        found.intent
    } else {
        intent::UNSURE
    };
    let category = intent.split('.').next().and_then(Category::parse);
    let category = brief.category.or(category).unwrap_or(Category::Other);
    (intent, category)
}

/// How an author begins who says what to write: `Write our monthly newsletter from these bits.`
const REQUESTS: [&str; 8] = [
    "write ",
    "draft ",
    "prepare ",
    "schreib ",
    "schreibe ",
    "rédige ",
    "écris ",
    "escribe ",
];

fn is_request(said: &str) -> bool {
    let small = said.to_lowercase();
    let polite = ["please ", "bitte "];
    let bare = polite.iter().find_map(|word| small.strip_prefix(word));
    let bare = bare.unwrap_or(&small);
    REQUESTS.iter().any(|words| bare.starts_with(words))
}

/// Where the button leads: what the prompt says, a page, a value of the payload, the brand's site.
fn link(brief: &Brief, named: &[String], keys: &[String]) -> Option<String> {
    let page = brief.pages.first().map(|page| page.url.clone());
    let mut addresses = brief.payload_keys.iter().filter(|key| is_address(key));
    let only = addresses.next().filter(|_| addresses.next().is_none());
    let payload = keys
        .iter()
        .find(|key| brief.payload_keys.contains(key))
        .or(only)
        .map(|key| format!("{{{{ {key} }}}}"));
    let site = brief.brand.site.clone();
    named.first().cloned().or(page).or(payload).or(site)
}

/// `trackingUrl`: a name whose value is an address.
fn is_address(key: &str) -> bool {
    let small = key.to_lowercase();
    small.ends_with("url") || small.ends_with("link")
}
