//! Mail on its way out: messages, signatures, SMTP.

#![expect(clippy::unwrap_used, reason = "tests")]

mod deliver;
mod dkim;
mod exchanger;
mod message;
mod open;
mod replies;
mod server;
mod trouble;
