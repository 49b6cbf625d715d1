//! Settings that no log may show.

use std::fmt;
use std::ops::Deref;

/// A secret, or what holds one: a key, a URL with a password. It is used like what it holds, but nothing that prints a
/// configuration prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden<T>(T);

impl<T> From<T> for Hidden<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for Hidden<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("…")
    }
}
