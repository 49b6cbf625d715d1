//! What a design is written in: a source in one of the formats, or its document.

use postrider_content::document;
use postrider_content::report::{AssetReport, ImportError};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::assets::AssetError;
use postrider_engine::designs::{self, DesignCaller, MakeError, Source, Written};
use postrider_store::db::DbError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::api::cx::{Cx, caller_gone};
use crate::api::failure::{ApiResult, Failure};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailFormat")]
pub enum Format {
    Html,
    Mjml,
    /// A React Email component, rendered once with its default props.
    Jsx,
}

impl Format {
    fn of_engine(self) -> designs::Format {
        match self {
            Self::Html => designs::Format::Html,
            Self::Mjml => designs::Format::Mjml,
            Self::Jsx => designs::Format::Jsx,
        }
    }
}

/// The keys of a body that hold a source.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub format: Option<Format>,
    pub content: Option<&'a str>,
    pub document: Option<&'a Value>,
    pub base_url: Option<&'a str>,
}

impl Given<'_> {
    /// Nothing if the body holds no source at all. Reading a document takes a while: this is for a moment
    /// in which no transaction is open.
    pub async fn read(self, cx: &Cx) -> ApiResult<Option<Source>> {
        let base_url = self.base_url.map(base_url).transpose()?;
        match (self.format, self.content, self.document) {
            (None, None, None) if base_url.is_some() => Err(Problem::invalid(
                "baseUrl",
                "`baseUrl` goes with `content` and `format`.",
            )
            .into()),
            (None, None, None) => Ok(None),
            (None, None, Some(document)) => {
                let workshop = &cx.app().workshop;
                let (document, rules) = (document.clone(), workshop.rules(None));
                let caller = design_caller(cx);
                let read = workshop.apart(&caller, move || {
                    let mut report = AssetReport::default();
                    let document = document::read(&document, "document", &rules, &mut report)?;
                    Ok::<_, Problem>(Source::Document(Box::new(document), report))
                });
                Ok(Some(read.await.map_err(failure)??))
            }
            (_, _, Some(_)) => Err(Problem::invalid(
                "document",
                "A design is written either as `document` or as `content` in a `format`.",
            )
            .into()),
            (Some(format), Some(content), None) => Ok(Some(Source::Written(Written {
                format: format.of_engine(),
                content: content.to_owned(),
                base_url,
            }))),
            (Some(_), None, None) => Err(missing("content").into()),
            (None, Some(_), None) => Err(missing("format").into()),
        }
    }
}

/// Who waits for what is made.
pub fn design_caller(cx: &Cx) -> DesignCaller {
    DesignCaller {
        asker: cx.asker(),
        gone: cx.gone().clone(),
    }
}

pub fn missing(param: &str) -> Problem {
    Problem::invalid(param, format!("`{param}` is required here."))
}

fn base_url(text: &str) -> Result<Url, Problem> {
    Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .ok_or_else(|| {
            Problem::invalid("baseUrl", "`baseUrl` is no absolute http or https address.")
        })
}

pub fn failure(error: MakeError) -> Failure {
    match error {
        MakeError::Import(error) => refused(&error).into(),
        MakeError::Assets(AssetError::Database(error)) => error.into(),
        MakeError::Assets(AssetError::Objects(error)) => {
            DbError::Unavailable(error.to_string()).into()
        }
        MakeError::Assets(AssetError::NoRoom(no_room)) => Problem::from(no_room).into(),
        MakeError::QueueFull => DbError::QueueFull.into(),
        MakeError::CallerGone => caller_gone().into(),
        MakeError::Ended(error) => DbError::Other(error).into(),
    }
}

fn refused(error: &ImportError) -> Problem {
    let problem = Problem::new(Code::EmailImportFailed, &error.message).param("content");
    match error.at {
        Some(place) => problem.details(json!({ "line": place.line, "column": place.column })),
        None => problem,
    }
}
