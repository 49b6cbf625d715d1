//! From whom, and to whom.

/// An address, and the name that stands before it.
#[derive(Clone, Copy, Debug)]
pub struct Mailbox<'a> {
    pub email: &'a str,
    pub name: Option<&'a str>,
}
