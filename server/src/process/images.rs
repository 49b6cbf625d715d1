//! Where images are kept, changed and made.

use std::sync::Arc;

use postrider_engine::assets::{self, Library};
use postrider_engine::camera::Camera;
use postrider_engine::objects::Objects;
use postrider_engine::pictures::{
    self, Films, HOW_TO_DRAW, HOW_TO_READ_VIDEOS, ImageModel, MAX_IMAGE, MAX_VIDEO, Pictures,
    Receiving,
};
use postrider_media::browser::{Browser, Installed, Keeper, NotThere, Patience};
use postrider_media::fetch::{self, Fetcher};
use postrider_media::video::Ffmpeg;
use postrider_store::db::{Db, Places};

use crate::app::operation::{OF_VIDEOS, Operation, Price};
use crate::config::Config;
use crate::entropy::bytes;
use crate::process::start_error::StartError;

/// A video is larger than an image, and so is what is allowed for it.
const VIDEO_FACTOR: u32 = 3;

pub fn pictures(
    config: &Config,
    objects: &Objects,
    library: Library,
    limits: assets::Limits,
) -> Result<Pictures, StartError> {
    let one = fetch::Limits {
        max_bytes: MAX_IMAGE,
        ..limits.one
    };
    let model = config.image_model.clone();
    let model = model.map(|settings| ImageModel::new(settings, config.waiting, Arc::new(bytes)));
    let model = model.transpose();
    Ok(Pictures {
        library,
        objects: objects.clone(),
        fetcher: Fetcher::new(config.allow_private.clone(), one),
        places: Places::new("pictures", pictures::AT_ONCE, config.waiting),
        bringing: Places::new("brought", pictures::BROUGHT_AT_ONCE, config.waiting),
        receiving: Receiving::new(config.waiting),
        patience: limits.work,
        model: model.map_err(|error| StartError::Model(error.to_string()))?,
        films: films(config, limits),
    })
}

fn films(config: &Config, limits: assets::Limits) -> Option<Films> {
    let program = config.ffmpeg.as_ref()?;
    let one = fetch::Limits {
        max_bytes: MAX_VIDEO,
        whole: limits.one.whole * VIDEO_FACTOR,
        ..limits.one
    };
    Some(Films {
        ffmpeg: Ffmpeg::new(program, &config.program, limits.work * VIDEO_FACTOR),
        places: Places::new("videos", pictures::VIDEOS_AT_ONCE, config.waiting),
        bringing: Places::new(
            "brought_videos",
            pictures::VIDEOS_BROUGHT_AT_ONCE,
            config.waiting,
        ),
        fetcher: Fetcher::new(config.allow_private.clone(), one).for_videos(),
    })
}

pub fn library(config: &Config, db: &Db, objects: &Objects, limits: assets::Limits) -> Library {
    let fetcher = Fetcher::new(config.allow_private.clone(), limits.one);
    let (db, objects) = (db.clone(), objects.clone());
    let urls = config.content_urls();
    let library = Library::new(db, objects, fetcher, urls, Arc::new(bytes));
    library.with_limits(limits)
}

/// The browser that takes pictures of mails, and who keeps it, if there is one.
pub async fn browser(
    config: &Config,
    patience: Patience,
) -> (Result<Browser, NotThere>, Option<Keeper>) {
    match Installed::find(&config.browser).await {
        Ok(installed) => {
            let (browser, keeper) = Browser::with(installed, patience);
            (Ok(browser), Some(keeper))
        }
        Err(why) => {
            if why != NotThere::NotInstalled {
                tracing::warn!("no pictures of designs are taken: {why}");
            }
            (Err(why), None)
        }
    }
}

pub fn camera(
    config: &Config,
    objects: &Objects,
    library: Library,
    browser: Result<Browser, NotThere>,
) -> Camera {
    let fetcher = Fetcher::new(config.allow_private.clone(), fetch::Limits::default());
    Camera::new(browser, library, objects.clone(), fetcher)
}

/// Operations that take pictures.
const SHOOTING: [&str; 2] = ["content.htmlToPng", "emails.clientPreviews"];

/// An operation as this server has it: without a model nothing is drawn, without ffmpeg no video is read, without a browser
/// nothing is shown.
pub fn told(mut operation: Operation, config: &Config, camera: &Camera) -> Operation {
    if operation.name == "content.generateImage" && config.image_model.is_none() {
        operation.available = false;
        operation.missing = Some(HOW_TO_DRAW);
    }
    if operation.name == "content.gif" && config.ffmpeg.is_none() {
        let of_videos = |price: &&mut Price| price.when == OF_VIDEOS;
        for price in operation.prices.iter_mut().filter(of_videos) {
            price.available = false;
            price.missing = Some(HOW_TO_READ_VIDEOS);
        }
    }
    if SHOOTING.contains(&operation.name)
        && let Err(error) = camera.check()
    {
        operation.available = false;
        operation.missing = error.advice();
    }
    operation
}
