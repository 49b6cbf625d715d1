//! The Postrider server: HTTP, the command line, and what starts and stops them.

pub mod api;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod docs;
pub mod entropy;
pub mod process_role;
pub mod server;
pub mod start_error;

mod background;
mod data_folder;
mod entity_tag;
mod files;
mod http;
mod inbound;
mod installation;
mod last_used;
mod limiter;
mod listen;
pub mod mailing;
mod plain;
mod probe;
mod request_meter;
mod status;
pub mod surface;
mod track;
mod upkeep;
