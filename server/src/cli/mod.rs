//! The command line. Names and JSON shapes are fixed: people script them.

mod admin;
mod backup;
mod command;
mod command_error;
mod confirmation;
mod connection;
mod doctor;
mod fence;
mod inbox;
mod jsx;
mod key;
mod objects;
mod output;
mod serve;
mod sink;
mod tenants;
mod terminal;
mod told;

pub use command::main;
