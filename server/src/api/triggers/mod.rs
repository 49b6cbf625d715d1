//! Triggers, their fires, and what a fire would start.

mod create;
mod delete;
mod fire;
mod instances;
mod list;
mod readiness;
mod record;
mod update;

pub use create::create;
pub use delete::{delete, delete_named};
pub use fire::{fire_updated, handler as fire_handler};
pub use instances::{get_instance, list_instances};
pub use list::{get, list};
pub use readiness::readiness;
pub use record::PayloadSchema;
pub use update::{update, update_named};
