//! The SMTP server that mail comes back to. It takes mail for few recipients and passes none on; what it answers
//! with yes is kept already.

mod connection;
mod limits;
mod listening;
mod mailroom;
mod network;
mod peers;
mod session;
mod shared;
mod stream;
#[cfg(test)]
mod tests;
mod tls;

pub use limits::Limits;
pub use mailroom::{Answer, Incoming, MailboxLookup, Mailroom};
pub use shared::Inbound;
pub use tls::{BadCertificate, CertificateFiles, Certificates};
