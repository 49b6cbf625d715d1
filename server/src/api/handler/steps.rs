//! The steps of handlers that have several.

use super::erased::{Erased, InTransaction, OutsideTransaction, Undo};
use super::together::Together;
use crate::api::reply::Answer;

#[derive(Clone)]
pub struct OutsideSteps {
    /// Checks what may take a while, before any transaction.
    pub prepare: OutsideTransaction<Erased>,
    /// Commits the claim and holds the credits.
    pub begin: InTransaction<Erased>,
    /// Runs without a transaction.
    pub work: OutsideTransaction<Erased>,
    /// Commits effect, charge and answer if the claim is still ours.
    pub finish: InTransaction<Answer>,
    /// Clears away what `work` left outside the database, if `finish` came to nothing.
    pub undo: Option<Undo>,
    /// Clears away what nobody needs any more, once `finish` has had its effect.
    pub done: Option<Undo>,
}

#[derive(Clone)]
pub struct WriteSteps {
    /// Checks and reads before the transaction opens.
    pub prepare: OutsideTransaction<Erased>,
    pub run: InTransaction<Answer>,
    /// How inputs of several callers are written at once, where they can be.
    pub together: Option<Together>,
    /// Clears away what `prepare` left outside the database, if the transaction came to nothing.
    pub undo: Option<Undo>,
}
