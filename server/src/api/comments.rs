//! `/v1/emails/{emailId}/comments`: what people say about a design.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::comments::{self as threads, About};
use postrider_store::comments::{
    self, MessageRecord, NewMessage, NewThread, ThreadRecord, ThreadStatus,
};
use postrider_store::db::Tx;
use postrider_store::keys;
use postrider_store::people::audit::AuditTarget;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::callers::Principal;
use super::cx::Cx;
use super::emails;
use super::failure::ApiResult;
use super::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use super::reply::{Reply, Told};
use crate::entropy;

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
    /// Plain text: whoever shows it escapes it.
    body: String,
    created_at: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CommentAuthor")]
struct Author {
    /// Of the person or the key that wrote, as it was then.
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CommentBody")]
pub struct NewComment {
    /// Plain text of several lines.
    #[schemars(length(min = 1, max = 4000))]
    body: String,
    /// Without one, the whole design.
    #[schemars(extend("examples" = [{ "kind": "email" }]))]
    target: Option<NewTarget>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CommentTargetBody")]
struct NewTarget {
    kind: TargetKind,
    /// Beside `element` alone: the id of a block or field in the design's document.
    #[schemars(length(min = 1, max = 200))]
    element_id: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CommentTargetKind")]
enum TargetKind {
    Email,
    Element,
}

impl NewTarget {
    fn element(&self) -> Result<Option<String>, Problem> {
        match (self.kind, &self.element_id) {
            (TargetKind::Element, Some(id)) => Ok(Some(id.clone())),
            (TargetKind::Email, None) => Ok(None),
            (TargetKind::Element, None) => Err(Problem::invalid(
                "target.elementId",
                "`elementId` says which element the comment is about.",
            )),
            (TargetKind::Email, Some(_)) => Err(Problem::invalid(
                "target.elementId",
                "`elementId` goes with the kind `element`.",
            )),
        }
    }
}

pub async fn create(tx: Tx, cx: Cx, body: Arc<NewComment>) -> ApiResult<Reply<Comment>> {
    let target = body.target.as_ref();
    let element = target.map(NewTarget::element).transpose()?.flatten();
    let new = NewThread {
        public_id: entropy::prefixed("cmt_"),
        element,
        message: message(&tx, &cx, &body.body).await?,
    };
    let thread = threads::open(&tx, about(&cx)?, &new).await?;
    // The path names the design alone.
    let told = Told {
        target: Some(AuditTarget {
            kind: "comment".to_owned(),
            id: new.public_id,
        }),
        ..Told::default()
    };
    Ok(Reply::created(show(thread)).tell(told))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CommentMessageBody")]
pub struct NewAnswer {
    /// Plain text of several lines.
    #[schemars(length(min = 1, max = 4000))]
    body: String,
}

pub async fn reply(tx: Tx, cx: Cx, body: Arc<NewAnswer>) -> ApiResult<Reply<Comment>> {
    let message = message(&tx, &cx, &body.body).await?;
    let thread = threads::reply(&tx, about(&cx)?, cx.path("commentId"), &message).await?;
    Ok(Reply::created(show(thread)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CommentUpdate")]
pub struct Change {
    status: Status,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CommentStatus")]
enum Status {
    Open,
    Resolved,
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<Change>) -> ApiResult<Reply<Comment>> {
    let status = match body.status {
        Status::Open => ThreadStatus::Open,
        Status::Resolved => ThreadStatus::Resolved,
    };
    let id = cx.path("commentId");
    let (thread, moved) = threads::set_status(&tx, about(&cx)?, id, status).await?;
    let reply = Reply::ok(show(thread));
    if !moved {
        return Ok(reply.changed_nothing());
    }
    Ok(reply.tell(Told {
        after: Some(json!({ "status": status.as_str() })),
        ..Told::default()
    }))
}

/// The design of the path.
fn about(cx: &Cx) -> Result<About<'_>, Problem> {
    Ok(About {
        brand: cx.brand_key()?,
        email: cx.path("emailId"),
        now: cx.now(),
    })
}

async fn message(tx: &Tx, cx: &Cx, body: &str) -> ApiResult<NewMessage> {
    Ok(NewMessage {
        public_id: entropy::prefixed("cmm_"),
        author: author(tx, cx).await?,
        body: body.to_owned(),
    })
}

/// What whoever calls is called.
async fn author(tx: &Tx, cx: &Cx) -> ApiResult<String> {
    let caller = cx.caller();
    Ok(match &caller.principal {
        Principal::Person(own) => {
            let person = &own.person;
            person.name.clone().unwrap_or_else(|| person.email.clone())
        }
        Principal::Key { number, .. } => {
            let name = keys::name(tx, caller.org, *number).await?;
            name.unwrap_or_default()
        }
        Principal::Provider(_) | Principal::Nobody => String::new(),
    })
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
