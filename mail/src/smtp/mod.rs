//! The sending side of SMTP (RFC 5321): a connection to one server that takes message after message.
//!
//! `Connection::open` greets, encrypts and logs in; `deliver` hands one message to one recipient and says exactly
//! how far it came, because what happened around the final dot decides whether a person gets a mail twice;
//! `classify` says what a reply means for the recipient and for us.

mod bad_relay;
mod classify;
mod connection;
mod deliver;
mod envelope;
mod failure;
mod login;
mod offers;
mod outcome;
mod phase;
mod phrases;
mod relay;
mod reply;
mod timeouts;
mod tls;
mod transmit;
mod wire;

pub use bad_relay::BadRelay;
pub use classify::{ReplyClass, classify, is_full, is_over};
pub use connection::Connection;
pub use envelope::Envelope;
pub use failure::Failure;
pub use outcome::{Delivery, SmtpOutcome};
pub use phase::Phase;
pub use relay::Relay;
pub use reply::Reply;
pub use timeouts::Timeouts;
pub use tls::{AnyCertificate, TrustedCertificate};
