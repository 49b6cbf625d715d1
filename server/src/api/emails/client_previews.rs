//! `POST /v1/emails/{emailId}/client-previews`: what a design looks like in mail clients.

use std::borrow::Cow;
use std::sync::Arc;

use postrider_content::clients::{CLIENTS, Client};
use postrider_domain::tenant::BrandKey;
use postrider_engine::client_previews::{ClientPreview, Studio, keep};
use postrider_engine::designs::{no_such_version, not_ready};
use postrider_engine::sending::Sample;
use postrider_engine::storage;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, VersionContent};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize};

use super::record::find;
use super::source::{design_caller, failure};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ClientPreviewsRequest")]
pub struct PreviewsBody {
    /// Which mail clients; twelve of them if not given. One that is named twice is shown once.
    #[schemars(length(min = 1, max = 12))]
    clients: Option<Vec<ClientId>>,
    /// A version of the design; its newest if not given.
    #[schemars(length(max = 100))]
    email_version_id: Option<String>,
}

/// A mail client that is simulated.
struct ClientId(&'static Client);

impl<'de> Deserialize<'de> for ClientId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        let found = Client::find(&id).map(Self);
        found.ok_or_else(|| de::Error::custom(format!("`{id}` is no mail client")))
    }
}

impl JsonSchema for ClientId {
    fn schema_name() -> Cow<'static, str> {
        "MailClient".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<_> = CLIENTS.iter().map(|client| client.id).collect();
        json_schema!({ "type": "string", "enum": ids })
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClientPreviews {
    email_id: String,
    /// The version that is shown.
    email_version_id: String,
    status: PreviewsStatus,
    /// In the order in which they were asked for.
    previews: Vec<Preview>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ClientPreviewsStatus")]
enum PreviewsStatus {
    Completed,
    /// Of some clients there is no picture.
    PartiallyCompleted,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ClientPreview")]
struct Preview {
    #[schemars(extend("examples" = ["gmail-web"]))]
    client: &'static str,
    /// No picture is the client's own, and the label says so.
    #[schemars(extend("examples" = ["Gmail on the web (simulated)"]))]
    label: String,
    family: Family,
    #[schemars(extend("examples" = ["web"]))]
    platform: &'static str,
    dark: bool,
    status: PreviewStatus,
    /// Of the picture, which is kept for 30 days; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    image_url: Option<String>,
    /// What the client drops in this mail, and images that could not be loaded; if there is no picture, also why.
    #[schemars(extend("examples" = [["Ignores `border-radius` (3 times)."]]))]
    warnings: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ClientPreviewStatus")]
enum PreviewStatus {
    Completed,
    Failed,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "MailClientFamily")]
enum Family {
    Gmail,
    Outlook,
    Apple,
    Yahoo,
    Other,
}

impl From<postrider_content::clients::Family> for Family {
    fn from(family: postrider_content::clients::Family) -> Self {
        use postrider_content::clients::Family as Of;
        match family {
            Of::Gmail => Self::Gmail,
            Of::Outlook => Self::Outlook,
            Of::Apple => Self::Apple,
            Of::Yahoo => Self::Yahoo,
            Of::Other => Self::Other,
        }
    }
}

struct Begun {
    email_id: String,
    email_version_id: String,
    sample: Arc<Sample>,
    clients: Vec<&'static Client>,
}

pub struct Worked {
    begun: Arc<Begun>,
    previews: Vec<ClientPreview>,
}

pub fn handler() -> Typed<PreviewsBody, Worked, ClientPreviews> {
    handler::outside(begin, work, finish).undo(|cx: Cx, worked: Arc<Worked>| async move {
        studio(&cx, &|_| {}).take_back(&worked.previews).await;
    })
}

async fn begin(tx: Tx, cx: Cx, body: Arc<PreviewsBody>) -> ApiResult<Begun> {
    let brand = cx.brand_key()?;
    let record = find(&tx, &cx).await?;
    let named = body.email_version_id.as_deref();
    let (email_version_id, content) = version(&tx, brand, &record, named).await?;
    cx.app().camera.check()?;
    // No picture is taken that there is no room for.
    storage::require(&tx, brand.org, cx.plan()?, 1).await?;
    Ok(Begun {
        sample: Arc::new(Sample::read(&tx, brand, &record, &content).await?),
        email_id: record.public_id,
        email_version_id,
        clients: wanted(body.clients.as_deref()),
    })
}

/// Its id, and what it holds.
async fn version(
    tx: &Tx,
    brand: BrandKey,
    email: &EmailRecord,
    named: Option<&str>,
) -> ApiResult<(String, VersionContent)> {
    if let Some(id) = named {
        let found = emails::version(tx, brand, email.id, id).await?;
        let found = found.ok_or_else(no_such_version)?;
        return Ok((found.row.public_id, found.content));
    }
    let content = emails::head_content(tx, brand, email.id).await?;
    let head = email.head.as_ref().map(|head| head.public_id.clone());
    Ok(head.zip(content).ok_or_else(not_ready)?)
}

/// Each once.
fn wanted(named: Option<&[ClientId]>) -> Vec<&'static Client> {
    let Some(named) = named else {
        return Client::defaults().collect();
    };
    let mut clients: Vec<&'static Client> = Vec::with_capacity(named.len());
    for ClientId(client) in named {
        if clients.iter().all(|other| other.id != client.id) {
            clients.push(client);
        }
    }
    clients
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let (brand, app) = (cx.brand_key()?, cx.app().clone());
    let (mailer, sample) = (app.mailer.clone(), Arc::clone(&begun.sample));
    let caller = design_caller(&cx);
    let making = app
        .workshop
        .apart(&caller, move || mailer.sample(brand, &sample));
    let html = making.await.map_err(failure)??;
    let moment = |point| app.fault(point);
    let studio = studio(&cx, &moment);
    let previews = studio.take(brand, html, &begun.clients).await?;
    Ok(Worked { begun, previews })
}

fn studio<'a>(cx: &'a Cx, moment: &'a (dyn Fn(&'static str) + Send + Sync)) -> Studio<'a> {
    Studio {
        camera: &cx.app().camera,
        library: &cx.app().pictures.library,
        moment,
    }
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<ClientPreviews>> {
    let (begun, previews) = (&worked.begun, &worked.previews);
    keep(&tx, cx.brand_key()?, cx.plan()?, previews, cx.now()).await?;
    let is_whole = previews.iter().all(|one| one.picture.is_some());
    Ok(Reply::ok(ClientPreviews {
        email_id: begun.email_id.clone(),
        email_version_id: begun.email_version_id.clone(),
        status: if is_whole {
            PreviewsStatus::Completed
        } else {
            PreviewsStatus::PartiallyCompleted
        },
        previews: previews.iter().map(|one| shown(&cx, one)).collect(),
    }))
}

fn shown(cx: &Cx, preview: &ClientPreview) -> Preview {
    let client = preview.client;
    let library = &cx.app().pictures.library;
    let picture = preview.picture.as_ref();
    Preview {
        client: client.id,
        label: client.label(),
        family: client.family.into(),
        platform: client.platform,
        dark: client.is_dark(),
        status: match picture {
            Some(_) => PreviewStatus::Completed,
            None => PreviewStatus::Failed,
        },
        image_url: picture.map(|picture| library.address(&picture.name)),
        warnings: preview.warnings.clone(),
    }
}
