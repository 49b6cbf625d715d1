//! The mailboxes that copies go to, as the operator's settings name them.

use serde::Deserialize;

use crate::password::Password;

/// One mailbox of the operator's, at a provider whose verdict is wanted, and how to look into it. Its server may be
/// anywhere, in private networks too: only the operator names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedMailbox {
    pub host: String,
    pub port: u16,
    pub security: Security,
    pub user: String,
    pub password: Password,
    /// The folder of what was let in, `INBOX` nearly everywhere. Gmail shows its tabs (Promotions, Updates) in it.
    pub inbox: String,
    /// The folders of what was held back. None: those that the server calls so (`\Junk`, RFC 6154), else those that have one of
    /// the usual names.
    pub spam: Vec<String>,
}

/// How the way to a server is kept from others. Certificates are always checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// From the first byte, usually at port 993.
    Tls,
    /// `STARTTLS` or nothing, usually at port 143.
    StartTls,
    /// In the clear, password included.
    Plain,
}
