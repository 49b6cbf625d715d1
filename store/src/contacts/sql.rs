//! SQL that is put together at run time.

use std::fmt::Write;

use crate::db::Value;

/// A text and the values of its placeholders. What a caller sent is always a value, never text.
#[derive(Default)]
pub(super) struct Sql {
    pub(super) text: String,
    pub(super) values: Vec<Value>,
}

impl Sql {
    pub(super) fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.values.push(value.into());
        // Writing to a String cannot fail.
        let _ = write!(self.text, "${}", self.values.len());
        self
    }

    /// Each item with `joint` between two, in parentheses.
    pub(super) fn joined<T>(
        &mut self,
        joint: &str,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) -> &mut Self {
        self.push("(");
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.push(joint);
            }
            each(self, item);
        }
        self.push(")")
    }
}
