//! The process is killed between the steps of a request, and under load. What was answered is there;
//! every idempotency key has one effect.

pub mod child;
mod images;
mod import;
pub mod moments;
mod removal;
pub mod sending;
mod steps;
mod torture;
mod using;
mod walking;

pub use child::Doomed;
