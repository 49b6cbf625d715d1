//! Images that designs show, kept and served by us: where they came from may be gone tomorrow.
//!
//! First the bytes are stored, under names whose addresses go into the design; then `keep` gives them rows, in the
//! transaction that stores the design. What comes to nothing in between is discarded, or swept after a crash. An
//! image that has its row stays for as long as its brand: a mail that was sent shows it whenever somebody opens it.

mod describing;
mod image_search;
mod put;
mod stored_images;
mod sweep;
mod take;
mod understanding;

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::accounts::credits::Plan;
use postrider_domain::designs::asset::extension_of;
use postrider_domain::tenant::BrandKey;
use postrider_meaning::Meaning;
use postrider_media::fetch::{self, Fetcher};
use postrider_media::image::MAX_MEMORY;
use postrider_store::db::{Clock, Db, DbError, Places, Tx};
use postrider_store::{asset_vectors, assets};
use url::Url;

use crate::content_urls::ContentUrls;
use crate::failure::Failure;
use crate::objects::{NoRoom, ObjectError, Objects};
use crate::storage;

pub use describing::{DescribeJob, Moment};
pub use image_search::{ImageSearch, SearchRest, SearchedImages};
pub(crate) use image_search::{all_words, words_of, words_of_name};
pub use put::{NewImage, StoredImage, keep_one};
pub use stored_images::{NotTaken, Reason, StoredImages};
pub use sweep::sweep;

/// Where images are in the object store.
pub const FOLDER: &str = "assets";
/// Images of all requests that are fetched at the same time: each is held in memory.
const FETCHED_AT_ONCE: usize = 24;
/// Megabytes that the images of all requests may take while they are decoded: room for many small ones, or one of the largest,
/// which waits until it is alone.
const DECODING_MEGABYTES: usize = (MAX_MEMORY >> 20) as usize;

/// Images of one organization that wait at most. A design waits for a few at a time, so this is for many designs at once.
const IMAGE_QUEUE: usize = 512;

/// Libraries that are searched at the same time.
const SEARCHED_AT_ONCE: usize = 2;
/// Searches of one organization that wait at most.
const SEARCH_QUEUE: usize = 64;

/// What one design may bring along, and what an image may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For one image.
    pub one: fetch::Limits,
    pub images: usize,
    pub at_once: usize,
    pub bytes: u64,
    pub time: Duration,
    /// For what is made of one image.
    pub work: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            one: fetch::Limits::default(),
            images: 200,
            at_once: 6,
            bytes: 50 << 20,
            time: Duration::from_secs(30),
            work: Duration::from_secs(10),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    #[error(transparent)]
    Objects(#[from] ObjectError),
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl AssetError {
    /// There is no such object.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Objects(ObjectError::Missing(_)))
    }
}

/// Random bytes, for names that nobody guesses.
pub type Entropy = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;

/// Cheap to clone: clones share the limits.
#[derive(Clone)]
pub struct Library {
    db: Db,
    objects: Objects,
    fetcher: Fetcher,
    entropy: Entropy,
    content_urls: ContentUrls,
    limits: Limits,
    fetching: Places,
    decoding: Places,
    searching: Places,
    /// Where images are searched by meaning.
    understanding: Option<Understanding>,
}

/// The weights that say what images mean, and the time at which somebody wants that.
#[derive(Clone)]
struct Understanding {
    meaning: Arc<Meaning>,
    clock: Clock,
}

impl Library {
    pub fn new(
        db: Db,
        objects: Objects,
        fetcher: Fetcher,
        content_urls: ContentUrls,
        entropy: Entropy,
    ) -> Self {
        Self {
            db,
            objects,
            fetcher,
            entropy,
            content_urls,
            limits: Limits::default(),
            fetching: Places::new("images", FETCHED_AT_ONCE, IMAGE_QUEUE),
            decoding: Places::new("decoding", DECODING_MEGABYTES, IMAGE_QUEUE),
            searching: Places::new("searches", SEARCHED_AT_ONCE, SEARCH_QUEUE),
            understanding: None,
        }
    }

    /// From now on images are searched by what they mean, too.
    #[must_use]
    pub fn with_meaning(mut self, meaning: Arc<Meaning>, clock: Clock) -> Self {
        self.understanding = Some(Understanding { meaning, clock });
        self
    }

    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Takes away what was stored for a request that came to nothing. Somebody waits for its answer: a store that does not
    /// delete one of them is not asked about the others, which a sweep finds.
    pub async fn discard(&self, taken: &StoredImages) {
        for asset in &taken.new {
            if !self.delete(&asset.name).await {
                return;
            }
        }
    }
}

/// Gives the images that were stored their rows, or shows those whose bytes came again, in the transaction that stores what shows
/// them.
pub async fn keep(
    tx: &Tx,
    brand: BrandKey,
    plan: &Plan,
    taken: &StoredImages,
    now: i64,
) -> Result<(), Failure> {
    let bytes = taken.new.iter().map(|asset| asset.bytes).sum();
    storage::take(tx, brand.org, plan, bytes).await?;
    for asset in &taken.new {
        assets::add(tx, brand, asset, now).await?;
    }
    if !taken.known.is_empty() {
        assets::show_again(tx, brand, taken.known.iter().map(String::as_str)).await?;
    }
    let is_empty = taken.new.is_empty() && taken.known.is_empty();
    if taken.get_vectors && !is_empty {
        asset_vectors::want(tx, brand, now).await?;
    }
    Ok(())
}

/// Where the bytes of an image are.
pub fn object(name: &str) -> String {
    format!("{FOLDER}/{name}")
}
