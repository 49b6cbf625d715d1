//! What becomes of designs.

mod audit;
mod browser;
mod catalog;
mod clients;
mod compose;
mod designer;
mod document;
mod edit;
mod hostile;
mod import;
mod jsx;
mod newsletters;
mod resketch;
mod screenshots;
mod seen;
mod sketch;
