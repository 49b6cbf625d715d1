//! `POST /v1/content/generate`: texts of which an author takes one.

use std::sync::Arc;
use std::time::Duration;

use postrider_content::designer::Wanted;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::generation::{
    Asked, Errand, MakerError, Suggestions, UnreadBrief, unread_brief,
};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::emails::words::{check_prompt, price_of_words};
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

const COUNT: usize = 5;
/// How long somebody waits for an answer.
const PATIENCE: Duration = Duration::from_mins(1);
const RETRY_S: u64 = 30;
const BROKEN: &str = "Texts could not be suggested for this: other words may do.";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "TextRequest")]
pub struct GenerateBody {
    pub kind: Kind,
    /// What the mail is about. Either this or `emailId` is required.
    #[schemars(length(min = 1, max = 8000))]
    pub prompt: Option<String>,
    /// A design to suggest texts for.
    pub email_id: Option<String>,
    /// At most so many are suggested; 5 if not given.
    #[schemars(range(min = 1, max = 10))]
    pub count: Option<u8>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TextKind")]
pub enum Kind {
    Subjects,
    /// The line beside the subject in an inbox.
    Previews,
    /// What the mail says.
    Copy,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TextSuggestions")]
pub struct Suggested {
    suggestions: Vec<String>,
}

pub fn handler() -> Typed<GenerateBody, Suggestions, Suggested> {
    handler::outside(begin, work, finish).price(|app, _| price_of_words(app))
}

struct Begun {
    unread: Arc<UnreadBrief>,
    wanted: Wanted,
    count: usize,
}

async fn begin(tx: Tx, cx: Cx, body: Arc<GenerateBody>) -> ApiResult<Begun> {
    match (&body.prompt, &body.email_id) {
        (Some(prompt), _) => check_prompt(prompt)?,
        (None, Some(_)) => {}
        (None, None) => {
            let message = "Say in `prompt` what the mail is about, or name a design as `emailId`.";
            return Err(Problem::invalid("prompt", message).into());
        }
    }
    let asked = Asked {
        prompt: body.prompt.clone(),
        email_id: body.email_id.clone(),
    };
    Ok(Begun {
        unread: Arc::new(unread_brief(&tx, cx.brand_key()?, &asked).await?),
        wanted: match body.kind {
            Kind::Subjects => Wanted::Subjects,
            Kind::Previews => Wanted::Previews,
            Kind::Copy => Wanted::Copy,
        },
        count: body.count.map_or(COUNT, usize::from),
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Suggestions> {
    let Begun {
        unread,
        wanted,
        count,
    } = &*begun;
    let brief = if unread.has_design() {
        let read = Arc::clone(unread);
        let read = move || read.read();
        let read = cx.app().workshop.apart(&design_caller(&cx), read).await;
        read.map_err(failure)?
    } else {
        unread.read()
    };
    let errand = Errand::at_once(cx.asker());
    let maker = &cx.app().maker;
    let asked = maker.suggest(errand, brief, *wanted, *count);
    let unavailable =
        |message| Problem::new(Code::ServiceUnavailable, message).retry_after(RETRY_S);
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(suggestions)) => Ok(suggestions),
        Ok(Err(MakerError::Refused(why))) => {
            Err(Problem::new(Code::ContentOperationFailed, why).into())
        }
        Ok(Err(MakerError::Broken)) => {
            tracing::error!("texts could not be suggested: the maker broke");
            Err(Problem::new(Code::InternalError, BROKEN).into())
        }
        Ok(Err(error @ (MakerError::Failed(_) | MakerError::Later(_)))) => {
            tracing::warn!(%error, "nothing was suggested");
            Err(unavailable("Nothing could be suggested just now.").into())
        }
        Err(_) => Err(unavailable("Suggesting took too long.").into()),
    }
}

async fn finish(_: Tx, _: Cx, made: Arc<Suggestions>) -> ApiResult<Reply<Suggested>> {
    let suggestions = made.texts.clone();
    Ok(Reply::ok(Suggested { suggestions }).used(made.credits))
}
