//! `POST /v1/emails`: a design from a prompt. It is answered before the design is made.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{Category, EmailType, check_line, check_title};
use postrider_engine::generation::{PromptedDesign, ask_for_design};
use postrider_engine::page_address::page_address;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::import::non_empty;
use super::record::{Email, show};
use super::words::{check_prompt, price_of_words};
use super::writing;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "EmailPrompt")]
pub struct CreateBody {
    /// What the mail is about and what it should say.
    #[schemars(length(min = 1, max = 8000))]
    pub prompt: String,
    /// `campaign` if not given.
    #[serde(rename = "type")]
    pub kind: Option<EmailType>,
    /// Made from the prompt if not given.
    #[schemars(length(min = 1, max = 200))]
    pub title: Option<String>,
    /// Made from the prompt if not given.
    #[schemars(length(max = 500))]
    pub subject: Option<String>,
    /// The line beside the subject in an inbox; made from the prompt if not given.
    #[schemars(length(max = 500))]
    pub preview_text: Option<String>,
    /// Found in the prompt if not given.
    pub category: Option<Category>,
    pub group_id: Option<String>,
    /// A design of the brand whose colours, letters and shapes it is to have, if that is made of blocks; or a template, which
    /// it is to be like in the look of the brand.
    pub reference_email_id: Option<String>,
    /// Pages that the mail is about: each is shown with its title, its price and its picture.
    #[schemars(length(max = 8))]
    pub content_urls: Option<Vec<String>>,
}

pub fn handler() -> Typed<CreateBody, CreateBody, Email> {
    handler::one_step(handler::unprepared_write, create).price(|app, _| price_of_words(app))
}

async fn create(tx: Tx, cx: Cx, body: Arc<CreateBody>) -> ApiResult<Reply<Email>> {
    check(&body)?;
    let asked = PromptedDesign {
        prompt: body.prompt.clone(),
        kind: body.kind.unwrap_or(EmailType::Campaign),
        title: body.title.clone(),
        subject: non_empty(body.subject.as_ref()),
        preview_text: non_empty(body.preview_text.as_ref()),
        category: body.category,
        group_id: body.group_id.clone(),
        reference: body.reference_email_id.clone(),
        pages: body.content_urls.clone().unwrap_or_default(),
    };
    let made = ask_for_design(&tx, &writing(&cx)?, &asked).await?;
    Ok(Reply::accepted(show(&made)?))
}

fn check(body: &CreateBody) -> Result<(), Problem> {
    check_prompt(&body.prompt)?;
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    for (param, line) in [
        ("subject", &body.subject),
        ("previewText", &body.preview_text),
    ] {
        check_line(param, line.as_deref().unwrap_or_default())?;
    }
    for (index, url) in body.content_urls.iter().flatten().enumerate() {
        page_address(&format!("contentUrls[{index}]"), url)?;
    }
    Ok(())
}
