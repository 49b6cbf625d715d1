//! Images that callers bring, change and have made. Each is work outside a transaction, with few at once; what comes of it is
//! kept in the transaction that answers.

mod adding;
mod asking;
mod caller;
mod drawing;
mod errors;
mod filming;
mod films;
mod making;
mod model;
mod receiving;
mod shooting;
mod source;
pub mod uploads;

use std::time::Duration;

use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_media::fetch::Fetcher;
use postrider_media::image::{Header, ImageError, Pixels};
use postrider_store::db::{Place, Places};

use crate::aside::aside;
use crate::assets::{Library, NewImage, StoredImage};
use crate::objects::Objects;
pub use asking::AspectRatio;
pub use caller::PictureCaller;
pub use drawing::DrawOrder;
pub use errors::{HOW_TO_DRAW, HOW_TO_READ_VIDEOS, PictureError, no_films, no_model};
pub use filming::VideoSource;
pub use films::{Films, VIDEOS_AT_ONCE, VIDEOS_BROUGHT_AT_ONCE};
pub use making::{Changed, GifSource};
pub use model::{ImageModel, ImageModelSettings};
pub use receiving::{Receiving, Reception};
pub use source::ImageSource;

/// The largest image that is taken.
pub const MAX_IMAGE: u64 = 20 << 20;
/// The largest video that a GIF is made of.
pub const MAX_VIDEO: u64 = 50 << 20;
/// Bytes of memory that work on a drawing takes at most.
const DRAWING_MEMORY: u64 = 64 << 20;
/// Images that are worked on at the same time: each takes a processor, and some hundred megabytes.
pub const AT_ONCE: usize = 2;
/// Images that are fetched to be worked on at the same time: each is held in memory until there is a place for it.
pub const BROUGHT_AT_ONCE: usize = 8;

pub struct Pictures {
    pub library: Library,
    pub objects: Objects,
    /// With the limits of a single image.
    pub fetcher: Fetcher,
    /// For those who work on an image.
    pub places: Places,
    /// For those who fetch one first.
    pub bringing: Places,
    /// For those who send one.
    pub receiving: Receiving,
    /// How long anything that is made of an image may take.
    pub patience: Duration,
    /// What draws, where one is set.
    pub model: Option<ImageModel>,
    /// What reads videos, where it is installed.
    pub films: Option<Films>,
}

impl Pictures {
    /// Stores what was brought or made, if it is no larger than what is ever shown.
    async fn put(&self, brand: BrandKey, new: NewImage) -> Result<StoredImage, PictureError> {
        if new.bytes.len() as u64 > MAX_IMAGE {
            return Err(PictureError::TooLarge(MAX_IMAGE));
        }
        Ok(self.library.put(brand, new).await?)
    }

    /// Its turn among the organizations to work on an image. Whoever waits for it holds no bytes.
    async fn place(&self, brand: BrandKey) -> Result<Place, PictureError> {
        Ok(self.places.take(Asker::Organization(brand.org)).await?)
    }

    /// Work on an image, for which there is a place already.
    async fn work<T: Send + 'static>(
        &self,
        brand: BrandKey,
        place: Place,
        memory: u64,
        work: impl FnOnce() -> Result<T, ImageError> + Send + 'static,
    ) -> Result<T, PictureError> {
        let memory = self.library.memory(brand, memory).await?;
        self.work_with((place, memory), work).await
    }

    /// The same, once there is room for it too. Nobody's patience ends before that.
    async fn work_with<T: Send + 'static>(
        &self,
        held: (Place, Place),
        work: impl FnOnce() -> Result<T, ImageError> + Send + 'static,
    ) -> Result<T, PictureError> {
        let working = aside(move || {
            // It goes on when nobody waits any more, and keeps its place and its room.
            let _held = held;
            work()
        });
        let done = tokio::time::timeout(self.patience, working).await;
        let done = done.map_err(|_| PictureError::TooSlow(self.patience))?;
        // What panics has met a broken image.
        Ok(done.unwrap_or(Err(ImageError::Broken))?)
    }
}

/// What somebody brought: a drawing, or an image whose first bytes were read.
enum Brought {
    Drawing,
    Image(Header),
}

impl Brought {
    fn look(bytes: &[u8]) -> Result<Self, ImageError> {
        match Header::read(bytes) {
            Ok(header) => Ok(Self::Image(header)),
            Err(ImageError::Svg) => Ok(Self::Drawing),
            Err(error) => Err(error),
        }
    }

    /// Bytes of memory that working on its pixels takes at most: they are there twice.
    fn memory(&self) -> u64 {
        match self {
            Self::Drawing => DRAWING_MEMORY,
            Self::Image(header) => header.memory() * 2,
        }
    }

    /// The same for whoever only looks at it.
    fn memory_to_look(&self) -> u64 {
        match self {
            Self::Drawing => DRAWING_MEMORY,
            Self::Image(header) => header.memory_with_copy(),
        }
    }

    fn pixels(&self, bytes: &[u8]) -> Result<Pixels, ImageError> {
        match self {
            Self::Drawing => Ok(Pixels::drawn(postrider_media::svg::draw(bytes)?)),
            Self::Image(header) => header.pixels(bytes),
        }
    }
}
