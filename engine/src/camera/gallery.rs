//! The images that a mail shows, for a browser that has no network: ours from the store, those of others as strangers' images
//! are always fetched.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use postrider_content::document::icons;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_media::browser::{Answer, MAX_SHOWN_BYTES, MAX_SHOWN_PIXELS};
use postrider_media::fetch::Fetcher;
use postrider_media::image::Header;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};
use url::Url;

use crate::assets::{Library, object};
use crate::objects::Objects;
use crate::pictures::MAX_IMAGE;

/// Different images of one mail.
const IMAGES: usize = 200;
/// Those of strangers, from the first on, over all pictures of a mail: what has not come by then is not waited for again.
const WAITED_FOR: Duration = Duration::from_secs(15);
/// Images of one mail that are looked for at the same time: ours, and as many of strangers, so that ours never wait for theirs.
const AT_ONCE: usize = 6;

/// Characters of an image's address that are told.
const ADDRESS_SHOWN: usize = 200;

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
    ours: Semaphore,
    theirs: Semaphore,
}

#[derive(Default)]
struct SoFar {
    /// Nobody looks for more of strangers from then on.
    until: Option<Instant>,
    known: HashMap<Arc<Url>, Option<Answer>>,
    /// Images that somebody has begun to look for, whether anything came of it or not.
    begun: HashSet<Arc<Url>>,
    /// Images that the picture at hand asked for and did not get, in the order of their addresses.
    missing: BTreeSet<Arc<Url>>,
    bytes: u64,
    pixels: u64,
}

/// Images that one picture does not show.
#[derive(Clone, Debug, Default)]
pub struct Missing {
    pub count: usize,
    /// One of them.
    pub first: Option<Arc<Url>>,
}

impl Missing {
    /// In words for whoever looks at the picture; nothing if none is missing.
    pub fn told(&self) -> Option<String> {
        let first = match self.first.as_ref()? {
            url if url.scheme() == "data" => "one that stands in the mail itself".to_owned(),
            url => format!("`{}`", shortened(url.as_str())),
        };
        Some(match self.count {
            0 | 1 => format!("1 image could not be loaded: {first}."),
            2 => format!("2 images could not be loaded: {first} and another."),
            count => format!(
                "{count} images could not be loaded: {first} and {} others.",
                count - 1
            ),
        })
    }
}

fn shortened(address: &str) -> String {
    match address.char_indices().nth(ADDRESS_SHOWN) {
        Some((end, _)) => format!("{}…", &address[..end]),
        None => address.to_owned(),
    }
}

