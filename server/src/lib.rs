//! The Postrider server: HTTP, the command line, and what starts and stops them.

pub mod api;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod entropy;
pub mod installation;
pub mod pages;
pub mod process;
pub mod style;
pub mod surface;
