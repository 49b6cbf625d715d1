//! What becomes of designs.

mod browser;
mod document;
mod hostile;
mod import;
mod jsx;
mod newsletters;
mod screenshots;
mod seen;
