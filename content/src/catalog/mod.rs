//! The catalog: designs and whole flows that are there for everybody, written as files of this repository. They are compiled
//! in, read on first use, and become a design of a brand in the brand's own look.

mod files;
mod flow;
mod flows;
mod picture;
mod shelf;
mod style;
mod template;
mod templates;

pub use flow::{Flow, FlowField, FlowMail, FlowNode, FlowStep, FlowTrigger};
pub use flows::{flow, flows, search_flows};
pub use shelf::Shelf;
pub use style::HouseStyle;
pub use template::{PLACEHOLDER_SITE, Template};
pub use templates::{search_templates, styles, template, template_named, templates};
