//! The images that a mail shows, for a browser that has no network: ours from the store, those of others as strangers' images
//! are always fetched.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use postrider_content::document::icons;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_media::browser::Answer;
use postrider_media::fetch::Fetcher;
use postrider_media::image::Header;
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::assets::{Library, object};
use crate::objects::Objects;
use crate::pictures::MAX_IMAGE;

/// Different images of one mail.
const IMAGES: usize = 200;
/// Bytes of all of them.
const BYTES: u64 = 50 << 20;
/// Pixels of all of them: the browser unpacks what it shows.
const PIXELS: u64 = 200_000_000;
/// From the first on, over all pictures of a mail: what has not come by then is not waited for again.
const LOOKED_FOR: Duration = Duration::from_secs(15);

pub(super) type Answering = Pin<Box<dyn Future<Output = Option<Answer>> + Send>>;

pub(super) struct Gallery {
    pub library: Library,
    pub objects: Objects,
    pub fetcher: Fetcher,
}

/// What one mail has been shown.
pub(super) struct Shown {
    gallery: Arc<Gallery>,
    brand: BrandKey,
    so_far: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    /// Nobody looks for more from then on.
    until: Option<Instant>,
    known: HashMap<Url, Option<Answer>>,
    /// Images that somebody has begun to look for.
    begun: usize,
    bytes: u64,
    pixels: u64,
}

impl Shown {
    pub fn new(gallery: Arc<Gallery>, brand: BrandKey) -> Self {
        Self {
            gallery,
            brand,
            so_far: Mutex::default(),
        }
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn image(&self, url: Url) -> Option<Answer> {
        let until = {
            let mut so_far = self.so_far();
            if let Some(known) = so_far.known.get(&url) {
                return known.clone();
            }
            if so_far.begun >= IMAGES || so_far.bytes > BYTES {
                return None;
            }
            let now = Instant::now();
            let until = *so_far.until.get_or_insert(now + LOOKED_FOR);
            if until <= now {
                return None;
            }
            so_far.begun += 1;
            until
        };
        let found = timeout_at(until, self.gallery.find(self.brand, &url)).await;
        let found = found.ok().flatten();
        let answer = found.and_then(|bytes| self.judge(bytes));
        self.so_far().known.insert(url, answer.clone());
        answer
    }

    /// Only what looks like an image, and is none that takes a browser's memory, gets there.
    fn judge(&self, bytes: Bytes) -> Option<Answer> {
        let header = Header::read(&bytes).ok()?;
        let (width, height) = header.size();
        let mut so_far = self.so_far();
        so_far.bytes += bytes.len() as u64;
        so_far.pixels += u64::from(width) * u64::from(height);
        let fits = so_far.bytes <= BYTES && so_far.pixels <= PIXELS;
        fits.then(|| Answer {
            content_type: header.kind().content_type(),
            bytes,
        })
    }
}

impl Gallery {
    async fn find(&self, brand: BrandKey, url: &Url) -> Option<Bytes> {
        if let Some(icon) = self.library.own_icon(url) {
            return icons::get(icon).map(Bytes::from_static);
        }
        if let Some(name) = self.library.own_name(url) {
            return self.objects.read(&object(name), 0..MAX_IMAGE).await.ok();
        }
        let asker = Asker::Organization(brand.org);
        let _place = self.library.fetching_place(asker).await.ok()?;
        Some(self.fetcher.get(url).await.ok()?.bytes)
    }
}
