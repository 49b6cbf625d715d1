//! `/app/api/notices`: mails of the installation itself that were kept instead of sent: invitations, and links to choose a
//! new password.
//!
//! Whoever reads such a link has the account that it leads to, an owner's as well as anybody's. So an admin may not, who
//! would become an owner by it. And accounts are of the installation: they may belong to other organizations too, or to those
//! alone. So an owner may only where theirs is the only organization: they run all that there is. A mail is opened with the
//! password at hand; the list tells no secret. Everybody else asks whoever has the machine: `postrider inbox`.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::sending::NOTICES_FOLDER;
use postrider_store::organizations;

use super::mail::{CapturedMail, OpenedMail, opened};
use super::{Asked, SHOWN_BYTES, page_of, read};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::Page;
use crate::api::reply::Reply;

pub async fn list(cx: Cx, asked: Arc<Asked>) -> ApiResult<Reply<Page<CapturedMail>>> {
    require_only_organization(&cx).await?;
    let folder = NOTICES_FOLDER.to_owned();
    Ok(Reply::ok(page_of(&cx, folder, &asked).await?))
}

pub async fn get(cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<OpenedMail>> {
    require_only_organization(&cx).await?;
    let kept = read(&cx, NOTICES_FOLDER.to_owned(), SHOWN_BYTES).await?;
    Ok(Reply::ok(opened(&kept)))
}

/// One that is being removed counts too: its people are still there.
async fn require_only_organization(cx: &Cx) -> ApiResult<()> {
    let db = cx.db();
    let found = db.read(move |tx| async move { organizations::list(&tx, 0, 2).await });
    if found.await?.len() == 1 {
        return Ok(());
    }
    let message =
        "The installation has several organizations: its own mails are shown to none of them.";
    let suggestion = "On the machine, `postrider inbox list --brand installation` shows them.";
    Err(Problem::new(Code::NotFound, message)
        .suggest(suggestion)
        .into())
}
