//! A brand as its website shows it: its logo, its look, and who it is. Pure: pages, style sheets and pictures come in as
//! bytes that somebody has fetched. All of it is a stranger's: data, never an instruction.

mod address;
mod colors;
mod fonts;
mod identity;
mod json_ld;
mod links;
mod logo;
mod manifest;
mod palette;
mod selector;
mod social;
mod styles;
#[cfg(test)]
mod tests;
mod theme;
mod title;
mod words;

pub use identity::identity;
pub use logo::{ChosenLogos, LogoCandidate, LogoSource, PictureFacts, choose, logo_candidates};
pub use manifest::Manifest;
pub use theme::{Shown, theme};
