//! When things happened to mails of streams. Their rows say what, events say when.

use std::collections::HashMap;

use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use postrider_domain::tenant::BrandKey;

use super::mails::Mail;
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

statements! {
    // A run has few events; those of its mails have the numbers before those of runs.
    OF_RUNS -> Happened = "
        SELECT {columns} FROM events {along}(events__org__brand__run)
        WHERE org = $1 AND brand = $2 AND run {in_ints}($3) AND type < {run_started}
        GROUP BY send, ordinal, type";
}

record! {
    /// All events of one kind of one mail.
    struct Happened {
        send: Option<i64> = "send",
        ordinal: Option<i64> = "ordinal",
        /// Of an `EventType`; others are passed over.
        code: i64 = "type",
        first_at: i64 = "min(occurred_at)",
        last_at: i64 = "max(occurred_at)",
        by_machines: i64 =
            "CAST(sum(CASE WHEN detail LIKE '%\"machineReason\"%' THEN 1 ELSE 0 END) AS BIGINT)",
        /// Of one of them, if it says why nobody got it.
        why: Option<String> = "max(CASE WHEN type IN ({bounced_event}, {failed_event}) THEN detail END)",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// When it was tried first.
    pub started_at: Option<i64>,
    /// When its fate was known first.
    pub ended_at: Option<i64>,
    /// When anything happened last.
    pub last_at: Option<i64>,
    /// A receiver took it, whatever it said later.
    pub was_accepted: bool,
    pub machine_opens: i64,
    pub machine_clicks: i64,
    /// The detail of the event that says why nobody got it.
    pub why: Option<String>,
}

impl Progress {
    fn add(&mut self, kind: EventType, happened: &Happened) {
        use EventType::{
            Bounced, Clicked, Deferred, Delivered, Failed, InDoubt, Opened, Sent, Suppressed,
        };
        let first = happened.first_at;
        let earlier = |known: Option<i64>| Some(known.map_or(first, |known| known.min(first)));
        if matches!(
            kind,
            Sent | Deferred | Delivered | Bounced | Failed | InDoubt
        ) {
            self.started_at = earlier(self.started_at);
        }
        if matches!(kind, Delivered | Bounced | Failed | InDoubt | Suppressed) {
            self.ended_at = earlier(self.ended_at);
        }
        self.last_at = self.last_at.max(Some(happened.last_at));
        match kind {
            Delivered => self.was_accepted = true,
            Bounced | Failed => self.why = happened.why.clone().or_else(|| self.why.take()),
            Opened => self.machine_opens += happened.by_machines,
            Clicked => self.machine_clicks += happened.by_machines,
            _ => {}
        }
    }
}

impl Mail {
    /// What a send to this one recipient would count.
    pub fn tally(&self, progress: &Progress) -> Tally {
        let count = i64::from;
        let mut tally = Tally {
            planned: 1,
            machine_opens: progress.machine_opens,
            machine_clicks: progress.machine_clicks,
            opened: count(self.opened_at.is_some()),
            clicked: count(self.clicked_at.is_some()),
            unsubscribed: count(self.unsubscribed_at.is_some()),
            complained: count(self.complained_at.is_some()),
            ..Tally::default()
        };
        tally.moved(RecipientState::Planned, self.state);
        // Perhaps it was taken before it came back.
        tally.accepted = tally.accepted.max(count(progress.was_accepted));
        tally
    }
}

/// Of each mail of which anything is known, by its stream and its place there.
pub async fn progress(
    tx: &Tx,
    brand: BrandKey,
    mails: impl IntoIterator<Item = &Mail>,
) -> Result<HashMap<(i64, i64), Progress>, DbError> {
    let mut runs: Vec<i64> = mails.into_iter().filter_map(|mail| mail.run).collect();
    runs.sort_unstable();
    runs.dedup();
    if runs.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(runs)];
    let mut known: HashMap<(i64, i64), Progress> = HashMap::new();
    for happened in tx.all(&OF_RUNS, values).await? {
        if let (Some(send), Some(ordinal)) = (happened.send, happened.ordinal)
            && let Some(kind) = EventType::from_code(happened.code)
        {
            let mail = known.entry((send, ordinal)).or_default();
            mail.add(kind, &happened);
        }
    }
    Ok(known)
}
