//! The image that a body names.

use postrider_domain::contract::problem::Problem;
use postrider_engine::pictures::{ImageSource, PictureCaller, uploads};
use postrider_store::assets;
use postrider_store::db::Tx;
use url::Url;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::images::not_found;

/// The keys of a body that name an image, of which it has one.
#[derive(Clone, Copy, Default)]
pub struct NamedImage<'a> {
    pub upload_id: Option<&'a str>,
    pub asset_id: Option<&'a str>,
    pub image_url: Option<&'a str>,
}

impl NamedImage<'_> {
    /// `known`: the keys that this body can have, for the message.
    pub async fn find(self, tx: &Tx, cx: &Cx, known: [&str; 2]) -> ApiResult<ImageSource> {
        match (self.upload_id, self.asset_id, self.image_url) {
            (Some(id), None, None) => {
                let upload = uploads::received(tx, cx.brand_key()?, id, cx.now()).await?;
                if uploads::is_video(&upload.content_type) {
                    let message = "The upload is a video.";
                    let problem = Problem::invalid("uploadId", message);
                    let advice = "Make a GIF of it: `POST /v1/content/gif` with `from: video`.";
                    return Err(problem.suggest(advice).into());
                }
                Ok(ImageSource::Upload(upload))
            }
            (None, Some(id), None) => {
                let asset = assets::get(tx, cx.brand_key()?, id).await?;
                let asset = asset.ok_or_else(|| not_found().param("assetId"))?;
                Ok(ImageSource::Asset(asset))
            }
            (None, None, Some(url)) => {
                let url = address(url, "imageUrl")?;
                let name = cx.app().pictures.library.own_name(&url);
                let own = match name {
                    Some(name) => assets::by_name(tx, cx.brand_key()?, name).await?,
                    None => None,
                };
                Ok(own.map_or(ImageSource::Url(url), ImageSource::Asset))
            }
            _ => {
                let [one, other] = known;
                let message = format!("Name one image: `{one}` or `{other}`.");
                Err(Problem::invalid(one, message).into())
            }
        }
    }
}

/// Who waits for what is made.
pub fn picture_caller(cx: &Cx) -> Result<PictureCaller, Problem> {
    Ok(PictureCaller {
        brand: cx.brand_key()?,
        gone: cx.gone().clone(),
    })
}

/// What stands at a key as an address.
pub fn address(text: &str, key: &'static str) -> Result<Url, Problem> {
    let url = Url::parse(text.trim()).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https"))
        .ok_or_else(|| {
            let message = format!("`{key}` is no absolute http or https address.");
            Problem::invalid(key, message)
        })
}
