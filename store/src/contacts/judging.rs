//! Who of an audience is mailed, and why the others are not.

use postrider_domain::sending::send::RecipientState;

use crate::db::{Cells, DbError, Record};

/// The code of a contact's `RecipientState`: the first reason that fits keeps it out. Over the columns of
/// `contacts`, for the count before a send is accepted and for the freeze alike: the count shown is the count
/// sent.
macro_rules! judge {
    () => {
        "CASE WHEN NOT contacts.subscribed THEN {excluded_unsubscribed}
            WHEN contacts.suppressed_reason IN ('invalid', 'risky') THEN {excluded_invalid}
            WHEN contacts.suppressed_reason IS NOT NULL THEN {excluded_suppressed}
            ELSE {planned} END"
    };
}

pub(crate) use judge;

/// The same, for SQL that is put together at run time.
pub(crate) const JUDGE: &str = judge!();

/// What `JUDGE` says of a contact.
pub(crate) struct JudgedState(pub(crate) RecipientState);

impl Record for JudgedState {
    const WIDTH: usize = 1;

    fn columns(into: &mut Vec<&'static str>) {
        into.push(JUDGE);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
        cells.next("of the verdict").map(Self)
    }
}

/// What kind of mail somebody is judged for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judging {
    Marketing,
    /// Some of it goes to people who unsubscribed too; nothing does to an address that takes no mail.
    Transactional,
}

impl Judging {
    pub(crate) fn sql(self) -> &'static str {
        match self {
            Self::Marketing => JUDGE,
            Self::Transactional => {
                "CASE WHEN contacts.suppressed_reason IN ('invalid', 'risky') THEN {excluded_invalid}
                    WHEN contacts.suppressed_reason IS NOT NULL THEN {excluded_suppressed}
                    ELSE {planned} END"
            }
        }
    }
}
