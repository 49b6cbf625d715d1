//! What filters and receivers hold against a finished mail: its subject, sender, headers, texts, HTML and links, by the rules
//! of one table ([`rules::RULES`]). Nobody is asked: what only a receiver knows is not judged.

mod headers;
mod links;
mod mail;
mod markup;
mod phrases;
mod rules;
mod sender;
mod subject;
#[cfg(test)]
mod tests;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};

use postrider_domain::placement::Diagnosis;

use self::mail::Mail;
pub use self::mail::{FinishedMail, Header};
use self::rules::RULES;

/// What the rules say of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentJudgement {
    /// One entry for each rule that found something, in the order of the table.
    pub found: Vec<Diagnosis>,
    /// The ids of rules that could not be checked.
    pub unchecked: Vec<String>,
}

/// Judges a mail as it leaves.
pub fn judge(finished: &FinishedMail<'_>) -> ContentJudgement {
    let mail = Mail::read(finished);
    let mut judgement = ContentJudgement::default();
    for rule in RULES {
        let is_readable = mail.page.is_some() || !rule.needs_page();
        // One mistake of ours must not hide what all others found.
        let look = || catch_unwind(AssertUnwindSafe(|| (rule.look)(&mail))).ok();
        let found = is_readable.then(look).flatten();
        match found {
            Some(None) => {}
            Some(Some(note)) => judgement.found.push(rule.diagnosis(&note)),
            None => judgement.unchecked.push(rule.id.to_owned()),
        }
    }
    judgement
}
