//! What a move writes into a place whose objects are not all there, so that nobody begins to work with it.

use std::fmt;

use super::error::ObjectError;
use super::store::Objects;

const MARK: &str = "moved";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// They are on their way from there, and some have not arrived.
    From(String),
    /// They are on their way there, and some have left.
    To(String),
}

impl Mark {
    fn parse(text: &str) -> Option<Self> {
        let (word, place) = text.trim_end().split_once(' ')?;
        match word {
            "from" => Some(Self::From(place.to_owned())),
            "to" => Some(Self::To(place.to_owned())),
            _ => None,
        }
    }

    fn line(&self) -> String {
        match self {
            Self::From(place) => format!("from {place}\n"),
            Self::To(place) => format!("to {place}\n"),
        }
    }
}

/// What is so, and what to do.
impl fmt::Display for Mark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(place) => write!(
                out,
                "objects of {place} are being moved here, and not all have arrived; set POSTRIDER_OBJECTS to {place} and \
                 call `postrider objects move` once more"
            ),
            Self::To(place) => write!(
                out,
                "objects were moved from here to {place}; call `postrider objects move` once more if it has not said that \
                 all are there, then set POSTRIDER_OBJECTS to {place}"
            ),
        }
    }
}

impl Objects {
    pub async fn mark(&self) -> Result<Option<Mark>, ObjectError> {
        let Some(text) = self.text(MARK).await? else {
            return Ok(None);
        };
        match Mark::parse(&text) {
            Some(mark) => Ok(Some(mark)),
            None => Err(ObjectError::Store(format!("`{MARK}` cannot be read"))),
        }
    }

    pub(super) async fn set_mark(&self, mark: &Mark) -> Result<(), ObjectError> {
        self.put_text(MARK, mark.line()).await
    }

    pub(super) async fn clear_mark(&self) -> Result<(), ObjectError> {
        self.delete(MARK).await
    }
}
