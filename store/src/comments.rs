//! What people say about a design: threads of messages, about the whole or one element of it.

use std::collections::HashMap;

use postrider_domain::tenant::BrandKey;

use crate::db::{Bounded, DbError, Tx, Value};
use crate::{params, record, statements};

/// Of so many threads the messages are read at once: a thread has a few hundred kilobytes at most.
const AT_ONCE: usize = 5;
/// Once messages have so many bytes no more threads are read.
const BYTES: usize = 8 << 20;

statements! {
    list LIST -> ThreadRow = "
        SELECT {columns} FROM comment_threads
        WHERE org = $1 AND brand = $2 AND email = $3 AND id < $4 ORDER BY id DESC LIMIT $5";
    MESSAGES -> Said = "
        SELECT {columns} FROM comment_messages
        WHERE org = $1 AND brand = $2 AND thread IN {ints}($3) ORDER BY thread, id";
    OPEN = "
        INSERT INTO comment_threads (org, brand, email, id, public_id, status, element, created_at,
            updated_at)
        SELECT org, brand, id, $4, $5, 'open', $6, $7, $7 FROM emails
        WHERE org = $1 AND brand = $2 AND id = $3 AND deleted_at IS NULL";
    ADD_MESSAGE = "
        INSERT INTO comment_messages (org, brand, thread, id, public_id, author, body, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    // Whoever answers opens the thread again.
    TOUCH -> (i64,) = "
        UPDATE comment_threads SET status = 'open', updated_at = $5
        WHERE org = $1 AND brand = $2 AND email = $3 AND public_id = $4 RETURNING id";
    MOVE = "
        UPDATE comment_threads SET status = $5, updated_at = $6
        WHERE org = $1 AND brand = $2 AND email = $3 AND public_id = $4 AND status <> $5";
    GET -> ThreadRow = "
        SELECT {columns} FROM comment_threads
        WHERE org = $1 AND brand = $2 AND email = $3 AND public_id = $4";
    COUNT_THREADS -> (i64,) = "
        SELECT count(*) FROM comment_threads WHERE org = $1 AND brand = $2 AND email = $3";
    COUNT_MESSAGES -> (i64,) = "
        SELECT count(*) FROM comment_messages WHERE org = $1 AND brand = $2 AND thread = $3";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRecord {
    pub id: i64,
    pub public_id: String,
    /// `open` or `resolved`.
    pub status: String,
    /// The block or field that it is about; nothing: the whole design.
    pub element: Option<String>,
    /// Oldest first.
    pub messages: Vec<MessageRecord>,
    pub created_at: i64,
    pub updated_at: i64,
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MessageRecord {
        pub public_id: String = "public_id",
        pub author: String = "author",
        pub body: String = "body",
        pub created_at: i64 = "created_at",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    pub public_id: String,
    /// The name of who writes.
    pub author: String,
    pub body: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewThread {
    pub public_id: String,
    pub element: Option<String>,
    pub message: NewMessage,
}

/// Threads of a design, newest first, from the one before the row number `after`, as far as their bytes go.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    after: Option<i64>,
    limit: u32,
) -> Result<Bounded<ThreadRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, email, before, limit];
    let threads = tx.all(&LIST, values).await?;
    let (found, mut bytes) = (threads.len(), 0);
    let mut rows = Vec::with_capacity(found);
    let mut threads = threads.into_iter().peekable();
    while threads.peek().is_some() && bytes < BYTES {
        let some = with_messages(tx, brand, threads.by_ref().take(AT_ONCE).collect()).await?;
        let said = some.iter().flat_map(|thread| &thread.messages);
        bytes += said.map(|message| message.body.len()).sum::<usize>();
        rows.extend(some);
    }
    let is_cut = rows.len() < found;
    Ok(Bounded { rows, is_cut })
}

