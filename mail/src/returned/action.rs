//! What a server did with a mail.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Failed,
    /// It is still being tried.
    Delayed,
    /// It arrived, or went to where reports do not come from.
    Delivered,
}
