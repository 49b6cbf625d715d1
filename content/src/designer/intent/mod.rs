//! What a prompt is about: a linear classifier over hashed features. `content/examples/train.rs` makes its weights from
//! the prompts in `content/assets/designer/training`.

pub mod features;
mod licence;
pub mod weights;

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
const SURE: f32 = 0.05;

/// What a text is about, as far as that is sure and its words allow to say so.
pub fn intent(text: &str) -> &'static str {
    intent_in(text, "")
}

/// The same among the intents of a category.
pub fn intent_in(text: &str, category: &str) -> &'static str {
    let small = text.to_lowercase();
    if let Some(sure) = licence::sure(&small).filter(|sure| sure.starts_with(category)) {
        return sure;
    }
    let likely = licence::likely(&small).filter(|likely| likely.starts_with(category));
    guesses(text)
        .iter()
        .filter(|guess| guess.intent.starts_with(category) && guess.share >= SURE)
        .find(|guess| licence::is_licensed(guess.intent, &small))
        .map(|guess| guess.intent)
        .filter(|intent| *intent != UNSURE)
        .or(likely)
        .unwrap_or(UNSURE)
}

/// A general note.
pub const UNSURE: &str = "other.note";
