//! `POST /v1/content/gif`: a picture that moves, of words, of an image or of a video.

use std::sync::Arc;

use postrider_domain::accounts::brand::{Color, Theme};
use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::assets::{StoredImage, keep_one};
use postrider_engine::pictures::{GifSource, no_films, uploads};
use postrider_engine::storage;
use postrider_media::gif::{self, Lettering, words_to_show};
use postrider_media::svg::unknown_letters;
use postrider_store::brands;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::image_source::{NamedImage, picture_caller};
use super::video_source::NamedVideo;
use crate::api::cx::Cx;
use crate::api::emails::words::check_prompt;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::pipeline::delete_upload;
use crate::api::reply::Reply;

/// What words stand on in a brand without colours.
const GROUND: Color = Color::new(0x1f, 0x29, 0x37);

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "GifRequest")]
pub struct GifBody {
    from: GifFrom,
    /// From `prompt`: the words to show, in quotes or as they are; or what is to be seen, where a model draws.
    #[schemars(length(min = 1, max = 2000))]
    prompt: Option<String>,
    /// From `image`: one of the library, or `imageUrl`.
    #[schemars(length(max = 100))]
    asset_id: Option<String>,
    #[schemars(length(max = 4096))]
    image_url: Option<String>,
    /// From `image`: how it moves; `zoom` if not given.
    effect: Option<Effect>,
    /// From `video`: where it is, or `uploadId`.
    #[schemars(length(max = 4096))]
    video_url: Option<String>,
    #[schemars(length(max = 100))]
    upload_id: Option<String>,
    /// From `video`: pictures a second; 10 if not given.
    #[schemars(range(min = 1, max = 15))]
    fps: Option<u8>,
    /// From `video`: pixels; 600 if not given, and never more than the video has.
    #[schemars(range(min = 16, max = 600))]
    width: Option<u32>,
    /// From `video`: seconds to leave out.
    #[schemars(range(min = 0, max = 3600))]
    start: Option<f64>,
    /// From `video`: seconds to show; 10 if not given.
    #[schemars(range(min = 0.1, max = 10))]
    duration: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum GifFrom {
    Prompt,
    Image,
    Video,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "GifEffect")]
enum Effect {
    /// Nearer, and back.
    Zoom,
    /// From side to side.
    Pan,
    /// Paler, and back.
    Fade,
    /// Out on one side, in on the other.
    Slide,
    /// A little smaller, and back.
    Pulse,
    /// A light goes over it.
    Shine,
}

