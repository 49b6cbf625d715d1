//! `POST /v1/content/add-image`: an image that was uploaded, or that stands somewhere, comes into the library.

use std::sync::Arc;

use postrider_engine::assets::{StoredImage, keep_one};
use postrider_engine::pictures::{ImageSource, uploads};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use super::image_source::{NamedImage, picture_caller};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::images::{Asset, show};
use crate::api::pipeline::delete_upload;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "AddImageRequest")]
pub struct AddBody {
    /// Of `POST /v1/content/image-uploads`, after the bytes were sent. Either this or `imageUrl` is required.
    #[schemars(length(max = 100))]
    upload_id: Option<String>,
    /// Where the image is now.
    #[schemars(length(max = 4096))]
    image_url: Option<String>,
    /// What it shows: it can be found by that.
    #[schemars(length(min = 1, max = 500))]
    description: Option<String>,
}

pub struct Begun {
    source: ImageSource,
    description: Option<String>,
}

pub struct Added {
    begun: Arc<Begun>,
    stored: StoredImage,
}

pub fn handler() -> Typed<AddBody, Added, Asset> {
    handler::outside(begin, work, finish)
        .undo(|cx: Cx, added: Arc<Added>| async move {
            cx.app().pictures.library.take_back(&added.stored).await;
        })
        .done(|cx: Cx, added: Arc<Added>| async move {
            let upload = added.begun.source.upload();
            if let Some(object) = upload.and_then(|upload| upload.object.as_deref()) {
                delete_upload(cx.app(), object).await;
            }
        })
}

async fn begin(tx: Tx, cx: Cx, body: Arc<AddBody>) -> ApiResult<Begun> {
    let named = NamedImage {
        upload_id: body.upload_id.as_deref(),
        image_url: body.image_url.as_deref(),
        asset_id: None,
    };
    let source = named.find(&tx, &cx, ["uploadId", "imageUrl"]).await?;
    let description = body.description.clone();
    Ok(Begun {
        source,
        description: description.map(|text| text.replace('\0', "")),
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Added> {
    let (pictures, caller) = (&cx.app().pictures, picture_caller(&cx)?);
    let description = begun.description.clone();
    let added = pictures.add(&caller, &begun.source, description);
    Ok(Added {
        stored: added.await?,
        begun,
    })
}

async fn finish(tx: Tx, cx: Cx, added: Arc<Added>) -> ApiResult<Reply<Asset>> {
    if let Some(upload) = added.begun.source.upload() {
        uploads::use_up(&tx, upload).await?;
    }
    let kept = keep_one(&tx, cx.brand_key()?, cx.plan()?, &added.stored, cx.now());
    Ok(Reply::created(show(kept.await?)))
}
