//! Links to files, for browsers: a link sends neither headers nor a body, so all that it stands for is sealed in it, for one
//! session and for a minute.

use std::sync::Arc;

use data_encoding::BASE64URL_NOPAD;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_store::db::{DbError, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contacts::{
    Errors, Export, ExportQuery, more_contacts, more_errors, open_errors_of, open_export,
};
use super::cx::Cx;
use super::facts::DOWNLOADS;
use super::failure::ApiResult;
use super::handler::{Opened, Part};
use super::input::Nothing;
use super::reply::Reply;

const GOOD_FOR_MS: i64 = 60 * 1000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DownloadBody {
    /// What `GET /v1/contacts/export` takes.
    contacts: Option<ExportQuery>,
    /// The rows of an import that could not be imported.
    import_errors: Option<OfImport>,
}

#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfImport {
    #[schemars(length(max = 64))]
    import_id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "DownloadLink")]
pub struct Link {
    /// Good once it is opened before it expires, in the browser that asked for it.
    url: String,
    expires_at: String,
}

/// What a link stands for.
#[derive(Serialize, Deserialize)]
struct Ticket {
    file: File,
    brand_id: String,
    expires_at: i64,
}

#[derive(Serialize, Deserialize)]
enum File {
    Contacts(ExportQuery),
    ImportErrors(OfImport),
}

/// Where the parts of a file come from.
pub enum Source {
    Contacts(Arc<Export>),
    ImportErrors(Arc<Errors>),
}

/// `POST /app/api/downloads`
pub async fn create(_: Tx, cx: Cx, body: Arc<DownloadBody>) -> ApiResult<Reply<Link>> {
    let file = match (&body.contacts, &body.import_errors) {
        (Some(query), None) => File::Contacts(query.clone()),
        (None, Some(import)) => File::ImportErrors(import.clone()),
        _ => {
            let message = "One file is asked for: `contacts` or `importErrors`.";
            return Err(Problem::invalid("contacts", message).into());
        }
    };
    let brand_id = cx.brand()?.public_id.clone();
    let expires_at = cx.now() + GOOD_FOR_MS;
    let ticket = Ticket {
        file,
        brand_id: brand_id.clone(),
        expires_at,
    };
    let ticket = serde_json::to_vec(&ticket).map_err(|error| DbError::Other(error.to_string()))?;
    let session = &cx.person()?.session.public_id;
    let sealed = cx.app().keys().downloads.seal(session, ticket);
    let sealed = sealed.map_err(|error| DbError::Other(error.to_string()))?;
    let link = Link {
        url: format!("{DOWNLOADS}{brand_id}/{}", BASE64URL_NOPAD.encode(&sealed)),
        expires_at: time::format(expires_at),
    };
    // The file is told of when it is fetched.
    Ok(Reply::created(link).changed_nothing())
}

/// `GET /app/api/downloads/{brandId}/{ticket}`
pub async fn open(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Opened<Source>> {
    let ticket = ticket(&cx).ok_or_else(|| {
        let message = "The link has expired, or is another session's.";
        Problem::new(Code::LinkNotFound, message).suggest("Ask for the file again.")
    })?;
    match ticket.file {
        File::Contacts(query) => {
            let opened = open_export(tx, cx, Arc::new(query)).await?;
            Ok(opened.map(|export| Source::Contacts(Arc::new(export))))
        }
        File::ImportErrors(of) => {
            let opened = open_errors_of(tx, cx, &of.import_id).await?;
            Ok(opened.map(|errors| Source::ImportErrors(Arc::new(errors))))
        }
    }
}

pub async fn part(tx: Tx, source: Arc<Source>, after: Option<i64>) -> ApiResult<Part> {
    match &*source {
        Source::Contacts(export) => more_contacts(tx, Arc::clone(export), after).await,
        Source::ImportErrors(errors) => more_errors(tx, Arc::clone(errors), after).await,
    }
}

/// Nothing for one that was not made for this session and brand, or is too old.
fn ticket(cx: &Cx) -> Option<Ticket> {
    let session = &cx.signed_in()?.session.public_id;
    let sealed = BASE64URL_NOPAD.decode(cx.path("ticket").as_bytes()).ok()?;
    let opened = cx.app().keys().downloads.open(session, &sealed).ok()?;
    let ticket: Ticket = serde_json::from_slice(&opened).ok()?;
    let fits = ticket.expires_at > cx.now() && ticket.brand_id == cx.brand().ok()?.public_id;
    fits.then_some(ticket)
}
