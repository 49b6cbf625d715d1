//! The catalog at work: a template becomes a design of a brand, a flow a draft automation with its designs and its trigger.
//! All is rendered first; one transaction writes it.

mod drawing;
mod finding;
mod flows;
mod refusals;
mod templates;

pub use drawing::{Drawing, Drawn, draw, look};
pub use finding::{FindError, Finder, Found, FoundBy};
pub use flows::{FlowContext, FlowUse, UsedFlow, drawings, require_named, use_flow};
pub use refusals::{no_such_flow, no_such_template};
pub use templates::{TemplateUse, use_template};
