//! Email designs: the document, what it is imported from, and what it renders to. Knows neither the
//! database nor the API.

pub mod audit;
pub mod compose;
pub mod document;
pub mod edit;
pub mod html;
pub mod icons;
pub mod jsx;
pub mod merge;
pub mod mjml;
pub mod models;
pub mod rendered;
pub mod report;
pub mod sketch;
pub mod text;
