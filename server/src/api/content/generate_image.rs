//! `POST /v1/content/generate-image`: a picture of words, by a model where one is set.

use std::sync::Arc;

use postrider_domain::accounts::credits::Metering;
use postrider_engine::assets::{StoredImage, keep_one};
use postrider_engine::generation::require_ready;
use postrider_engine::pictures::{self, DrawOrder, no_model};
use postrider_engine::storage;
use postrider_store::assets;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::image_source::picture_caller;
use crate::api::cx::Cx;
use crate::api::emails::words::check_prompt;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::images::not_found;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "GenerateImageRequest")]
pub struct GenerateBody {
    /// What is to be seen.
    #[schemars(length(min = 1, max = 4000))]
    prompt: String,
    /// `1:1` if not given.
    aspect_ratio: Option<AspectRatio>,
    /// An image of the library to begin with.
    #[schemars(length(max = 100))]
    reference_asset_id: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(rename = "ImageAspectRatio")]
enum AspectRatio {
    #[serde(rename = "1:1")]
    Square,
    #[serde(rename = "3:2")]
    Landscape,
    #[serde(rename = "2:3")]
    Portrait,
    #[serde(rename = "16:9")]
    Wide,
}

impl AspectRatio {
    fn of_engine(self) -> pictures::AspectRatio {
        match self {
            Self::Square => pictures::AspectRatio::Square,
            Self::Landscape => pictures::AspectRatio::Landscape,
            Self::Portrait => pictures::AspectRatio::Portrait,
            Self::Wide => pictures::AspectRatio::Wide,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GeneratedImage {
    asset_id: String,
    url: String,
    width: i64,
    height: i64,
}

pub struct Drawn {
    stored: StoredImage,
    credits: i64,
}

pub fn handler() -> Typed<GenerateBody, Drawn, GeneratedImage> {
    handler::outside(begin, work, finish)
        .undo(|cx: Cx, drawn: Arc<Drawn>| async move {
            cx.app().pictures.library.take_back(&drawn.stored).await;
        })
        .price(|app, _| match &app.pictures.model {
            Some(model) if model.settings.credits > 0 => Metering::Usage,
            _ => Metering::Free,
        })
}

async fn begin(tx: Tx, cx: Cx, body: Arc<GenerateBody>) -> ApiResult<DrawOrder> {
    check_prompt(&body.prompt)?;
    if cx.app().pictures.model.is_none() {
        return Err(no_model().into());
    }
    let reference = match &body.reference_asset_id {
        None => None,
        Some(id) => {
            let asset = assets::get(&tx, cx.brand_key()?, id).await?;
            Some(asset.ok_or_else(|| not_found().param("referenceAssetId"))?)
        }
    };
    require_ready(&tx, cx.brand_key()?).await?;
    // Nobody is asked for a picture that there is no room for.
    storage::require(&tx, cx.brand_key()?.org, cx.plan()?, 1).await?;
    Ok(DrawOrder {
        prompt: body.prompt.clone(),
        ratio: body
            .aspect_ratio
            .map(AspectRatio::of_engine)
            .unwrap_or_default(),
        reference,
    })
}

async fn work(cx: Cx, order: Arc<DrawOrder>) -> ApiResult<Drawn> {
    let caller = picture_caller(&cx)?;
    let (stored, credits) = cx.app().pictures.draw(&caller, &order).await?;
    Ok(Drawn { stored, credits })
}

async fn finish(tx: Tx, cx: Cx, drawn: Arc<Drawn>) -> ApiResult<Reply<GeneratedImage>> {
    let kept = keep_one(&tx, cx.brand_key()?, cx.plan()?, &drawn.stored, cx.now()).await?;
    let image = GeneratedImage {
        asset_id: kept.public_id,
        url: kept.url,
        width: kept.width,
        height: kept.height,
    };
    Ok(Reply::ok(image).used(drawn.credits))
}
