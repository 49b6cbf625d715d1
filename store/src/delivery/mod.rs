//! Whom sends go to and what becomes of each: recipients, who has taken them, counts and events.

mod candidates;
pub mod change;
pub mod claims;
pub mod events;
pub mod heads;
pub(crate) mod hours;
pub(crate) mod lines;
pub mod mailboxes;
mod outcome;
pub mod people;
pub mod settling;
pub mod taking;
pub mod tallies;

use postrider_domain::sending::send::RecipientState;

use crate::db::DbError;

pub(crate) fn state_of(code: i64) -> Result<RecipientState, DbError> {
    RecipientState::from_code(code)
        .ok_or_else(|| DbError::Other(format!("a recipient is stored in state {code}")))
}
