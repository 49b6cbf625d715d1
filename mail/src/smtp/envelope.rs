//! Whom a server is told that a message is from, and for.

#[derive(Clone, Copy, Debug)]
pub struct Envelope<'a> {
    /// Where bounces go; empty for none.
    pub from: &'a str,
    pub to: &'a str,
}
