//! What a prompt is about: a linear classifier over hashed features. `content/examples/train.rs` makes its weights from
//! the prompts in `content/assets/designer/training`.

pub mod features;
mod licence;
pub mod weights;

pub use licence::is_grave;
pub use weights::INTENTS;

use self::weights::WEIGHTS;

/// An intent with how sure the classifier is of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// `promotion.percent`
    pub intent: &'static str,
    /// Between 0 and 1; those of all intents make 1.
    pub share: f32,
}

/// What the text may be about, the likeliest first.
pub fn guesses(text: &str) -> Vec<Guess> {
    let mut scores = vec![0.0_f32; INTENTS.len()];
    for (bucket, value) in features::features(text) {
        for (intent, weight) in WEIGHTS.of(bucket) {
            if let Some(score) = scores.get_mut(intent) {
                *score += weight * value;
            }
        }
    }
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let whole: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    let mut guesses: Vec<Guess> = INTENTS
        .iter()
        .zip(&scores)
        .map(|(intent, score)| Guess {
            intent,
            share: (score - most).exp() / whole,
        })
        .collect();
    guesses.sort_by(|one, other| other.share.total_cmp(&one.share));
    guesses
}

/// Below this share nothing is sure enough to say more than a general note.
const LIKELY: f32 = 0.05;
/// From this share on the phrases of an intent are said; below it the author's words stand alone.
const SURE: f32 = 0.22;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// `promotion.percent`
    pub intent: &'static str,
    pub is_sure: bool,
}

/// What a text is about, as far as its words allow to say so.
pub fn intent(text: &str) -> &'static str {
    intent_in(text, "").intent
}

/// The same among the intents of a category, and whether that is sure.
pub fn intent_in(text: &str, category: &str) -> Found {
    let small = text.to_lowercase();
    let surely = |intent: &'static str| Found {
        intent,
        is_sure: true,
    };
    if is_grave(text) {
        return surely(UNSURE);
    }
    if let Some(sure) = licence::sure(&small).filter(|sure| sure.starts_with(category)) {
        return surely(sure);
    }
    let likely = licence::likely(&small).filter(|likely| likely.starts_with(category));
    guesses(text)
        .iter()
        .filter(|guess| guess.intent.starts_with(category) && guess.share >= LIKELY)
        .find(|guess| licence::is_licensed(guess.intent, &small))
        .filter(|guess| guess.intent != UNSURE)
        .map(|guess| Found {
            intent: guess.intent,
            is_sure: guess.share >= SURE
                || !category.is_empty()
                || likely == Some(guess.intent)
                || licence::is_plain(guess.intent),
        })
        .or(likely.map(surely))
        .unwrap_or(surely(UNSURE))
}

/// From this share on a name says what a mail is about.
const CALLED: f32 = 0.5;

/// What the author's own name for a mail says that it is about, if the whole prompt allows it.
pub fn called(name: &str, prompt: &str, category: &str) -> Option<Found> {
    let small = prompt.to_lowercase();
    guesses(name)
        .into_iter()
        .take(1)
        .find(|guess| {
            guess.share >= CALLED
                && guess.intent != UNSURE
                && guess.intent.starts_with(category)
                && licence::is_licensed(guess.intent, &small)
        })
        .map(|guess| Found {
            intent: guess.intent,
            is_sure: true,
        })
}

/// A general note.
pub const UNSURE: &str = "other.note";
