//! All objects into another place. They never change once they are there, so they can be copied while others read and write
//! them. Each copy is read back and compared; only when all were are the originals deleted. A move that was broken off
//! anywhere goes on when it is begun again: what has arrived is compared and not sent once more.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use aws_lc_rs::digest::{Context, SHA256};
use bytes::Bytes;
use futures_util::{StreamExt, stream};

use super::error::ObjectError;
use super::location::Location;
use super::mark::Mark;
use super::room::NoRoom;
use super::store::{FOLDERS, Objects, Stored};
use super::upload::Upload;

/// Objects on their way at once, each with a few parts in memory.
const AT_ONCE: usize = 8;
/// Bytes that are read at once.
const PIECE: u64 = 4 << 20;

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error(transparent)]
    Store(#[from] ObjectError),
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error("the copy of {0} is not what was sent; it was deleted again")]
    Differs(String),
    #[error("{0} and {1} are one place, or one lies in the other")]
    SamePlace(String, String),
    #[error("{0} holds objects already; name a place that is empty")]
    Taken(String),
    #[error(
        "the objects of {0} are not all there: a move between it and {1} has not come to its end; name {1}"
    )]
    NotWhole(String, String),
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Objects that are to be moved, and those of them whose copies were compared.
    pub objects: u64,
    pub compared: u64,
    /// Of the compared.
    pub bytes: u64,
    /// Those that had to be sent.
    pub copied: u64,
    /// Originals that are gone.
    pub deleted: u64,
}

/// Who is told, after each object.
pub type Watcher<'a> = &'a mut (dyn FnMut(&Tally) + Send);

pub struct Move {
    from: (Objects, Location),
    to: (Objects, Location),
    /// What tells the place that is moved from all others.
    source: String,
    /// Nothing was moved from it before.
    was_open: bool,
    /// Objects whose copies are as they are.
    compared: HashSet<String>,
    tally: Tally,
}

/// What became of an object.
enum Carried {
    Copied,
    WasThere,
    /// Whoever works with the objects has deleted it meanwhile.
    Gone,
}

impl Move {
    /// Between two places that are not one; the other is empty, or a move has begun there. `fresh` makes identities.
    pub async fn begin(
        from: (Objects, Location),
        to: (Objects, Location),
        fresh: impl Fn() -> String,
    ) -> Result<Self, MoveError> {
        let source = from.0.identity(&fresh()).await?;
        let (here, there) = (from.1.to_string(), to.1.to_string());
        if from.1.overlaps(&to.1) || to.0.known_identity().await?.as_ref() == Some(&source) {
            return Err(MoveError::SamePlace(here, there));
        }
        let before = from.0.mark().await?;
        if let Some(Mark::From(other) | Mark::To(other)) = &before
            && *other != there
        {
            return Err(MoveError::NotWhole(here, other.clone()));
        }
        let moving = Self {
            from,
            to,
            source,
            was_open: before.is_none(),
            compared: HashSet::new(),
            tally: Tally::default(),
        };
        let mark = moving.to.0.mark().await?;
        let is_ours = mark == Some(Mark::From(here.clone())) || mark == Some(Mark::To(here));
        let is_known = is_ours || moving.is_done().await?;
        if !is_known && (mark.is_some() || !listed(&moving.to.0).await?.is_empty()) {
            return Err(MoveError::Taken(there));
        }
        moving.to.0.identity(&fresh()).await?;
        if !moving.is_done().await? {
            let mark = Mark::From(moving.from.1.to_string());
            moving.to.0.set_mark(&mark).await?;
        }
        Ok(moving)
    }

    /// Whether an earlier one came to its end, and nobody has worked with the old place since.
    async fn is_done(&self) -> Result<bool, ObjectError> {
        let (here, there) = (self.from.0.mark().await?, self.to.0.mark().await?);
        Ok(here == Some(Mark::To(self.to.1.to_string())) && there.is_none())
    }

