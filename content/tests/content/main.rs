//! What becomes of designs.

mod audit;
mod browser;
mod document;
mod hostile;
mod import;
mod jsx;
mod newsletters;
mod screenshots;
mod seen;