/// A thread of this design; `None`: there is no such thread.
pub async fn get(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    thread: &str,
) -> Result<Option<ThreadRecord>, DbError> {
    let values = params![brand.org, brand.brand, email, thread];
    let Some(thread) = tx.one(&GET, values).await? else {
        return Ok(None);
    };
    Ok(with_messages(tx, brand, vec![thread]).await?.pop())
}

async fn with_messages(
    tx: &Tx,
    brand: BrandKey,
    threads: Vec<ThreadRow>,
) -> Result<Vec<ThreadRecord>, DbError> {
    let numbers = Value::ints(threads.iter().map(|thread| thread.id));
    let said = tx
        .all(&MESSAGES, params![brand.org, brand.brand, numbers])
        .await?;
    let mut messages: HashMap<i64, Vec<MessageRecord>> = HashMap::new();
    for said in said {
        messages.entry(said.thread).or_default().push(said.message);
    }
    let with_messages = |thread: ThreadRow| {
        let messages = messages.remove(&thread.id).unwrap_or_default();
        thread.with(messages)
    };
    Ok(threads.into_iter().map(with_messages).collect())
}

/// How many threads a design has.
pub async fn count_threads(tx: &Tx, brand: BrandKey, email: i64) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand, email];
    Ok(tx.value(&COUNT_THREADS, values).await?.unwrap_or(0))
}

/// How many messages a thread has, by its number.
pub async fn count_messages(tx: &Tx, brand: BrandKey, thread: i64) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand, thread];
    Ok(tx.value(&COUNT_MESSAGES, values).await?.unwrap_or(0))
}

/// Starts a thread. `false`: there is no such design.
pub async fn open(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    new: &NewThread,
    now: i64,
) -> Result<bool, DbError> {
    let id = tx.number();
    let values = params![
        brand.org,
        brand.brand,
        email,
        id,
        &new.public_id,
        new.element.as_deref(),
        now
    ];
    if tx.execute(&OPEN, values).await? == 0 {
        return Ok(false);
    }
    add_message(tx, brand, id, &new.message, now).await?;
    Ok(true)
}

/// Answers in a thread, which is open from then on, and gives its number. `None`: there is no such thread.
pub async fn reply(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    thread: &str,
    message: &NewMessage,
    now: i64,
) -> Result<Option<i64>, DbError> {
    let values = params![brand.org, brand.brand, email, thread, now];
    let Some(thread) = tx.value(&TOUCH, values).await? else {
        return Ok(None);
    };
    add_message(tx, brand, thread, message, now).await?;
    Ok(Some(thread))
}

/// Where a thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadStatus {
    Open,
    Resolved,
}

impl ThreadStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Resolved => "resolved",
        }
    }
}

/// `false`: there is no such thread, or it stands there already.
pub async fn set_status(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    (thread, status): (&str, ThreadStatus),
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email, thread, status.as_str(), now];
    Ok(tx.execute(&MOVE, values).await? == 1)
}

async fn add_message(
    tx: &Tx,
    brand: BrandKey,
    thread: i64,
    message: &NewMessage,
    now: i64,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        thread,
        tx.number(),
        &message.public_id,
        &message.author,
        &message.body,
        now
    ];
    tx.execute(&ADD_MESSAGE, values).await?;
    Ok(())
}

record! {
    /// A thread without its messages.
    struct ThreadRow {
        id: i64 = "id",
        public_id: String = "public_id",
        status: String = "status",
        element: Option<String> = "element",
        created_at: i64 = "created_at",
        updated_at: i64 = "updated_at",
    }
}

impl ThreadRow {
    fn with(self, messages: Vec<MessageRecord>) -> ThreadRecord {
        ThreadRecord {
            id: self.id,
            public_id: self.public_id,
            status: self.status,
            element: self.element,
            messages,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }
}

record! {
    /// A message and where it was said.
    struct Said {
        thread: i64 = "thread",
        message: MessageRecord = ..,
    }
}
