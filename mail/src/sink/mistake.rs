//! What is wrong with a word that says how the sink is to behave.

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no behaviour: {1}")]
pub struct BehaviourError(String, String);

impl BehaviourError {
    pub(super) fn new(word: &str, why: String) -> Self {
        Self(word.to_owned(), why)
    }
}
