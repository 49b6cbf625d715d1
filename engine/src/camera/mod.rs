//! Takes pictures of mails, where a browser is installed. Few at once, in turn by organization.

mod error;
mod gallery;
mod readable;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_media::browser::{self, Browser, BrowserError, NotThere, Picture, Shot};
use postrider_media::fetch::Fetcher;
use postrider_store::db::{Place, Places};

use crate::assets::Library;
use crate::objects::Objects;
pub use error::{CameraError, WHERE_TO_GET};
pub use gallery::Missing;
use gallery::{Gallery, Shown};
pub use readable::readable;

/// Mails that are looked at at the same time: each takes a processor, and some hundred megabytes.
const AT_ONCE: usize = 2;
/// Of one organization, that wait.
const WAITING: usize = 20;

pub struct Camera {
    browser: Result<Browser, NotThere>,
    places: Places,
    gallery: Arc<Gallery>,
    /// It did not start, or came to nothing, when a picture was last taken of a design.
    is_down: AtomicBool,
}

/// One mail before the camera: its images are looked for once, however many pictures are taken of it.
pub struct Sitting {
    sitting: browser::Sitting,
    shown: Arc<Shown>,
    _place: Place,
}

impl Camera {
    pub fn new(
        browser: Result<Browser, NotThere>,
        library: Library,
        objects: Objects,
        fetcher: Fetcher,
    ) -> Self {
        Self {
            browser,
            places: Places::new("shots", AT_ONCE, WAITING),
            gallery: Arc::new(Gallery {
                library,
                objects,
                fetcher,
            }),
            is_down: AtomicBool::new(false),
        }
    }

    /// Why there is none, if so.
    pub fn check(&self) -> Result<(), CameraError> {
        match &self.browser {
            Ok(_) => Ok(()),
            Err(why) => Err((*why).into()),
        }
    }

    /// Whether the browser is of no use for now, as far as anybody knows.
    pub fn is_down(&self) -> bool {
        self.is_down.load(Ordering::Relaxed)
    }

    /// What came of a picture tells whether the browser is of use.
    pub fn learn_of(&self, taken: &Result<Picture, CameraError>) {
        use BrowserError::{Ended, Silent, Start};
        let is_down = match taken {
            Ok(_) => false,
            Err(CameraError::Browser(Start(_) | Ended | Silent)) => true,
            Err(_) => return,
        };
        self.is_down.store(is_down, Ordering::Relaxed);
    }

    /// Waits until it is the brand's turn.
    pub async fn sit(&self, brand: BrandKey) -> Result<Sitting, CameraError> {
        let browser = self.browser.as_ref().map_err(|why| *why)?;
        let place = self.places.take(Asker::Organization(brand.org)).await?;
        let shown = Arc::new(Shown::new(Arc::clone(&self.gallery), brand));
        let asked = Arc::clone(&shown);
        let answers = Arc::new(move |url| {
            let shown = Arc::clone(&asked);
            let answer: gallery::Answering = Box::pin(async move { shown.image(url).await });
            answer
        });
        Ok(Sitting {
            sitting: browser.sit(answers),
            shown,
            _place: place,
        })
    }
}

impl Sitting {
    /// Waits for a browser, for whoever counts the time of the pictures alone.
    pub async fn open(&mut self) -> Result<(), CameraError> {
        Ok(self.sitting.open().await?)
    }

    /// Whoever wrote the HTML may be a stranger, but it is clean: nothing is taken out of it here.
    pub async fn shoot(&mut self, html: &str, shot: &Shot) -> Result<Picture, CameraError> {
        self.shown.begin();
        let picture = self.sitting.shoot(html, shot).await?;
        self.shown.withheld(&picture.refused);
        Ok(picture)
    }

    /// What the last picture does not show, though the mail has it.
    pub fn missing(&self) -> Missing {
        self.shown.missing()
    }
}