impl Effect {
    fn of_media(self) -> gif::Effect {
        match self {
            Self::Zoom => gif::Effect::Zoom,
            Self::Pan => gif::Effect::Pan,
            Self::Fade => gif::Effect::Fade,
            Self::Slide => gif::Effect::Slide,
            Self::Pulse => gif::Effect::Pulse,
            Self::Shine => gif::Effect::Shine,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gif {
    asset_id: String,
    url: String,
    width: i64,
    height: i64,
    frames: u32,
    bytes: i64,
}

pub struct Made {
    source: Arc<GifSource>,
    stored: StoredImage,
    frames: u32,
}

pub fn handler() -> Typed<GifBody, Made, Gif> {
    handler::outside(begin, work, finish)
        .undo(|cx: Cx, made: Arc<Made>| async move {
            cx.app().pictures.library.take_back(&made.stored).await;
        })
        .done(|cx: Cx, made: Arc<Made>| async move {
            let upload = made.source.upload();
            if let Some(object) = upload.and_then(|upload| upload.object.as_deref()) {
                delete_upload(cx.app(), object).await;
            }
        })
        .price(|_, body: &GifBody| {
            Metering::Fixed(match body.from {
                GifFrom::Prompt => cost::GIF_FROM_PROMPT,
                GifFrom::Image => cost::GIF_FROM_IMAGE,
                GifFrom::Video => cost::GIF_FROM_VIDEO,
            })
        })
}

impl GifBody {
    /// Refuses keys that go with another `from`.
    fn check(&self) -> Result<(), Problem> {
        let keys = [
            ("prompt", GifFrom::Prompt, self.prompt.is_some()),
            ("assetId", GifFrom::Image, self.asset_id.is_some()),
            ("imageUrl", GifFrom::Image, self.image_url.is_some()),
            ("effect", GifFrom::Image, self.effect.is_some()),
            ("videoUrl", GifFrom::Video, self.video_url.is_some()),
            ("uploadId", GifFrom::Video, self.upload_id.is_some()),
            ("fps", GifFrom::Video, self.fps.is_some()),
            ("width", GifFrom::Video, self.width.is_some()),
            ("start", GifFrom::Video, self.start.is_some()),
            ("duration", GifFrom::Video, self.duration.is_some()),
        ];
        let stray = keys
            .iter()
            .find(|(_, from, is_given)| *is_given && *from != self.from);
        match stray {
            Some((key, ..)) => {
                let message = format!("`{key}` does not go with this `from`.");
                Err(Problem::invalid(*key, message))
            }
            None => Ok(()),
        }
    }
}

async fn begin(tx: Tx, cx: Cx, body: Arc<GifBody>) -> ApiResult<GifSource> {
    body.check()?;
    match body.from {
        GifFrom::Prompt => {
            let prompt = body.prompt.as_deref().unwrap_or_default();
            check_prompt(prompt)?;
            let brand = brands::get(&tx, cx.brand_key()?).await?;
            let theme = brand.map(|brand| brand.theme).unwrap_or_default();
            let lettering = lettering(prompt, &theme);
            if cx.app().pictures.model.is_none() {
                require_letters(&lettering.words)?;
            } else {
                // Nobody is asked for a picture that there is no room for.
                storage::require(&tx, cx.brand_key()?.org, cx.plan()?, 1).await?;
            }
            Ok(GifSource::Words(lettering, prompt.to_owned()))
        }
        GifFrom::Image => {
            let named = NamedImage {
                asset_id: body.asset_id.as_deref(),
                image_url: body.image_url.as_deref(),
                upload_id: None,
            };
            let source = named.find(&tx, &cx, ["assetId", "imageUrl"]).await?;
            let effect = body.effect.map_or(gif::Effect::Zoom, Effect::of_media);
            Ok(GifSource::Image(source, effect))
        }
        GifFrom::Video => {
            if cx.app().pictures.films.is_none() {
                return Err(no_films().into());
            }
            let named = NamedVideo {
                upload_id: body.upload_id.as_deref(),
                video_url: body.video_url.as_deref(),
                fps: body.fps,
                width: body.width,
                start: body.start,
                duration: body.duration,
            };
            let cut = named.cut()?;
            Ok(GifSource::Video(named.find(&tx, &cx).await?, cut))
        }
    }
}

/// What the one typeface lacks would be empty boxes.
fn require_letters(words: &str) -> Result<(), Problem> {
    let unknown = unknown_letters(words);
    if unknown.is_empty() {
        return Ok(());
    }
    let few: String = unknown.chars().take(10).collect();
    let message = format!("The typeface of GIFs has no letters for this: {few}");
    let advice = "Write it in Latin, Greek or Cyrillic letters and without emoji, or bring a picture of the words and use `from: image`.";
    Err(Problem::new(Code::ContentOperationFailed, message)
        .param("prompt")
        .suggest(advice))
}

/// On the brand's colour, in letters that can be read there.
fn lettering(prompt: &str, theme: &Theme) -> Lettering {
    let colour = |text: Option<&str>| text.and_then(Color::parse);
    let ground = colour(theme.primary_color.as_deref()).unwrap_or(GROUND);
    let letters = ground.text_on();
    let accent = colour(theme.secondary_color.as_deref());
    let accent = accent.map_or(letters, |accent| accent.readable_on(ground));
    Lettering {
        words: words_to_show(prompt),
        background: ground.css(),
        letters: letters.css(),
        accent: accent.css(),
    }
}

async fn work(cx: Cx, source: Arc<GifSource>) -> ApiResult<Made> {
    let pictures = &cx.app().pictures;
    let (stored, frames) = pictures.gif(&picture_caller(&cx)?, &source).await?;
    Ok(Made {
        source,
        stored,
        frames,
    })
}

async fn finish(tx: Tx, cx: Cx, made: Arc<Made>) -> ApiResult<Reply<Gif>> {
    if let Some(upload) = made.source.upload() {
        uploads::use_up(&tx, upload).await?;
    }
    let kept = keep_one(&tx, cx.brand_key()?, cx.plan()?, &made.stored, cx.now()).await?;
    Ok(Reply::ok(Gif {
        asset_id: kept.public_id,
        url: kept.url,
        width: kept.width,
        height: kept.height,
        frames: made.frames,
        bytes: kept.bytes,
    }))
}
