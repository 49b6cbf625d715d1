//! The files that `web/` was built to. In a release they are part of the binary; in other profiles they are read from the folder,
//! so that a new build is seen without compiling.

use std::borrow::Cow;

use axum::body::Bytes;
use data_encoding::HEXLOWER;
use rust_embed::Embed;

/// Whoever works on the server alone needs no Node: without the folder there is no dashboard, and its page says so.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

pub struct BuiltFile {
    pub bytes: Bytes,
    /// Quotes and all.
    pub tag: String,
}

/// A file by its name.
pub type Shelf = fn(&str) -> Option<BuiltFile>;

pub fn built(name: &str) -> Option<BuiltFile> {
    let file = Dist::get(name)?;
    let hash = file.metadata.sha256_hash();
    Some(BuiltFile {
        bytes: match file.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        },
        tag: format!("\"{}\"", HEXLOWER.encode(&hash[..16])),
    })
}
