//! Where images are kept, changed and made.

use std::sync::Arc;

use postrider_engine::assets::{self, Library};
use postrider_engine::camera::Camera;
use postrider_engine::objects::Objects;
use postrider_engine::pictures::{self, ImageModel, MAX_IMAGE, Pictures};
use postrider_media::browser::{Browser, Installed, Keeper, NotThere};
use postrider_media::fetch::{self, Fetcher};
use postrider_store::db::{Db, Places};

use crate::app::operation::Operation;
use crate::config::Config;
use crate::entropy::bytes;
use crate::process::start_error::StartError;

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
        patience: limits.work,
        model: model.map_err(|error| StartError::Model(error.to_string()))?,
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
pub async fn browser(config: &Config) -> (Result<Browser, NotThere>, Option<Keeper>) {
    match Installed::find(&config.browser).await {
        Ok(installed) => {
            let (browser, keeper) = Browser::new(installed);
            (Ok(browser), Some(keeper))
        }
        Err(why) => {
            if why == NotThere::NoSandbox {
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
const SHOOTING: [&str; 1] = ["content.htmlToPng"];

/// An operation as this server has it: without a model nothing is drawn, without a browser nothing is shown.
pub fn told(mut operation: Operation, config: &Config, camera: &Camera) -> Operation {
    if operation.name == "content.generateImage" {
        operation.available &= config.image_model.is_some();
    }
    if SHOOTING.contains(&operation.name)
        && let Err(error) = camera.check()
    {
        operation.available = false;
        operation.missing = error.advice();
    }
    operation
}
