//! Files that are brought along first and used afterwards. Whoever is told where to put one has 15 minutes.

use postrider_domain::accounts::credits::Plan;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, Tx};
use postrider_store::uploads::{self, NewUpload, UploadRecord};

use super::{MAX_IMAGE, MAX_VIDEO};
use crate::failure::Failure;
use crate::objects::{Objects, SweepError};
use crate::storage;

/// Where uploads are in the object store.
pub const FOLDER: &str = "uploads";
pub const OPEN_FOR_MS: i64 = 15 * 60 * 1000;
/// Of a brand.
const OPEN_AT_ONCE: usize = 20;
/// What was begun with an upload in time ends within so long, also where many wait.
const GRACE_MS: i64 = 60 * 60 * 1000;
/// The slowest upload takes less.
const AGE_MS: i64 = 2 * 60 * 60 * 1000;
/// Rows forgotten at once.
const PIECE: i64 = 500;

/// The media types of images that are taken.
const TYPES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/svg+xml",
];

/// Of a file of this media type, in bytes; nothing for one that is not taken.
pub fn largest(content_type: &str) -> Option<u64> {
    match content_type {
        image if TYPES.contains(&image) => Some(MAX_IMAGE),
        video if is_video(video) => Some(MAX_VIDEO),
        _ => None,
    }
}

/// Whether a GIF is to be made of it: it goes into no library.
pub fn is_video(content_type: &str) -> bool {
    content_type.starts_with("video/")
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    plan: &Plan,
    new: &NewUpload,
    now: i64,
) -> Result<(), Failure> {
    let open = uploads::open(tx, brand, now).await?;
    if let Some(next) = open.first().filter(|_| open.len() >= OPEN_AT_ONCE) {
        let message = format!("{OPEN_AT_ONCE} uploads are open already.");
        let problem = Problem::new(Code::RateLimited, message)
            .suggest(
                "Use one of them with `POST /v1/content/add-image` or `POST /v1/content/gif`, or wait until one expires.",
            )
            .retry_after(((next - now) / 1000).max(1) as u64);
        return Err(problem.into());
    }
    // All of them count, also those of which nothing is kept. Some have expired and are there for longer than they count: what was
    // begun with one in time may need its bytes.
    let others = uploads::bytes(tx, brand.org, now).await?;
    storage::require(tx, brand.org, plan, others + new.bytes).await?;
    Ok(uploads::create(tx, brand, new, now).await?)
}

/// An upload whose bytes have come.
pub async fn received(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    now: i64,
) -> Result<UploadRecord, Failure> {
    let found = uploads::get(tx, brand, id).await?;
    let upload = found
        .filter(|upload| upload.expires_at > now)
        .ok_or_else(not_found)?;
    if upload.object.is_none() {
        let message = "The bytes of this upload have not come yet.";
        let problem = Problem::new(Code::UploadNotReceived, message).param("uploadId");
        return Err(problem.into());
    }
    Ok(upload)
}

/// Something was made of it: it is gone.
pub async fn use_up(tx: &Tx, upload: &UploadRecord) -> Result<(), Failure> {
    if uploads::use_up(tx, upload).await? {
        return Ok(());
    }
    Err(not_found().into())
}

pub fn not_found() -> Problem {
    let message = "The upload has expired, was used, or never was.";
    Problem::new(Code::UploadNotFound, message).param("uploadId")
}

/// Forgets what has expired with its object, and deletes old objects that no upload has: those that were used, came to nothing, or
/// were followed by others.
pub async fn sweep(db: &Db, objects: &Objects, now: i64) -> Result<(), SweepError> {
    let expired = now - GRACE_MS;
    let forget =
        move || db.write_bulk(move |tx| async move { uploads::forget(&tx, expired, PIECE).await });
    loop {
        let forgotten = forget().await?;
        if forgotten.is_empty() {
            break;
        }
        for object in forgotten.into_iter().flatten() {
            objects.delete(&object).await?;
        }
    }
    let owned = async |names: Vec<String>| {
        let needed = db.read(move |tx| {
            let names = names.clone();
            async move { uploads::named(&tx, names.iter().map(String::as_str)).await }
        });
        Ok(needed.await?.into_iter().collect())
    };
    objects.sweep(FOLDER, now - AGE_MS, owned).await
}
