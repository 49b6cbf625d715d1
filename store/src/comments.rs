//! What people say about a design: threads of messages, about the whole or one element of it.

use std::collections::HashMap;

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

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
    RESOLVE = "
        UPDATE comment_threads SET status = 'resolved', updated_at = $5
        WHERE org = $1 AND brand = $2 AND email = $3 AND public_id = $4 AND status = 'open'";
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

/// Threads of a design, newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    after: Option<i64>,
    limit: u32,
) -> Result<Vec<ThreadRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, email, before, limit];
    let threads = tx.all(&LIST, values).await?;
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

/// Answers in a thread, which is open from then on. `false`: there is no such thread.
pub async fn reply(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    thread: &str,
    message: &NewMessage,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email, thread, now];
    let Some(thread) = tx.value(&TOUCH, values).await? else {
        return Ok(false);
    };
    add_message(tx, brand, thread, message, now).await?;
    Ok(true)
}

/// `false`: there is no such thread, or it was resolved before.
pub async fn resolve(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    thread: &str,
    now: i64,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email, thread, now];
    Ok(tx.execute(&RESOLVE, values).await? == 1)
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
