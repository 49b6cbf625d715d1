//! Triggers, their fires, and what a fire would start.

mod change;
mod create;
mod delete;
mod fire;
mod instances;
mod list;
mod readiness;
mod record;

pub use change::{change, change_named};
pub use create::create;
pub use delete::{delete, delete_named};
pub use fire::{fire, fire_updated, prepare_fire};
pub use instances::{get_instance, list_instances};
pub use list::{get, list};
pub use readiness::readiness;
pub use record::PayloadSchema;
