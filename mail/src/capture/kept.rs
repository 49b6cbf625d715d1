//! Mails that are kept, and what is known of them.

/// A mail that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub brand: String,
    /// Milliseconds since 1970.
    pub kept_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub entry: Entry,
    /// Of the envelope.
    pub from: String,
    pub to: String,
    /// As it would have been sent; its beginning, where no more was asked for.
    pub message: Vec<u8>,
    /// How long all of it is.
    pub bytes: u64,
}
