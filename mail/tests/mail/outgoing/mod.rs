//! Mail on its way out: messages, signatures, SMTP.

mod deliver;
mod dkim;
mod exchanger;
mod message;
mod open;
mod replies;
mod trouble;
