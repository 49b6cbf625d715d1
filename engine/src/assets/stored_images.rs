//! What became of the images of a design.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use postrider_content::report::{AssetReport, LISTED_MAX, WarningCode};
use postrider_media::fetch::FetchError;
use postrider_media::image::ImageError;
use postrider_store::assets::NewAsset;

/// Images that are stored and wait for their rows, and those that stay where they are.
#[derive(Clone, Debug, Default)]
pub struct StoredImages {
    pub(super) urls: Arc<HashMap<String, String>>,
    pub(super) not_taken: Vec<NotTaken>,
    /// Of those, the ones whose bytes the brand did not have.
    pub(super) new: Vec<NewAsset>,
    /// The names of the ones whose bytes it has had.
    pub(super) known: Vec<String>,
    /// What they mean is found out here.
    pub(super) get_vectors: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotTaken {
    pub url: String,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error("a design brings {0} images along at most")]
    TooMany(usize),
    #[error("all images together are larger than {} MiB", .0 >> 20)]
    TooMuch(u64),
    #[error("all images together took longer than {} seconds", .0.as_secs_f32())]
    TooLate(std::time::Duration),
}

/// Characters of an address that a message repeats.
const SHOWN: usize = 200;

impl StoredImages {
    /// Old addresses and the ones where we serve the same image.
    pub fn urls(&self) -> &Arc<HashMap<String, String>> {
        &self.urls
    }

    pub fn not_taken(&self) -> &[NotTaken] {
        &self.not_taken
    }

    /// Those of the addresses that stay where they are.
    pub fn refused<'a>(&self, addresses: &'a [String]) -> HashSet<&'a str> {
        let is_refused = |address: &&str| self.not_taken.iter().any(|not| not.url == **address);
        addresses
            .iter()
            .map(String::as_str)
            .filter(is_refused)
            .collect()
    }

    /// Tells the author.
    pub fn tell(&self, report: &mut AssetReport) {
        report.rehosted += self.urls.len() as u32;
        report.retained += self.not_taken.len() as u32;
        let is_too_many = |not_taken: &&NotTaken| matches!(not_taken.reason, Reason::TooMany(_));
        let (too_many, each): (Vec<_>, Vec<_>) = self.not_taken.iter().partition(is_too_many);
        for NotTaken { url, reason } in each.iter().take(LISTED_MAX) {
            let message = format!("The image {} was not fetched: {reason}.", shown(url));
            report.warn(WarningCode::ImageNotFetched, message);
        }
        if let Some(more) = each.get(LISTED_MAX..).filter(|more| !more.is_empty()) {
            let message = format!("{} more images were not fetched.", more.len());
            report.warn(WarningCode::ImageNotFetched, message);
        }
        if let Some(NotTaken { reason, .. }) = too_many.first() {
            let message = format!("{} more images were not fetched: {reason}.", too_many.len());
            report.warn(WarningCode::ImageNotFetched, message);
        }
    }
}

/// An address may hold a whole image.
fn shown(url: &str) -> String {
    match url.char_indices().nth(SHOWN) {
        _ if url.starts_with("data:") => {
            let head = url.split(',').next().unwrap_or_default();
            format!("{}…", head.chars().take(SHOWN).collect::<String>())
        }
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url.to_owned(),
    }
}
