//! The work Postrider does in the background. It knows no HTTP.

pub mod assets;
pub mod automations;
pub mod contacts;
pub mod designs;
pub mod domains;
pub mod housekeeping;
pub mod imports;
pub mod inbound;
pub mod integrations;
pub mod jobs;
pub mod objects;
mod rounds;
pub mod seal;
pub mod sending;
pub mod tasks;
pub mod tracking;
pub mod validation;
