//! What people say about a design: threads about the whole or one element of it, answers, and whether it is settled.

use postrider_content::document::Document;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::comment::{
    MESSAGES_MAX, THREADS_MAX, check_body, too_many_messages, too_many_threads,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::comments::{self, NewMessage, NewThread, ThreadRecord, ThreadStatus};
use postrider_store::db::Tx;
use postrider_store::emails;

use crate::designs::{not_found, not_ready, stored};
use crate::failure::Failure;

/// The design that is talked about.
#[derive(Clone, Copy)]
pub struct About<'a> {
    pub brand: BrandKey,
    /// Its public id.
    pub email: &'a str,
    pub now: i64,
}

/// Starts a thread.
pub async fn open(tx: &Tx, about: About<'_>, new: &NewThread) -> Result<ThreadRecord, Failure> {
    check_body(&new.message.body)?;
    // Held, so that of two threads that want the last place one finds it taken.
    let email = emails::lock(tx, about.brand, about.email).await?;
    let email = email.ok_or_else(not_found)?;
    if let Some(element) = &new.element {
        find_element(tx, about.brand, email.id, element).await?;
    }
    if comments::count_threads(tx, about.brand, email.id).await? >= THREADS_MAX {
        return Err(too_many_threads().into());
    }
    if !comments::open(tx, about.brand, email.id, new, about.now).await? {
        return Err(not_found().into());
    }
    read(tx, about.brand, email.id, &new.public_id).await
}

/// Answers in a thread, which is open from then on.
pub async fn reply(
    tx: &Tx,
    about: About<'_>,
    thread: &str,
    message: &NewMessage,
) -> Result<ThreadRecord, Failure> {
    check_body(&message.body)?;
    let email = emails::get(tx, about.brand, about.email).await?;
    let email = email.ok_or_else(not_found)?.id;
    let (brand, now) = (about.brand, about.now);
    let written = comments::reply(tx, brand, email, thread, message, now).await?;
    let number = written.ok_or_else(no_such_thread)?;
    // Counted with this one: whoever writes at the same time waits for the thread's row.
    if comments::count_messages(tx, brand, number).await? > MESSAGES_MAX {
        return Err(too_many_messages().into());
    }
    read(tx, brand, email, thread).await
}

/// A thread that was opened, answered or settled, and whether that changed anything.
pub async fn set_status(
    tx: &Tx,
    about: About<'_>,
    thread: &str,
    status: ThreadStatus,
) -> Result<(ThreadRecord, bool), Failure> {
    let email = emails::get(tx, about.brand, about.email).await?;
    let email = email.ok_or_else(not_found)?.id;
    let moved = comments::set_status(tx, about.brand, email, (thread, status), about.now).await?;
    let thread = read(tx, about.brand, email, thread).await?;
    Ok((thread, moved))
}

async fn read(tx: &Tx, brand: BrandKey, email: i64, thread: &str) -> Result<ThreadRecord, Failure> {
    let thread = comments::get(tx, brand, email, thread).await?;
    Ok(thread.ok_or_else(no_such_thread)?)
}

/// Whether the version that is shown has the element.
async fn find_element(tx: &Tx, brand: BrandKey, email: i64, element: &str) -> Result<(), Failure> {
    let head = emails::head_content(tx, brand, email).await?;
    let head = head.ok_or_else(not_ready)?;
    let document: Document = stored(&head.document)?;
    if document.has_element(element) {
        return Ok(());
    }
    let problem = Problem::new(Code::NotFound, "The design has no such element.")
        .param("target.elementId")
        .suggest("Name the `id` of a block or field in its `document`: `GET /v1/emails/{emailId}?include=document`.");
    Err(problem.into())
}

fn no_such_thread() -> Problem {
    Problem::new(Code::NotFound, "The design has no such comment thread.")
        .param("commentId")
        .suggest("List the threads with `GET /v1/emails/{emailId}/comments`.")
}
