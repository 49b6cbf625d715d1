//! Email designs and their versions.

pub(crate) mod create;
pub(crate) mod generating;
pub(crate) mod list;
pub(crate) mod previews;
pub(crate) mod record;
pub(crate) mod versions;
pub(crate) mod write;

pub use create::{NewEmail, UnmadeEmail, create, create_unmade};
pub use generating::{GeneratedTexts, add_generated, begin_generating, end_generating};
pub use list::{
    ListQuery, Sort, TransactionalRecord, count_transactional, list, of_group, transactional,
};
pub use previews::{
    PREVIEW_JOB, WantedPreview, go_unseen, previews_named, set_preview, want_unseen, wanted,
};
pub use record::{EmailRecord, GroupRef, HeadRef, SentRef, by_number, get};
pub use versions::{
    NewVersion, VersionBrief, VersionContent, VersionRecord, VersionRow, add_version, brief,
    head_content, head_html, pinned, version, versions,
};
pub use write::{EmailPatch, delete, lock, lock_by_number, set_status, update};
