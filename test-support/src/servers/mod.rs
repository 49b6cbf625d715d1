//! Servers that were written by others, each started once for all tests of a binary: in a folder of its own, on free ports of
//! the loopback, as nobody where the tests run as root, and gone with the tests.

mod dovecot;
mod keeper;
mod owner;
mod rspamd;
mod spamd;

pub use dovecot::{Dovecot, Folder, Maildir};
pub use rspamd::Rspamd;
pub use spamd::Spamd;
