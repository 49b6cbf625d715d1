//! What Postrider does: for whoever asks, inside their transaction, and in the background. It knows no HTTP.

pub mod accounts;
pub mod assets;
pub mod audiences;
pub mod automations;
pub mod campaigns;
pub mod contacts;
pub mod credits;
pub mod designs;
pub mod domains;
pub mod failure;
pub mod fields;
pub mod housekeeping;
pub mod imports;
pub mod in_use;
pub mod inbound;
pub mod integrations;
pub mod jobs;
mod kept;
pub mod objects;
mod rounds;
pub mod seal;
pub mod sending;
pub mod storage;
pub mod tasks;
pub mod tracking;
pub mod triggers;
pub mod validation;
