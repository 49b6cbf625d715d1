//! What a model can be asked to make, whatever it is: a question, a judgement of the answer, and what of it can be saved.

use postrider_domain::contract::problem::Problem;

use super::Question;

pub trait Task: Send + Sync + 'static {
    type Made: Clone + PartialEq + Send + 'static;

    /// `mark` is a word that nobody can guess: it stands around what strangers wrote.
    fn question(&self, mark: &str) -> Question;

    fn judge(&self, answer: &str) -> Judged<Self::Made>;

    /// Without what offends; nothing if too little remains.
    fn mend(&self, made: Self::Made) -> Option<Self::Made>;
}

/// What an answer holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged<T> {
    /// All that could be read.
    pub made: Option<T>,
    /// Why it is not good yet.
    pub problems: Vec<Problem>,
    /// Whether that is all that was said: the answer did not end too early, and nothing in it could not be read.
    pub is_whole: bool,
}
