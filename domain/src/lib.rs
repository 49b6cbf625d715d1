//! The rules of the product as plain values and functions. Nothing here does IO, reads a clock or a
//! random source: time and entropy come in as values, so every rule tests in microseconds.

pub mod address;
pub mod asset;
pub mod automation;
pub mod bounce;
pub mod catalog;
pub mod contact;
pub mod credits;
pub mod cursor;
pub mod design;
pub mod event_feed;
pub mod field;
pub mod filter;
pub mod ids;
pub mod import;
pub mod integration;
pub mod json;
pub mod key;
pub mod machine;
pub mod mailbox;
pub mod merge;
pub mod network;
pub mod paths;
pub mod policy;
pub mod problem;
pub mod retry;
pub mod scope;
pub mod secret;
pub mod send;
pub mod sending_domain;
pub mod tenant;
pub mod time;
pub mod track;
pub mod trigger;
pub mod validation;
pub mod window;
