//! The process is killed between the steps of a request, and under load. What was answered is there;
//! every idempotency key has one effect.

mod child;
mod import;
pub mod moments;
mod removal;
pub mod sending;
mod steps;
mod torture;
mod using;
mod walking;

pub use child::Doomed;
