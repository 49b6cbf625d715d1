//! What is wanted of a browser, and what it gives.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use url::Url;

/// Bytes of the largest picture that is taken.
pub const MAX_PICTURE: usize = 20 << 20;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Of the window, in CSS pixels.
    pub width: u32,
    pub height: Height,
    /// Pixels of the picture for one of CSS.
    pub scale: u32,
    /// What the reader prefers.
    pub scheme: ColorScheme,
    pub format: PictureFormat,
}

/// How much of a page is shown, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Height {
    Exactly(u32),
    /// All of it, if it is not higher than this.
    UpTo(u32),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorScheme {
    #[default]
    Light,
    Dark,
}

impl ColorScheme {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFormat {
    #[default]
    Png,
    WebP,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub bytes: Bytes,
    /// In pixels.
    pub width: u32,
    pub height: u32,
}

/// An image that a page asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub content_type: &'static str,
    pub bytes: Bytes,
}

/// Answers a page that asks for an image; with nothing, it is refused. For anything else nobody is asked.
pub type Answers =
    Arc<dyn Fn(Url) -> Pin<Box<dyn Future<Output = Option<Answer>> + Send>> + Send + Sync>;
