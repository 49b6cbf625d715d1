//! `GET /v1/chats` and `/v1/chats/{chatId}`: what authors asked for, and what came of it.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_store::chats::{self, ChatRecord, MessageRecord, Speaker};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, PAGE_BYTES, Page, PageQuery, after_number, page};
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chat {
    chat_id: String,
    /// Of the design.
    title: String,
    /// What it is about.
    artifacts: Vec<Artifact>,
    /// The newest 200, the oldest of them first.
    messages: Vec<Message>,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ChatArtifact")]
struct Artifact {
    #[serde(rename = "type")]
    kind: ArtifactType,
    /// The `emailId` of a design.
    id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChatArtifactType")]
enum ArtifactType {
    Email,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChatMessage")]
struct Message {
    role: Role,
    text: String,
    /// The version that came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_version_id: Option<String>,
    created_at: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ChatRole")]
enum Role {
    User,
    Assistant,
}

impl From<MessageRecord> for Message {
    fn from(record: MessageRecord) -> Self {
        Self {
            role: match record.role {
                Speaker::User => Role::User,
                Speaker::Assistant => Role::Assistant,
            },
            text: record.body,
            email_version_id: record.version_id,
            created_at: time::format(record.created_at),
        }
    }
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Chat>> {
    let brand = cx.brand_key()?;
    let chat = chats::get(&tx, brand, cx.path("chatId")).await?;
    let chat = chat.ok_or_else(|| Problem::new(Code::ChatNotFound, "There is no such chat."))?;
    let messages = chats::messages(&tx, brand, chat.id).await?;
    Ok(Reply::ok(show(chat, messages)))
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Chat>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = chats::list(&tx, brand, after, i64::from(limit) + 1).await?;
    // As many as fit a page.
    let (mut said, mut bytes) = (Vec::new(), 0);
    for row in rows.iter().take(limit as usize) {
        let messages = chats::messages(&tx, brand, row.id).await?;
        bytes += messages.iter().map(|said| said.body.len()).sum::<usize>();
        said.push(messages);
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    let (length, mut said) = (said.len() as u32, said.into_iter());
    let position = |row: &ChatRecord| vec![Position::Int(row.id)];
    let mut page = page(&cx, length, rows, position, |row| {
        Ok(show(row, said.next().unwrap_or_default()))
    })?;
    page.pagination.limit = limit;
    Ok(Reply::ok(page))
}

fn show(record: ChatRecord, messages: Vec<MessageRecord>) -> Chat {
    Chat {
        chat_id: record.public_id,
        title: record.title,
        artifacts: vec![Artifact {
            kind: ArtifactType::Email,
            id: record.email_id,
        }],
        messages: messages.into_iter().map(Message::from).collect(),
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    }
}
