//! One reading of events, newest first, along one index.

use std::collections::VecDeque;

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Query, Tx, Value, time_of_number};
use crate::{params, record, statements};

/// An event is written at most so much later than it happened, or it stands in the index of late ones.
pub(super) const LATE_MS: i64 = 10_000;

/// What tells an event apart, along an index.
macro_rules! select {
    ($along:literal, $rest:literal) => {
        concat!(
            "SELECT {columns}
            FROM events AS e ",
            $along,
            " WHERE e.org = $1 AND e.brand = $2 AND e.id >= $3 AND e.id < $4 ",
            $rest,
            " ORDER BY e.id DESC LIMIT $5"
        )
    };
}

statements! {
    list ALL_OF_THEM -> Key = select!("", "");
    // As the index says it.
    list LATE -> Key = select!(
        "{along}(events__late)", "AND (e.id >> 22) + 1577836800000 - e.occurred_at > 10000");
    list OF_TYPE -> Key = select!("{along}(events__org__brand__type)", "AND e.type = $6");
    list OF_SEND -> Key = select!(
        "{along}(events__org__brand__send__type)", "AND e.send = $6 AND e.type = $7");
    list OF_AUTOMATION -> Key = select!("{along}(events__org__brand__automation)", "AND e.automation = $6");
    list OF_RUN -> Key = select!("{along}(events__org__brand__run)", "AND e.run = $6");
    list OF_CONTACT -> Key = select!("{along}(events__org__brand__contact)", "AND e.contact = $6");
    list OF_DOMAIN -> Key = select!("{along}(events__org__brand__domain)", "AND e.domain = $6");
    // Those of many contacts have to be sorted; the index alone is enough for that.
    OF_CONTACTS -> Key = "
        SELECT {columns}
        FROM events AS e
        WHERE e.org = $1 AND e.brand = $2 AND e.id IN (
            SELECT m.id FROM events AS m {along}(events__org__brand__contact)
            WHERE m.org = $1 AND m.brand = $2 AND m.contact {in_ints}($6) AND m.id >= $3 AND m.id < $4
            ORDER BY m.id DESC LIMIT $5)
        ORDER BY e.id DESC";
    // From one type to the next, without reading the events between.
    TYPES_OF_SEND -> (i64,) = "
        WITH RECURSIVE present(type) AS (
            SELECT min(type) FROM events {along}(events__org__brand__send__type)
            WHERE org = $1 AND brand = $2 AND send = $3
            UNION ALL
            SELECT (SELECT min(e.type) FROM events AS e {along}(events__org__brand__send__type)
                WHERE e.org = $1 AND e.brand = $2 AND e.send = $3 AND e.type > p.type)
            FROM present AS p WHERE p.type IS NOT NULL
        )
        SELECT type FROM present WHERE type IS NOT NULL";
}

record! {
    /// An event without what only people read.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Key {
        pub(super) id: i64 = "e.id",
        pub(super) kind: i64 = "e.type",
        pub(super) occurred_at: i64 = "e.occurred_at",
        pub(super) send: Option<i64> = "e.send",
        pub(super) contact: Option<i64> = "e.contact",
        pub(super) domain: Option<i64> = "e.domain",
        pub(super) automation: Option<i64> = "e.automation",
        pub(super) run: Option<i64> = "e.run",
        pub(super) ordinal: Option<i64> = "e.ordinal",
    }
}

impl Key {
    /// In the feed: by when it happened, at the same time by its number.
    pub(super) fn place(&self) -> (i64, i64) {
        (self.occurred_at, self.id)
    }

    /// As the index of late ones says it.
    pub(super) fn is_late(&self) -> bool {
        time_of_number(self.id) - self.occurred_at > LATE_MS
    }
}

/// Which events an index leads to.
#[derive(Clone, Debug)]
pub(super) enum By {
    Time,
    Late,
    Type(i64),
    Send { send: i64, kind: i64 },
    Automation(i64),
    Run(i64),
    Contact(i64),
    Contacts(Vec<i64>),
    Domain(i64),
}

impl By {
    fn query(&self) -> &'static Query<Key> {
        match self {
            Self::Time => &ALL_OF_THEM,
            Self::Late => &LATE,
            Self::Type(_) => &OF_TYPE,
            Self::Send { .. } => &OF_SEND,
            Self::Automation(_) => &OF_AUTOMATION,
            Self::Run(_) => &OF_RUN,
            Self::Contact(_) => &OF_CONTACT,
            Self::Contacts(_) => &OF_CONTACTS,
            Self::Domain(_) => &OF_DOMAIN,
        }
    }

    fn values(&self) -> Vec<Value> {
        match self {
            Self::Time | Self::Late => Vec::new(),
            Self::Type(number)
            | Self::Automation(number)
            | Self::Run(number)
            | Self::Contact(number)
            | Self::Domain(number) => vec![Value::from(*number)],
            Self::Send { send, kind } => vec![Value::from(*send), Value::from(*kind)],
            Self::Contacts(numbers) => vec![Value::ints(numbers.iter().copied())],
        }
    }
}

/// Numbers of events: from the first, and up to but not the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: i64,
    pub(super) high: i64,
}

/// How many are read at once: enough for a page first, more if most are passed over.
const MOST_AT_ONCE: i64 = 4096;

pub(super) struct Source {
    by: By,
    left: Span,
    at_once: i64,
    ready: VecDeque<Key>,
    is_over: bool,
}

impl Source {
    pub(super) fn new(by: By, span: Span, at_once: i64) -> Self {
        Self {
            by,
            left: span,
            at_once,
            ready: VecDeque::new(),
            is_over: span.low >= span.high,
        }
    }

    /// The newest event that has not been taken. Nothing: there is none left.
    pub(super) async fn head(&mut self, tx: &Tx, brand: BrandKey) -> Result<Option<i64>, DbError> {
        if self.ready.is_empty() && !self.is_over {
            self.fill(tx, brand).await?;
        }
        Ok(self.ready.front().map(|key| key.id))
    }

    async fn fill(&mut self, tx: &Tx, brand: BrandKey) -> Result<(), DbError> {
        let Span { low, high } = self.left;
        let mut values = params![brand.org, brand.brand, low, high, self.at_once].to_vec();
        values.extend(self.by.values());
        self.ready = tx.all(self.by.query(), values).await?.into();
        self.is_over = (self.ready.len() as i64) < self.at_once;
        if let Some(last) = self.ready.back() {
            self.left.high = last.id;
        }
        self.at_once = (self.at_once * 2).min(MOST_AT_ONCE.max(self.at_once));
        Ok(())
    }

    pub(super) fn take(&mut self, id: i64) -> Option<Key> {
        self.ready.pop_front_if(|key| key.id == id)
    }
}

/// The types of event that a send has, by their numbers.
pub(super) async fn types_of_send(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, send];
    tx.values(&TYPES_OF_SEND, values).await
}
