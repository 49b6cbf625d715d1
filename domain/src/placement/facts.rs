//! What was found out.

use super::authentication::Authentication;
use super::diagnosis::Diagnosis;
use super::seed::Seed;

/// Whether mails went to seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mailing {
    Seeds,
    /// None is configured.
    NoSeeds,
    /// Nothing that this server mails leaves it.
    Captured,
}

/// What came of asking a spam filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    NotConfigured,
    Silent(String),
    Answered {
        score: f64,
        threshold: f64,
        /// What the filter itself calls it: it may go by more than the score.
        is_spam: bool,
    },
}

/// All that was found out.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    pub mailing: Mailing,
    pub seeds: &'a [Seed],
    pub authentication: Authentication,
    /// Why SPF, DKIM and DMARC say so.
    pub reasons: &'a [String; 3],
    pub filter: &'a Filter,
    /// What the rules say of the mail.
    pub content: Vec<Diagnosis>,
    /// Rules that could not be checked.
    pub unchecked: &'a [String],
    /// Whether a campaign counts opens or clicks. Its copies do not: nobody has seen its links and its pixel.
    pub is_tracked: bool,
}
