//! Fetches the images of a design and stores them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use postrider_content::html::ShownImage;
use postrider_domain::contract::paths;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::turns::{Asker, QueueFull};
use postrider_media::fetch::FetchError;
use postrider_media::image::{Header, ImageError, seen};
use postrider_store::db::{DbError, Place};
use tokio::time::{Instant, timeout_at};

use super::image_search::{all_words, words_of};
use super::put::Batch;
use super::{
    AssetError, BrandKey, Library, NewImage, NotTaken, Reason, StoredImages, Url, assets,
    extension_of, object,
};
use crate::objects::ObjectError;

/// Characters of an alternative text that an image can be found by.
const ALT_CHARACTERS: usize = 300;

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
    /// Ours: the whole design is for later. Too many of the organization's images wait, or the store does not do its part.
    Failed(AssetError),
}

impl From<Reason> for NotFetched {
    fn from(reason: Reason) -> Self {
        Self::Because(reason)
    }
}

impl From<QueueFull> for NotFetched {
    fn from(_: QueueFull) -> Self {
        Self::Failed(DbError::QueueFull.into())
    }
}

/// What is there of an image at its address.
enum Found {
    /// The brand's design may show it from there: an icon, or an image of its own. One that was deleted stays deleted: with every
    /// change a design names all its images again, and nobody asks for one back by that.
    Served,
    /// It is in our store under this name, and not the brand's: whoever it is of may take it away.
    Stored(String),
    Elsewhere,
}

/// Where we serve an image now, or why we do not.
type Answer = Result<Result<String, Reason>, AssetError>;

impl Library {
    /// Fetches and stores what the brand does not have yet. Whoever does not `keep` the result discards it.
    pub async fn take(
        &self,
        brand: BrandKey,
        images: &[ShownImage],
    ) -> Result<StoredImages, AssetError> {
        let run = Run {
            brand,
            deadline: Instant::now() + self.limits.time,
            so_far: Mutex::default(),
        };
        let mut distinct = HashSet::new();
        let images = images.iter();
        let images: Vec<&ShownImage> = images.filter(|image| distinct.insert(&image.url)).collect();
        let (first, rest) = images.split_at(images.len().min(self.limits.images));
        let mut waiting = Vec::with_capacity(first.len());
        for image in first {
            waiting.push(self.take_one(&run, image));
        }
        // In order, so that the report is the same each time.
        let answers: Vec<Option<Answer>> = stream::iter(waiting)
            .buffered(self.limits.at_once)
            .collect()
            .await;
        let batch = run.so_far(|so_far| std::mem::take(&mut so_far.batch));
        let mut taken = batch.into_stored();
        taken.get_vectors = self.understanding.is_some();
        // They begin in this order: those that did not begin stand behind the one that has failed.
        for (ShownImage { url, .. }, answer) in first.iter().zip(answers.into_iter().flatten()) {
            match answer {
                Ok(Ok(new)) => drop(Arc::make_mut(&mut taken.urls).insert(url.to_string(), new)),
                Ok(Err(reason)) => taken.leave(url, reason),
                Err(error) => {
                    self.discard(&taken).await;
                    return Err(error);
                }
            }
        }
        for ShownImage { url, .. } in rest {
            taken.leave(url, Reason::TooMany(self.limits.images));
        }
        Ok(taken)
    }

    /// Nothing once another image has failed: a store that does not answer would be waited for again and again. What is on
    /// its way comes to its end, so that nothing is left half sent.
    async fn take_one(&self, run: &Run, image: &ShownImage) -> Option<Answer> {
        if run.so_far(|so_far| so_far.has_failed) {
            return None;
        }
        let answer = self.bring(run, image).await;
        run.so_far(|so_far| so_far.has_failed |= answer.is_err());
        Some(answer)
    }

    async fn bring(&self, run: &Run, image: &ShownImage) -> Answer {
        let name = match self.found(run.brand, &image.url).await? {
            Found::Served => return Ok(Ok(image.url.to_string())),
            Found::Stored(name) => Some(name),
            Found::Elsewhere => None,
        };
        match timeout_at(run.deadline, self.fetch(run, image, name)).await {
            Ok(Ok(image)) => {
                let add = |stored| run.so_far(|so_far| so_far.batch.twin_or_add(stored));
                self.put_into(run.brand, image, add).await.map(Ok)
            }
            Ok(Err(NotFetched::Failed(error))) => Err(error),
            Ok(Err(NotFetched::Because(reason))) => Ok(Err(reason)),
            Err(_) => Ok(Err(Reason::TooLate(self.limits.time))),
        }
    }

    /// Addresses of ours come when a design is exported and comes back, to its own brand or to another.
    async fn found(&self, brand: BrandKey, url: &Url) -> Result<Found, AssetError> {
        if self.below(url, paths::ICONS.start).is_some() {
            return Ok(Found::Served);
        }
        let Some(name) = self.own_name(url).map(str::to_owned) else {
            return Ok(Found::Elsewhere);
        };
        let asked = name.clone();
        let own = self.db.read(move |tx| {
            let name = asked.clone();
            async move { assets::by_name(&tx, brand, &name).await }
        });
        let is_own = own.await?.is_some();
        Ok(if is_own {
            Found::Served
        } else {
            Found::Stored(name)
        })
    }

    /// The name of an image whose address is one of ours.
    pub fn own_name<'u>(&self, url: &'u Url) -> Option<&'u str> {
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

    /// `name`: under which it is in our store.
    async fn fetch(
        &self,
        run: &Run,
        shown: &ShownImage,
        name: Option<String>,
    ) -> Result<NewImage, NotFetched> {
        let asker = Asker::Organization(run.brand.org);
        let _place = self.fetching_place(asker).await?;
        let (bytes, named) = if let Some(name) = name {
            // Our names say nothing.
            (self.stored(&name).await?, String::new())
        } else {
            let fetched = self.fetcher.get(&shown.url).await;
            (fetched.map_err(Reason::from)?.bytes, words_of(&shown.url))
        };
        let all = run.so_far(|so_far| {
            so_far.bytes += bytes.len() as u64;
            so_far.bytes
        });
        if all > self.limits.bytes {
            return Err(Reason::TooMuch(self.limits.bytes).into());
        }
        let header = Header::read(&bytes).map_err(Reason::from)?;
        let looked_at = bytes.clone();
        let look = move || {
            let (image, pixels) = header.look_at(&looked_at)?;
            Ok((image, seen(&pixels.image)))
        };
        let memory = header.memory_with_copy();
        let looked_at = self.decode(run.brand, memory, look).await?;
        // A decoder that panics has met a broken image.
        let looked_at = looked_at.unwrap_or(Err(ImageError::Broken));
        let (image, seen) = looked_at.map_err(Reason::from)?;
        let alt: String = shown.alt.chars().take(ALT_CHARACTERS).collect();
        Ok(NewImage {
            bytes,
            image,
            kind: AssetKind::Upload,
            description: None,
            words: all_words(&[&alt, &named, &seen]),
        })
    }

    /// The bytes of what is in our store.
    async fn stored(&self, name: &str) -> Result<Bytes, NotFetched> {
        let max = self.limits.one.max_bytes;
        match self.objects.read(&object(name), 0..max + 1).await {
            Ok(bytes) if bytes.len() as u64 > max => {
                Err(Reason::from(FetchError::TooLarge(max)).into())
            }
            Ok(bytes) => Ok(bytes),
            Err(ObjectError::Missing(_)) => Err(Reason::from(FetchError::Status(404)).into()),
            Err(error) => Err(NotFetched::Failed(error.into())),
        }
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
