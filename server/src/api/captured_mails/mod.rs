//! Mail that was kept instead of sent: that of a brand, for whoever may send for it, and the notices of the installation
//! itself (`notices.rs`). Where mail leaves, there is none.

mod mail;
pub mod notices;

use std::io;
use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_mail::capture::{Captured, Kept, Wanted};
use postrider_store::db::{DbError, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::ApiResult;
use super::handler::StoredFile;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, page};
use super::reply::Reply;
use mail::{CapturedMail, OpenedMail, listed, opened};

/// What is shown of a mail: its source has all of it.
const SHOWN_BYTES: u64 = 4 << 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "CapturedMailsQuery")]
pub struct Asked {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// Only mails to addresses with this in them.
    #[schemars(length(min = 1, max = 254))]
    recipient: Option<String>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "DeletedMails")]
pub struct Deleted {
    /// How many there were.
    deleted: u64,
}

/// `GET /app/api/captured-mails`
pub async fn list(cx: Cx, asked: Arc<Asked>) -> ApiResult<Reply<Page<CapturedMail>>> {
    let folder = cx.brand()?.public_id.clone();
    Ok(Reply::ok(page_of(&cx, folder, &asked).await?))
}

/// `GET /app/api/captured-mails/{mailId}`
pub async fn get(cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<OpenedMail>> {
    let folder = cx.brand()?.public_id.clone();
    let kept = read(&cx, folder, SHOWN_BYTES).await?;
    Ok(Reply::ok(opened(&kept)))
}

/// `GET /app/api/captured-mails/{mailId}/source`: byte for byte what would have been sent.
pub async fn source(cx: Cx, _: Arc<Nothing>) -> ApiResult<StoredFile> {
    let folder = cx.brand()?.public_id.clone();
    let kept = read(&cx, folder, u64::MAX).await?;
    Ok(StoredFile {
        file_name: format!("{}.eml", kept.entry.id),
        bytes: kept.message,
    })
}

/// `DELETE /app/api/captured-mails`: the files go first, so that nothing is told of that is still there.
pub async fn delete(cx: Cx, _: Arc<Nothing>) -> ApiResult<Deleted> {
    let folder = cx.brand()?.public_id.clone();
    let deleted = look(&cx, move |captured| captured.clear(Some(&folder))).await?;
    Ok(Deleted {
        deleted: deleted.unwrap_or_default(),
    })
}

pub async fn deleted(_: Tx, _: Cx, deleted: Arc<Deleted>) -> ApiResult<Reply<Deleted>> {
    Ok(Reply::ok((*deleted).clone()))
}

async fn page_of(cx: &Cx, folder: String, asked: &Asked) -> ApiResult<Page<CapturedMail>> {
    let limit = asked.limit.unwrap_or(MAX_LIMIT);
    let wanted = Wanted {
        after: after(cx, asked.cursor.as_deref())?,
        recipient: asked.recipient.clone(),
        limit: limit as usize + 1,
    };
    let found = look(cx, move |captured| captured.page(&folder, &wanted)).await?;
    let rows = found.unwrap_or_default();
    Ok(page(cx, limit, rows, position, |kept| Ok(listed(&kept)))?)
}

async fn read(cx: &Cx, folder: String, most: u64) -> ApiResult<Kept> {
    let id = cx.path("mailId").to_owned();
    let found = look(cx, move |captured| captured.read_of(&folder, &id, most)).await?;
    let not_found = || {
        let message = "There is no such captured mail.";
        Problem::new(Code::NotFound, message).suggest("The newest 10,000 of a brand are kept.")
    };
    Ok(found.flatten().ok_or_else(not_found)?)
}

/// Looks at the files, beside those who answer callers. Nothing where mail leaves.
async fn look<T: Send + 'static>(
    cx: &Cx,
    look: impl FnOnce(&Captured) -> io::Result<T> + Send + 'static,
) -> ApiResult<Option<T>> {
    let transport = Arc::clone(&cx.app().mailer.transport);
    let looking = tokio::task::spawn_blocking(move || transport.captured().map(look).transpose());
    let looked = looking.await.unwrap_or_else(|error| Err(error.into()));
    let broken = |error: io::Error| DbError::Other(format!("captured mail: {error}"));
    Ok(looked.map_err(broken)?)
}

/// Where the list goes on.
fn after(cx: &Cx, cursor: Option<&str>) -> Result<Option<(i64, String)>, Problem> {
    let Some(text) = cursor else { return Ok(None) };
    match cx.open_cursor(text)?.as_slice() {
        [Position::Int(kept_at), Position::Text(id)] => Ok(Some((*kept_at, id.clone()))),
        _ => Err(Problem::invalid(
            "cursor",
            "The cursor is not one of this list.",
        )),
    }
}

fn position(kept: &Kept) -> Vec<Position> {
    let entry = &kept.entry;
    vec![
        Position::Int(entry.kept_at),
        Position::Text(entry.id.clone()),
    ]
}