    /// Copies what is not in the other place yet, and compares all.
    pub async fn copy(&mut self, watcher: Watcher<'_>) -> Result<Tally, MoveError> {
        let mut left = listed(&self.from.0).await?;
        left.retain(|object| !self.compared.contains(&object.name));
        let there = listed(&self.to.0).await?;
        let there: HashMap<String, u64> = there
            .into_iter()
            .map(|object| (object.name, object.bytes))
            .collect();
        self.tally.objects = self.tally.compared + left.len() as u64;
        let (from, to, there) = (&self.from.0, &self.to.0, &there);
        let has_failed = &AtomicBool::new(false);
        let mut carried = stream::iter(left)
            .map(|object| async move {
                // What is on its way comes to its end, so that nothing is left half sent.
                if has_failed.load(Ordering::Relaxed) {
                    return None;
                }
                let known = there.get(&object.name).copied();
                let outcome = carry(from, to, &object, known).await;
                has_failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
                Some((object, outcome))
            })
            .buffer_unordered(AT_ONCE);
        let mut failure = None;
        while let Some(done) = carried.next().await {
            let Some((object, outcome)) = done else {
                continue;
            };
            match outcome {
                Err(error) => failure = failure.or(Some(error)),
                Ok(Carried::Gone) => self.tally.objects -= 1,
                Ok(outcome) => {
                    self.tally.copied += u64::from(matches!(outcome, Carried::Copied));
                    self.tally.compared += 1;
                    self.tally.bytes += object.bytes;
                    self.compared.insert(object.name);
                }
            }
            watcher(&self.tally);
        }
        failure.map_or(Ok(self.tally), Err)
    }

    /// From now on nobody begins to work with the old place: the next step deletes what is there.
    pub async fn close(&self) -> Result<(), MoveError> {
        self.require_source().await?;
        let mark = Mark::To(self.to.1.to_string());
        Ok(self.from.0.set_mark(&mark).await?)
    }

    /// Nothing was deleted yet: whoever worked with the old place may go on.
    pub async fn reopen(&self) -> Result<(), MoveError> {
        if self.was_open {
            self.from.0.clear_mark().await?;
        }
        Ok(())
    }

    /// A volume that is gone looks like a place that is empty.
    async fn require_source(&self) -> Result<(), MoveError> {
        if self.from.0.known_identity().await?.as_ref() == Some(&self.source) {
            return Ok(());
        }
        let message = format!("{} is not there any more", self.from.1);
        Err(ObjectError::Store(message).into())
    }

    /// Deletes the originals of all that was compared; after that the other place is whole.
    pub async fn finish(mut self, watcher: Watcher<'_>) -> Result<Tally, MoveError> {
        self.require_source().await?;
        let from = &self.from.0;
        let mut deleted = stream::iter(std::mem::take(&mut self.compared))
            .map(|name| async move { from.delete(&name).await })
            .buffer_unordered(AT_ONCE);
        while let Some(outcome) = deleted.next().await {
            outcome?;
            self.tally.deleted += 1;
            watcher(&self.tally);
        }
        for folder in FOLDERS {
            from.clear_cut_off(folder, i64::MAX).await?;
        }
        self.to.0.clear_mark().await?;
        Ok(self.tally)
    }
}

async fn listed(objects: &Objects) -> Result<Vec<Stored>, ObjectError> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        all.extend(objects.list(folder).await?);
    }
    Ok(all)
}

/// `known` are the bytes of what has arrived under the same name.
async fn carry(
    from: &Objects,
    to: &Objects,
    object: &Stored,
    known: Option<u64>,
) -> Result<Carried, MoveError> {
    if known == Some(object.bytes) {
        let ours = match read(from, object, None).await {
            Err(ObjectError::Missing(_)) => return Ok(Carried::Gone),
            ours => ours?,
        };
        if ours == read(to, object, None).await? {
            return Ok(Carried::WasThere);
        }
    }
    to.require_room(object.bytes)?;
    let mut upload = to.upload(&object.name).await?;
    let sent = match read(from, object, Some(&mut upload)).await {
        Ok(sent) => sent,
        Err(error) => {
            upload.abort().await?;
            return match (error, from.size(&object.name).await) {
                (ObjectError::Missing(_), Err(ObjectError::Missing(_))) => Ok(Carried::Gone),
                // It is there, so the other side has no place for it.
                (error, _) => Err(ObjectError::Store(error.to_string()).into()),
            };
        }
    };
    upload.finish().await?;
    if to.size(&object.name).await? != object.bytes || read(to, object, None).await? != sent {
        to.delete(&object.name).await?;
        return Err(MoveError::Differs(object.name.clone()));
    }
    Ok(Carried::Copied)
}

/// The digest of an object, which goes into an upload on the way.
async fn read(
    objects: &Objects,
    object: &Stored,
    mut upload: Option<&mut Upload>,
) -> Result<Vec<u8>, ObjectError> {
    let mut digest = Context::new(&SHA256);
    let mut at = 0;
    while at < object.bytes {
        let end = object.bytes.min(at + PIECE);
        let bytes: Bytes = objects.read(&object.name, at..end).await?;
        if bytes.len() as u64 != end - at {
            let message = format!("{} is shorter than the store says", object.name);
            return Err(ObjectError::Store(message));
        }
        digest.update(&bytes);
        if let Some(upload) = &mut upload {
            upload.write(bytes).await?;
        }
        at = end;
    }
    Ok(digest.finish().as_ref().to_vec())
}
