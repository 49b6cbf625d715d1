//! Fetches the images of a design and stores them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{StreamExt, stream};
use postrider_domain::contract::paths;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::turns::{Asker, QueueFull};
use postrider_media::image::{Header, ImageError};
use postrider_store::db::{DbError, Place};
use tokio::time::{Instant, timeout_at};

use super::image_search::words_of;
use super::put::Batch;
use super::{
    AssetError, BrandKey, Library, NewImage, NotTaken, Reason, StoredImages, Url, assets,
    extension_of,
};

/// One design's images on their way.
struct Run {
    brand: BrandKey,
    deadline: Instant,
    so_far: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    bytes: u64,
    batch: Batch,
    /// The store or the database did not do its part: nothing comes of this design now.
    has_failed: bool,
}

impl Run {
    fn so_far<T>(&self, look: impl FnOnce(&mut SoFar) -> T) -> T {
        look(&mut self.so_far.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Why an image was not fetched.
enum NotFetched {
    /// Its own fault: the design goes on without it.
    Because(Reason),
    /// Too many of the organization's wait: the whole design is for later.
    QueueFull,
}

impl From<Reason> for NotFetched {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

impl From<QueueFull> for NotFetched {
    fn from(_: QueueFull) -> Self {
        Self::QueueFull
    }
}

/// Where we serve an image now, or why we do not.
type Answer = Result<Result<String, Reason>, AssetError>;

impl Library {
    /// Fetches and stores what the brand does not have yet. Whoever does not `keep` the result discards it.
    pub async fn take(&self, brand: BrandKey, images: &[Url]) -> Result<StoredImages, AssetError> {
        let run = Run {
            brand,
            deadline: Instant::now() + self.limits.time,
            so_far: Mutex::default(),
        };
        let mut distinct = HashSet::new();
        let images: Vec<&Url> = images.iter().filter(|url| distinct.insert(*url)).collect();
        let (first, rest) = images.split_at(images.len().min(self.limits.images));
        let mut waiting = Vec::with_capacity(first.len());
        for url in first {
            waiting.push(self.take_one(&run, url));
        }
        // In order, so that the report is the same each time.
        let answers: Vec<Option<Answer>> = stream::iter(waiting)
            .buffered(self.limits.at_once)
            .collect()
            .await;
        let batch = run.so_far(|so_far| std::mem::take(&mut so_far.batch));
        let mut taken = batch.into_stored();
        // They begin in this order: those that did not begin stand behind the one that has failed.
        for (url, answer) in first.iter().zip(answers.into_iter().flatten()) {
            match answer {
                Ok(Ok(new)) => drop(Arc::make_mut(&mut taken.urls).insert(url.to_string(), new)),
                Ok(Err(reason)) => taken.leave(url, reason),
                Err(error) => {
                    self.discard(&taken).await;
                    return Err(error);
                }
            }
        }
        for url in rest {
            taken.leave(url, Reason::TooMany(self.limits.images));
        }
        Ok(taken)
    }

    /// Nothing once another image has failed: a store that does not answer would be waited for again and again. What is on
    /// its way comes to its end, so that nothing is left half sent.
    async fn take_one(&self, run: &Run, url: &Url) -> Option<Answer> {
        if run.so_far(|so_far| so_far.has_failed) {
            return None;
        }
        let answer = self.bring(run, url).await;
        run.so_far(|so_far| so_far.has_failed |= answer.is_err());
        Some(answer)
    }

    async fn bring(&self, run: &Run, url: &Url) -> Answer {
        if self.is_ours(url).await? {
            return Ok(Ok(url.to_string()));
        }
        match timeout_at(run.deadline, self.fetch(run, url)).await {
            Ok(Ok(image)) => {
                let add = |stored| run.so_far(|so_far| so_far.batch.twin_or_add(stored));
                self.put_into(run.brand, image, add).await.map(Ok)
            }
            Ok(Err(NotFetched::QueueFull)) => Err(DbError::QueueFull.into()),
            Ok(Err(NotFetched::Because(reason))) => Ok(Err(reason)),
            Err(_) => Ok(Err(Reason::TooLate(self.limits.time))),
        }
    }

    /// Whether we serve it already, as we do when a design is exported and comes back.
    async fn is_ours(&self, url: &Url) -> Result<bool, AssetError> {
        if self.below(url, paths::ICONS.start).is_some() {
            return Ok(true);
        }
        let Some(name) = self.own_name(url).map(str::to_owned) else {
            return Ok(false);
        };
        let known = self.db.read(move |tx| {
            let name = name.clone();
            async move { assets::named(&tx, [name.as_str()]).await }
        });
        Ok(!known.await?.is_empty())
    }

    /// The name of an image whose address is one of ours.
    pub(crate) fn own_name<'u>(&self, url: &'u Url) -> Option<&'u str> {
        let name = self.below(url, paths::ASSETS.start)?;
        extension_of(name).map(|_| name)
    }

    /// The name of an icon of ours.
    pub(crate) fn own_icon<'u>(&self, url: &'u Url) -> Option<&'u str> {
        self.below(url, paths::ICONS.start)?.strip_suffix(".png")
    }

    fn below<'u>(&self, url: &'u Url, start: &str) -> Option<&'u str> {
        let path = url.as_str().split(['?', '#']).next().unwrap_or_default();
        let bases = self.content_urls.all();
        let mut rests = bases.filter_map(|base| path.strip_prefix(base)?.strip_prefix(start));
        rests.next()
    }

    /// A place among those who fetch.
    pub(crate) async fn fetching_place(&self, asker: Asker) -> Result<Place, QueueFull> {
        self.fetching.take(asker).await
    }

    /// Where the image with this name is served.
    pub fn address(&self, name: &str) -> String {
        format!("{}{}{name}", self.content_urls.current, paths::ASSETS.start)
    }

    async fn fetch(&self, run: &Run, url: &Url) -> Result<NewImage, NotFetched> {
        let asker = Asker::Organization(run.brand.org);
        let _place = self.fetching_place(asker).await?;
        let fetched = self.fetcher.get(url).await;
        let bytes = fetched.map_err(Reason::from)?.bytes;
        let all = run.so_far(|so_far| {
            so_far.bytes += bytes.len() as u64;
            so_far.bytes
        });
        if all > self.limits.bytes {
            return Err(Reason::TooMuch(self.limits.bytes).into());
        }
        let header = Header::read(&bytes).map_err(Reason::from)?;
        let looked_at = bytes.clone();
        let decode = move || header.decode(&looked_at);
        let image = self.decode(run.brand, header.memory(), decode).await?;
        // A decoder that panics has met a broken image.
        let image = image.unwrap_or(Err(ImageError::Broken));
        let image = image.map_err(Reason::from)?;
        Ok(NewImage {
            bytes,
            image,
            kind: AssetKind::Upload,
            description: None,
            words: words_of(url),
        })
    }
}

impl StoredImages {
    fn leave(&mut self, url: &Url, reason: Reason) {
        self.not_taken.push(NotTaken {
            url: url.to_string(),
            reason,
        });
    }
}
