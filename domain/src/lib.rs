//! The rules of the product as plain values and functions. Nothing here does IO, reads a clock or a
//! random source: time and entropy come in as values, so every rule tests in microseconds.

pub mod accounts;
pub mod automations;
pub mod contacts;
pub mod contract;
pub mod designs;
pub mod insights;
pub mod json;
pub mod network;
pub mod numbers;
pub mod palette;
pub mod patch;
pub mod placement;
pub mod proxies;
pub mod secret;
pub mod sending;
pub mod tenant;
pub mod time;
pub mod turns;
