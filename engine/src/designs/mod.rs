//! Designs: what a version holds is made from a source in one of the formats or from an edited document, and what was
//! made is imported, saved as a change, copied or deleted.

mod copying;
mod deleting;
mod describing;
mod groups;
mod importing;
mod looking;
mod making;
mod naming;
mod refusals;
mod updating;

use std::sync::Arc;

use postrider_content::document::Document;
use postrider_content::jsx::Renderer;
use postrider_content::report::{AssetReport, ImportError};
use postrider_domain::accounts::credits::Plan;
use postrider_domain::designs::design::EmailType;
use postrider_domain::network::AllowPrivate;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::{Asker, QueueFull};
use postrider_store::db::Places;
use postrider_store::emails::VersionContent;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::assets::{AssetError, Library, StoredImages};
use crate::content_urls::ContentUrls;

pub use copying::{duplicate, restore};
pub use deleting::delete;
pub use describing::{Described, describe, stored};
pub use groups::{UNGROUPED, lock_group, no_such_group};
pub use importing::{DesignImport, WrittenDesign, import};
pub use looking::{look_of, site_of};
pub use making::{UnknownTag, unknown_tags};
pub(crate) use naming::{one_line, title_of};
pub(crate) use refusals::overtaken;
pub use refusals::{no_such_version, not_found, not_ready};
pub use updating::{BegunUpdate, DesignUpdate, begin_change, finish_change};

/// Whose designs are written, and when.
#[derive(Clone)]
pub struct DesignContext {
    pub brand: BrandKey,
    /// What bounds the images that are kept.
    pub plan: Plan,
    pub now: i64,
    /// Makes 21 random characters.
    pub ids: fn() -> String,
}

/// Where designs are made.
pub struct Workshop {
    pub renderer: Renderer,
    pub library: Library,
    /// Private addresses that designs may show all the same.
    pub allow_private: AllowPrivate,
    /// Where we serve images and icons.
    pub content_urls: ContentUrls,
    /// Designs made at the same time: each may hold some hundred megabytes for a moment.
    pub places: Places,
    /// Templates rendered at the same time, each in a process of its own.
    pub template_places: Places,
}

/// Who waits for a design.
#[derive(Clone)]
pub struct DesignCaller {
    pub asker: Asker,
    /// Cancelled when the caller has gone: then nothing is begun any more.
    pub gone: CancellationToken,
}

/// What a version is to be made from.
pub struct Order {
    pub brand: BrandKey,
    pub kind: EmailType,
    pub source: Arc<Source>,
    /// Addresses of images that strangers chose: shown from our own host, or not at all.
    pub borrowed: Vec<String>,
}

pub enum Source {
    Written(Written),
    /// With what was taken out when it was read.
    Document(Box<Document>, AssetReport),
}

pub struct Written {
    pub format: Format,
    pub content: String,
    /// What relative addresses of images and links are relative to.
    pub base_url: Option<Url>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Html,
    Mjml,
    Jsx,
}

/// All that goes into the version's row, and what the author is told.
pub struct Made {
    pub content: VersionContent,
    pub report: AssetReport,
    /// What the source calls itself.
    pub title: Option<String>,
    /// Images that are stored and wait for their rows.
    pub taken: StoredImages,
}

/// Versions that were made at once, in the order of what they were made from.
pub struct MadeTogether {
    pub contents: Vec<VersionContent>,
    /// Images that are stored and wait for their rows.
    pub taken: StoredImages,
}

#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Assets(#[from] AssetError),
    #[error("too many designs of one organization wait")]
    QueueFull,
    #[error("the caller went away before the work began")]
    CallerGone,
    #[error("making a design ended early: {0}")]
    Ended(String),
}

impl From<QueueFull> for MakeError {
    fn from(_: QueueFull) -> Self {
        Self::QueueFull
    }
}
