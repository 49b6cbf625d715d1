//! `POST /v1/content/transform`: an image in fewer bytes, or in another size.

use std::sync::Arc;

use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::contract::problem::Problem;
use postrider_engine::assets::keep_one;
use postrider_engine::pictures::{Changed, ImageSource};
use postrider_media::image::Kind;
use postrider_media::transform::{self, Order, Resize};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::image_source::{NamedImage, picture_caller};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "TransformRequest")]
pub struct TransformBody {
    operation: Operation,
    /// An image of the library. Either this or `imageUrl` is required.
    #[schemars(length(max = 100))]
    asset_id: Option<String>,
    #[schemars(length(max = 4096))]
    image_url: Option<String>,
    /// To resize: one side is enough, the other follows.
    #[schemars(range(min = 1, max = 4096))]
    width: Option<u32>,
    #[schemars(range(min = 1, max = 4096))]
    height: Option<u32>,
    /// To resize; `inside` if not given.
    fit: Option<Fit>,
    /// The same as before if not given.
    format: Option<Format>,
    /// For JPEG and WebP; 82 if not given.
    #[schemars(range(min = 1, max = 100))]
    quality: Option<u8>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TransformOperation")]
enum Operation {
    /// Fewer bytes, and nothing in them but the picture. Never more than before, unless `format` asks for another kind.
    Optimize,
    Resize,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ImageFit")]
enum Fit {
    /// No larger than `width` and `height`, and never larger than it is.
    Inside,
    /// Exactly so large; what does not fit is cut off.
    Cover,
    /// Exactly so large, with room beside the picture.
    Contain,
    /// Exactly so large, stretched.
    Fill,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ImageFormat")]
enum Format {
    Png,
    Jpeg,
    Gif,
    Webp,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TransformedImage")]
pub struct Transformed {
    asset_id: String,
    url: String,
    width: i64,
    height: i64,
    bytes: i64,
    original_bytes: u64,
}

struct Begun {
    source: ImageSource,
    order: Order,
}

pub fn handler() -> Typed<TransformBody, Changed, Transformed> {
    handler::outside(begin, work, finish)
        .undo(|cx: Cx, changed: Arc<Changed>| async move {
            cx.app().pictures.library.take_back(&changed.stored).await;
        })
        .after(checked)
        .price(|_, body: &TransformBody| {
            Metering::Fixed(match body.operation {
                Operation::Optimize => cost::OPTIMIZE_IMAGE,
                Operation::Resize => cost::RESIZE_IMAGE,
            })
        })
}

/// A body, and what it asks for.
struct Checked {
    body: Arc<TransformBody>,
    order: Order,
}

async fn checked(_: Cx, body: Arc<TransformBody>) -> ApiResult<Checked> {
    Ok(Checked {
        order: order(&body)?,
        body,
    })
}

fn order(body: &TransformBody) -> Result<Order, Problem> {
    let resize = match body.operation {
        Operation::Optimize => {
            let given = [
                ("width", body.width.is_some()),
                ("height", body.height.is_some()),
                ("fit", body.fit.is_some()),
            ];
            if let Some((key, _)) = given.iter().find(|(_, is_given)| *is_given) {
                let message = format!("`{key}` goes with the operation `resize`.");
                return Err(Problem::invalid(*key, message));
            }
            None
        }
        Operation::Resize if body.width.is_none() && body.height.is_none() => {
            let message = "Say how large it is to be: `width`, `height` or both.";
            return Err(Problem::invalid("width", message));
        }
        Operation::Resize => Some(Resize {
            width: body.width,
            height: body.height,
            fit: match body.fit {
                None | Some(Fit::Inside) => transform::Fit::Inside,
                Some(Fit::Cover) => transform::Fit::Cover,
                Some(Fit::Contain) => transform::Fit::Contain,
                Some(Fit::Fill) => transform::Fit::Fill,
            },
        }),
    };
    Ok(Order {
        resize,
        format: body.format.map(|format| match format {
            Format::Png => Kind::Png,
            Format::Jpeg => Kind::Jpeg,
            Format::Gif => Kind::Gif,
            Format::Webp => Kind::WebP,
        }),
        quality: body.quality,
    })
}

async fn begin(tx: Tx, cx: Cx, checked: Arc<Checked>) -> ApiResult<Begun> {
    let named = NamedImage {
        asset_id: checked.body.asset_id.as_deref(),
        image_url: checked.body.image_url.as_deref(),
        upload_id: None,
    };
    Ok(Begun {
        source: named.find(&tx, &cx, ["assetId", "imageUrl"]).await?,
        order: checked.order,
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Changed> {
    let (pictures, caller) = (&cx.app().pictures, picture_caller(&cx)?);
    let changed = pictures.change(&caller, &begun.source, begun.order);
    Ok(changed.await?)
}

async fn finish(tx: Tx, cx: Cx, changed: Arc<Changed>) -> ApiResult<Reply<Transformed>> {
    let kept = keep_one(&tx, cx.brand_key()?, cx.plan()?, &changed.stored, cx.now()).await?;
    Ok(Reply::ok(Transformed {
        asset_id: kept.public_id,
        url: kept.url,
        width: kept.width,
        height: kept.height,
        bytes: kept.bytes,
        original_bytes: changed.original_bytes,
    }))
}
