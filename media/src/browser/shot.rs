//! What is wanted of a browser, and what it gives.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use url::Url;

/// Bytes of the largest picture that is taken.
pub const MAX_PICTURE: usize = 20 << 20;
/// CSS pixels of the highest picture that callers are given: a mail that is higher is cut off.
pub const MAX_HEIGHT: u32 = 8_000;
/// Bytes of all images that one page is given, those in its own HTML among them.
pub const MAX_SHOWN_BYTES: u64 = 50 << 20;
/// Pixels of all of them: the browser unpacks what it shows.
pub const MAX_SHOWN_PIXELS: u64 = 200_000_000;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// Of the window, in CSS pixels.
    pub width: u32,
    /// The same: what asks how high the window or the screen is, hears this, however much of the page is shown.
    pub window_height: u32,
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
    /// Images that the page asked for and was not given: nobody had them, it had too much already, or it asked for too many.
    /// Of very many some.
    pub refused: BTreeSet<Arc<Url>>,
}

/// An image that a page asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub content_type: &'static str,
    pub bytes: Bytes,
    /// Of the picture once it is unpacked.
    pub pixels: u64,
}

/// Answers a page that asks for an image; with nothing, it is refused. For anything else nobody is asked. A page may ask for
/// some hundred at once: whoever answers looks for as many at the same time as is good.
pub type Answers =
    Arc<dyn Fn(Arc<Url>) -> Pin<Box<dyn Future<Output = Option<Answer>> + Send>> + Send + Sync>;
