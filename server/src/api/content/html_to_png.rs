//! `POST /v1/content/html-to-png`: what HTML or a design looks like, as an image of the library.

use std::sync::Arc;

use postrider_content::report::ImportError;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::assets::{StoredImage, keep_one};
use postrider_engine::camera::{CameraError, Sitting, readable};
use postrider_engine::designs::{MakeError, not_found, not_ready};
use postrider_engine::storage;
use postrider_media::browser::{
    BrowserError, ColorScheme, Height, MAX_HEIGHT, MAX_PICTURE, Picture, PictureFormat, Shot,
};
use postrider_media::image::MAX_PIXELS;
use postrider_store::db::Tx;
use postrider_store::emails;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

const WIDTH: u32 = 600;
/// Of the window in which it is read.
const WINDOW_HEIGHT: u32 = 800;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "HtmlToPngRequest")]
pub struct HtmlToPngBody {
    /// Either this or `emailId` is required. Scripts, forms, frames and the like are taken out first, as from an import;
    /// merge tags show their fallbacks.
    #[schemars(length(min = 1))]
    html: Option<String>,
    /// A design.
    #[schemars(length(max = 100))]
    email_id: Option<String>,
    /// Of the window, in CSS pixels; 600 if not given.
    #[schemars(range(min = 100, max = 1600))]
    width: Option<u32>,
    /// What is below is cut off; 8,000 CSS pixels if not given. An image has 40 megapixels at most: of a wide one at
    /// twice the scale less is shown.
    #[schemars(range(min = 1, max = MAX_HEIGHT))]
    max_height: Option<u32>,
    /// Pixels of the image for one of CSS; 1 if not given, and where the image would have more than 20 MiB otherwise.
    #[schemars(range(min = 1, max = 2))]
    scale: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HtmlImage {
    asset_id: String,
    url: String,
    width: i64,
    height: i64,
}

struct Begun {
    html: String,
    from: From,
    /// What the image is found by.
    words: String,
    shot: Shot,
}

/// Whether the HTML was looked at before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Caller,
    Design,
}

pub fn handler() -> Typed<HtmlToPngBody, StoredImage, HtmlImage> {
    handler::outside(begin, work, finish).undo(|cx: Cx, stored: Arc<StoredImage>| async move {
        cx.app().pictures.library.take_back(&stored).await;
    })
}

async fn begin(tx: Tx, cx: Cx, body: Arc<HtmlToPngBody>) -> ApiResult<Begun> {
    let brand = cx.brand_key()?;
    let (html, id) = match (&body.html, &body.email_id) {
        (Some(html), None) => (Some(html), ""),
        (None, Some(id)) => (None, id.as_str()),
        _ => {
            let message = "Name what is to be shown: `html` or `emailId`.";
            return Err(Problem::invalid("html", message).into());
        }
    };
    let (html, from, words) = if let Some(html) = html {
        (html.clone(), From::Caller, "html".to_owned())
    } else {
        let found = emails::get(&tx, brand, id).await?;
        let record = found.ok_or_else(|| not_found().param("emailId"))?;
        let head = emails::head_html(&tx, brand, record.id).await?;
        let (html, _) = head.ok_or_else(|| not_ready().param("emailId"))?;
        (html, From::Design, record.title)
    };
    cx.app().camera.check()?;
    // No picture is taken that there is no room for.
    storage::require(&tx, brand.org, cx.plan()?, 1).await?;
    Ok(Begun {
        html,
        from,
        words,
        shot: shot(&body),
    })
}

fn shot(body: &HtmlToPngBody) -> Shot {
    let (width, scale) = (body.width.unwrap_or(WIDTH), body.scale.unwrap_or(1));
    let lines = MAX_PIXELS / u64::from(width * scale * scale);
    let height = body.max_height.unwrap_or(MAX_HEIGHT);
    Shot {
        width,
        window_height: WINDOW_HEIGHT,
        height: Height::UpTo(height.min(u32::try_from(lines).unwrap_or(u32::MAX))),
        scale,
        scheme: ColorScheme::Light,
        format: PictureFormat::Png,
    }
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<StoredImage> {
    let (brand, app) = (cx.brand_key()?, cx.app());
    let (caller, html) = (design_caller(&cx), begun.html.clone());
    let html = match begun.from {
        From::Caller => app.workshop.clean(&caller, html).await.map_err(refused)?,
        From::Design => html,
    };
    let html = app.workshop.apart(&caller, move || readable(html)).await;
    let html = html.map_err(failure)?;
    let mut sitting = app.camera.sit(brand).await?;
    let picture = take(&mut sitting, &html, begun.shot).await?;
    drop(sitting);
    let words = begun.words.clone();
    let stored = app.pictures.put_shot(brand, picture, words).await?;
    app.fault("html_to_png.stored");
    Ok(stored)
}

/// If it is too large with more pixels, then with fewer.
async fn take(sitting: &mut Sitting, html: &str, shot: Shot) -> ApiResult<Picture> {
    const TOO_LARGE: CameraError = CameraError::Browser(BrowserError::TooLarge);
    let once = Shot { scale: 1, ..shot };
    let taken = match sitting.shoot(html, &shot).await {
        Err(TOO_LARGE) if shot != once => sitting.shoot(html, &once).await,
        taken => taken,
    };
    match taken {
        Err(TOO_LARGE) => {
            let message = format!("The image would have more than {} MiB.", MAX_PICTURE >> 20);
            let problem = Problem::new(Code::ContentOperationFailed, message).param("maxHeight");
            Err(problem
                .suggest("Ask for less of it: `maxHeight`, `width`.")
                .into())
        }
        taken => Ok(taken?),
    }
}

/// What cannot be imported cannot be shown.
fn refused(error: MakeError) -> Failure {
    match error {
        MakeError::Import(ImportError { message, .. }) => {
            let problem = Problem::new(Code::ContentOperationFailed, message);
            problem.param("html").into()
        }
        other => failure(other),
    }
}

async fn finish(tx: Tx, cx: Cx, stored: Arc<StoredImage>) -> ApiResult<Reply<HtmlImage>> {
    let kept = keep_one(&tx, cx.brand_key()?, cx.plan()?, &stored, cx.now()).await?;
    Ok(Reply::ok(HtmlImage {
        asset_id: kept.public_id,
        url: kept.url,
        width: kept.width,
        height: kept.height,
    }))
}