impl Shown {
    pub fn new(gallery: Arc<Gallery>, brand: BrandKey) -> Self {
        Self {
            gallery,
            brand,
            so_far: Mutex::default(),
            ours: Semaphore::new(AT_ONCE),
            theirs: Semaphore::new(AT_ONCE),
        }
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next picture begins.
    pub fn begin(&self) {
        self.so_far().missing.clear();
    }

    /// The browser asked for these and was not given them, whether or not they are there.
    pub fn withheld(&self, images: &BTreeSet<Arc<Url>>) {
        self.so_far().missing.extend(images.iter().cloned());
    }

    /// What it has not got by now.
    pub fn missing(&self) -> Missing {
        let so_far = self.so_far();
        Missing {
            count: so_far.missing.len(),
            first: so_far.missing.first().cloned(),
        }
    }

    pub async fn image(&self, url: Arc<Url>) -> Option<Answer> {
        // Whoever does not wait for it any more does not have it.
        self.so_far().missing.insert(Arc::clone(&url));
        let answer = self.answer(Arc::clone(&url)).await;
        if answer.is_some() {
            self.so_far().missing.remove(&url);
        }
        answer
    }

    async fn answer(&self, url: Arc<Url>) -> Option<Answer> {
        // A part of a mail that is nowhere: nobody is asked for it.
        if url.scheme() == "cid" {
            return None;
        }
        {
            let mut so_far = self.so_far();
            if let Some(known) = so_far.known.get(&url) {
                return known.clone();
            }
            if so_far.begun.len() >= IMAGES && !so_far.begun.contains(&url) {
                return None;
            }
            so_far.begun.insert(Arc::clone(&url));
        }
        let found = if self.gallery.is_here(&url) {
            self.read(&url).await
        } else {
            self.fetch(&url).await
        };
        let answer = found.and_then(|bytes| self.judge(bytes));
        self.so_far().known.insert(url, answer.clone());
        answer
    }

    /// Whether the mail has had all that it may have, of which there may be a little too much.
    fn is_full(&self) -> bool {
        self.so_far().bytes > MAX_SHOWN_BYTES
    }

    async fn read(&self, url: &Url) -> Option<Bytes> {
        let _place = self.ours.acquire().await.ok()?;
        if self.is_full() {
            return None;
        }
        self.gallery.read(url).await
    }

    /// What strangers do not give in time, the mail is shown without.
    async fn fetch(&self, url: &Url) -> Option<Bytes> {
        let now = Instant::now();
        let until = *self.so_far().until.get_or_insert(now + WAITED_FOR);
        if until <= now {
            return None;
        }
        let fetching = async {
            let _place = self.theirs.acquire().await.ok()?;
            if self.is_full() {
                return None;
            }
            self.gallery.fetch(self.brand, url).await
        };
        timeout_at(until, fetching).await.ok().flatten()
    }

    /// Only what looks like an image, and is none that takes a browser's memory, gets there.
    fn judge(&self, bytes: Bytes) -> Option<Answer> {
        let header = Header::read(&bytes).ok()?;
        let (width, height) = header.size();
        let pixels = u64::from(width) * u64::from(height);
        let mut so_far = self.so_far();
        so_far.bytes += bytes.len() as u64;
        so_far.pixels += pixels;
        let fits = so_far.bytes <= MAX_SHOWN_BYTES && so_far.pixels <= MAX_SHOWN_PIXELS;
        fits.then(|| Answer {
            content_type: header.kind().content_type(),
            bytes,
            pixels,
        })
    }
}

impl Gallery {
    /// Whether no stranger is asked for it: it is ours, or stands in the mail.
    fn is_here(&self, url: &Url) -> bool {
        url.scheme() == "data"
            || self.library.own_icon(url).is_some()
            || self.library.own_name(url).is_some()
    }

    async fn read(&self, url: &Url) -> Option<Bytes> {
        if let Some(icon) = self.library.own_icon(url) {
            return icons::get(icon).map(Bytes::from_static);
        }
        if let Some(name) = self.library.own_name(url) {
            return self.objects.read(&object(name), 0..MAX_IMAGE).await.ok();
        }
        Some(self.fetcher.get(url).await.ok()?.bytes)
    }

    async fn fetch(&self, brand: BrandKey, url: &Url) -> Option<Bytes> {
        let asker = Asker::Organization(brand.org);
        let _place = self.library.fetching_place(asker).await.ok()?;
        Some(self.fetcher.get(url).await.ok()?.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_that_are_missing_are_counted_and_one_is_named() {
        let missing = |count, first: &str| Missing {
            count,
            first: Some(Arc::new(Url::parse(first).unwrap())),
        };
        let long = format!("https://a.example/{}", "x".repeat(300));
        let shown = format!("`{}…`", &long[..ADDRESS_SHOWN]);
        for (count, first, rest) in [
            (1, "https://a.example/1.png", ": `https://a.example/1.png`."),
            (
                2,
                "data:image/png;base64,AAAA",
                "s could not be loaded: one that stands in the mail itself and another.",
            ),
            (
                3,
                &long,
                &format!("s could not be loaded: {shown} and 2 others."),
            ),
        ] {
            let told = missing(count, first).told().unwrap();
            assert!(told.starts_with(&format!("{count} image")), "{told}");
            assert!(told.ends_with(rest), "{told}");
        }
        assert_eq!(Missing::default().told(), None);
    }
}
