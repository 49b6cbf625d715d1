//! What one commit of the dispatcher is to do, and what came of it.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_store::delivery::taking::TakenRecipients;

use super::sites::Sites;

#[derive(Clone)]
pub struct Order {
    pub owner: i64,
    /// The owner's present life.
    pub life: i64,
    /// The last batch that the database had.
    pub settled: i64,
    /// The number of the batch, if there are outcomes in it.
    pub number: Option<i64>,
    pub now: i64,
    pub expires_at: i64,
    /// How many recipients are taken at most.
    pub room: usize,
    /// The send that was served last.
    pub after: i64,
    /// The site whose line was served last.
    pub after_site: i64,
    /// How many recipients of a send are looked at for those that can be mailed.
    pub look: usize,
    /// Whether those in lines are looked for.
    pub walks_lines: bool,
    /// Where each receiving site has limits of its own.
    pub sites: Option<Arc<Sites>>,
    /// Whether mail stays on this machine.
    pub keeps_mail: bool,
    /// Sends of which fewer may be taken.
    pub limits: HashMap<i64, usize>,
}

#[derive(Default)]
pub struct Committed {
    pub taken: Vec<TakenRecipients>,
    /// Whether people were passed over who are not to be mailed: behind them others may wait.
    pub has_passed: bool,
    /// Whether some were kept back for receivers that take no more.
    pub keeps_back: bool,
    pub lines: Lines,
    /// Sends that are over.
    pub ended: Vec<i64>,
    /// Until when what was taken may be mailed.
    pub expires_at: i64,
    /// The database knows less than it did: nothing was done.
    pub went_back: bool,
}

/// What a walk along the lines before busy sites found.
#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// Whether anybody stands in one.
    pub any: bool,
    /// The site whose line came last.
    pub last_site: i64,
}
