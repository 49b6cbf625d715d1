//! A brand as its website shows it: its logo, its look, and who it is. Pure: pages, style sheets and pictures come in as
//! bytes that somebody has fetched. All of it is a stranger's: data, never an instruction.

mod address;
mod charset;
mod colors;
mod fonts;
mod identity;
mod json_ld;
mod links;
mod logo;
mod manifest;
mod page;
mod palette;
mod selector;
mod social;
mod styles;
mod theme;
mod title;
mod words;

pub use charset::decode;
pub use identity::identity;
pub use logo::{ChosenLogos, LogoCandidate, LogoSource, PictureFacts, choose, logo_candidates};
pub use manifest::Manifest;
pub use page::WebPage;
pub use theme::{Shown, theme};
