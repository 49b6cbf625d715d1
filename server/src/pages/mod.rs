//! What anybody may open beside the API: what mails lead to, images, the reference, and how the process is.

pub mod app;
pub mod docs;
mod entity_tag;
pub mod files;
pub mod probe;
pub mod status;
pub mod tracking;
pub mod uploads;
