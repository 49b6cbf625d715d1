//! Pictures of mails, taken by a browser that somebody installed: Chromium without a window, spoken to over a pipe.
//!
//! There is at most one in a process, started for the first picture, shared by all, and gone when nobody wanted one for a
//! while. Every mail is looked at in a context of its own, which knows nothing of the others. It runs no scripts and reaches
//! no network: whatever a page asks for is answered here, by [`Answers`], or refused. It ends with us, even if we are
//! killed, because the pipe closes.

mod calls;
mod error;
mod folder;
mod given;
mod handle;
mod inline;
mod installed;
mod keeper;
mod lease;
mod page;
mod patience;
mod process;
mod running;
mod shot;
mod sitting;
#[cfg(test)]
mod tests;
mod visit;
mod wire;

pub use error::BrowserError;
pub use handle::Browser;
pub use installed::{BrowserSettings, Installed, NotThere, Sandbox};
pub use keeper::Keeper;
pub use patience::Patience;
pub use shot::{
    Answer, Answers, ColorScheme, Height, MAX_HEIGHT, MAX_PICTURE, MAX_SHOWN_BYTES,
    MAX_SHOWN_PIXELS, Picture, PictureFormat, Shot,
};
pub use sitting::Sitting;
