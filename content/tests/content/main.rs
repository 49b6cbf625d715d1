//! What becomes of designs.

mod browser;
mod designer;
mod document;
mod hostile;
mod import;
mod jsx;
mod newsletters;
mod screenshots;
mod seen;
