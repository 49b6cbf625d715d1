//! `GET /v1/emails/{emailId}/comments`: what people said about a design.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::time;
use postrider_store::comments::{self, MessageRecord, ThreadRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::emails;
use super::failure::ApiResult;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    comment_id: String,
    /// `open` or `resolved`
    status: String,
    target: Target,
    /// Oldest first.
    messages: Vec<Message>,
    created_at: String,
    updated_at: String,
}

/// What a thread is about.
#[derive(Serialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
#[schemars(rename = "CommentTarget")]
enum Target {
    /// The whole design.
    Email,
    /// One block or field of it.
    Element { element_id: String },
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CommentMessage")]
struct Message {
    message_id: String,
    author: Author,
    body: String,
    created_at: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CommentAuthor")]
struct Author {
    /// As it was when the message was written.
    name: String,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Comment>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    let email = emails::find(&tx, &cx).await?;
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = comments::list(&tx, cx.brand_key()?, email.id, after, limit + 1).await?;
    let position = |row: &ThreadRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| Ok(show(row)))?;
    Ok(Reply::ok(shown))
}

fn show(record: ThreadRecord) -> Comment {
    Comment {
        comment_id: record.public_id,
        status: record.status,
        target: match record.element {
            Some(element_id) => Target::Element { element_id },
            None => Target::Email,
        },
        messages: record.messages.into_iter().map(show_message).collect(),
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    }
}

fn show_message(record: MessageRecord) -> Message {
    Message {
        message_id: record.public_id,
        author: Author {
            name: record.author,
        },
        body: record.body,
        created_at: time::format(record.created_at),
    }
}
