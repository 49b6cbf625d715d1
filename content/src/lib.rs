//! Email designs: the document, what it is imported from, and what it renders to. Knows neither the
//! database nor the API.

mod addresses;
pub mod audit;
pub mod brand;
pub mod brief;
pub mod catalog;
pub mod clients;
pub mod compose;
pub mod designer;
pub mod document;
pub mod edit;
pub mod html;
pub mod icons;
mod ink;
pub mod jsx;
pub mod merge;
pub mod mjml;
pub mod models;
pub mod page_facts;
pub mod placement;
pub mod rendered;
pub mod report;
pub mod resketch;
pub mod search;
pub mod sketch;
pub mod text;
pub mod web_page;
