//! What an author and the assistant say to each other about a design.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

/// The newest messages that are shown of a chat: a few hundred kilobytes.
const SHOWN: i64 = 200;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns} FROM chats AS c
            JOIN emails AS e ON e.org = c.org AND e.brand = c.brand AND e.id = c.email
            WHERE c.org = $1 AND c.brand = $2 ",
            $rest
        )
    };
}

statements! {
    GET -> ChatRecord = select!("AND c.public_id = $3");
    list LIST -> ChatRecord = select!("AND c.id < $3 ORDER BY c.id DESC LIMIT $4");
    MESSAGES -> MessageRecord = "
        SELECT {columns} FROM chat_messages
        WHERE org = $1 AND brand = $2 AND chat = $3 ORDER BY id DESC LIMIT $4";
    OPEN = "
        INSERT INTO chats (org, brand, id, public_id, email, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6)
        ON CONFLICT (org, brand, email) DO NOTHING";
    OF_EMAIL -> (i64,) = "SELECT id FROM chats WHERE org = $1 AND brand = $2 AND email = $3";
    SAY = "
        INSERT INTO chat_messages (org, brand, chat, id, role, body, version_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    TOUCH = "
        UPDATE chats SET updated_at = CASE WHEN updated_at > $4 THEN updated_at ELSE $4 END
        WHERE org = $1 AND brand = $2 AND id = $3";
    DELETE_MESSAGES = "
        DELETE FROM chat_messages WHERE org = $1 AND brand = $2 AND chat IN (
            SELECT id FROM chats WHERE org = $1 AND brand = $2 AND email = $3)";
    DELETE = "DELETE FROM chats WHERE org = $1 AND brand = $2 AND email = $3";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ChatRecord {
        pub id: i64 = "c.id",
        pub public_id: String = "c.public_id",
        /// Of the design, as it is called now.
        pub title: String = "e.title",
        /// The public id of the design.
        pub email_id: String = "e.public_id",
        pub created_at: i64 = "c.created_at",
        pub updated_at: i64 = "c.updated_at",
    }
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    User,
    Assistant,
}

impl Speaker {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        [Self::User, Self::Assistant]
            .into_iter()
            .find(|speaker| speaker.as_str() == text)
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MessageRecord {
        pub role: Speaker = "role",
        pub body: String = "body",
        /// The public id of the version that came of it.
        pub version_id: Option<String> = "version_id",
        pub created_at: i64 = "created_at",
    }
}

lookups! {
    pub get(&str) -> ChatRecord = GET;
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<ChatRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    tx.all(&LIST, values).await
}

/// The newest of a chat, the oldest of them first.
pub async fn messages(tx: &Tx, brand: BrandKey, chat: i64) -> Result<Vec<MessageRecord>, DbError> {
    let values = params![brand.org, brand.brand, chat, SHOWN];
    let mut newest = tx.all(&MESSAGES, values).await?;
    newest.reverse();
    Ok(newest)
}

/// The number of the chat about a design, which has one from now on.
pub async fn open(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    public_id: &str,
    now: i64,
) -> Result<i64, DbError> {
    let values = params![brand.org, brand.brand, tx.number(), public_id, email, now];
    tx.execute(&OPEN, values).await?;
    let values = params![brand.org, brand.brand, email];
    let chat = tx.value(&OF_EMAIL, values).await?;
    chat.ok_or_else(|| DbError::Other("a chat is not there after it was opened".into()))
}

pub async fn say(
    tx: &Tx,
    brand: BrandKey,
    chat: i64,
    message: &MessageRecord,
) -> Result<(), DbError> {
    let values = params![
        brand.org,
        brand.brand,
        chat,
        tx.number(),
        message.role.as_str(),
        &message.body,
        message.version_id.as_deref(),
        message.created_at,
    ];
    tx.execute(&SAY, values).await?;
    let values = params![brand.org, brand.brand, chat, message.created_at];
    tx.execute(&TOUCH, values).await?;
    Ok(())
}

/// With its design.
pub(crate) async fn delete(tx: &Tx, brand: BrandKey, email: i64) -> Result<(), DbError> {
    for statement in [&DELETE_MESSAGES, &DELETE] {
        tx.execute(statement, params![brand.org, brand.brand, email])
            .await?;
    }
    Ok(())
}
