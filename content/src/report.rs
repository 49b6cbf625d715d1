//! What an import found, changed and could not do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Different things that are listed one by one.
pub const LISTED_MAX: usize = 100;

/// What became of the images and of what has no place in a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AssetReport {
    /// Images that the design shows.
    pub discovered: u32,
    /// Those now kept and served by us.
    pub rehosted: u32,
    /// Those left where they were, each with a warning that says why.
    pub retained: u32,
    /// What was taken out.
    pub stripped: Vec<Stripped>,
    pub warnings: Vec<Warning>,
}

/// Something that was taken out, as often as it stood there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stripped {
    /// The element, attribute, scheme or host: `script`, `onclick`, `10.0.0.1`.
    pub what: String,
    pub reason: String,
    pub count: u32,
    /// The line of the first.
    pub line: u32,
}

/// Something that the author should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DesignWarning")]
pub struct Warning {
    pub code: WarningCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schemars(rename = "DesignWarningCode")]
pub enum WarningCode {
    /// Gmail cuts it off.
    TooLarge,
    /// An image could not be fetched, or is none.
    ImageNotFetched,
    /// An image has no text for those who do not see it.
    ImageWithoutText,
    /// A merge tag names nothing that is known and has no fallback.
    UnknownMergeTag,
    /// Something was read, but not all of it understood.
    Unsupported,
    /// Not all texts became fields.
    TooManyFields,
    /// A link leads to `example.com` or the like: it stands for another.
    PlaceholderLink,
}

impl Warning {
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

impl AssetReport {
    /// Counts one more of what is taken out. Behind the first hundred things the rest is counted as one for
    /// each reason: a hostile text has a new one in every line.
    pub fn strip(&mut self, what: &str, reason: &str, line: u32) {
        let find = |entries: &[Stripped], what: &str| {
            let same = |entry: &Stripped| entry.what == what && entry.reason == reason;
            entries.iter().position(same)
        };
        let what = match find(&self.stripped, what) {
            None if self.stripped.len() >= LISTED_MAX => "…",
            _ => what,
        };
        match find(&self.stripped, what) {
            Some(index) => self.stripped[index].count += 1,
            None => self.stripped.push(Stripped {
                what: what.to_owned(),
                reason: reason.to_owned(),
                count: 1,
                line,
            }),
        }
    }

    pub fn warn(&mut self, code: WarningCode, message: impl Into<String>) {
        self.warnings.push(Warning::new(code, message));
    }
}

/// Why nothing could be made of a source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ImportError {
    pub message: String,
    /// Where in the source, counted from 1.
    pub at: Option<SourcePosition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePosition {
    pub line: u32,
    pub column: u32,
}

impl SourcePosition {
    /// Where a byte of a source stands.
    pub fn of(source: &str, at: usize) -> Self {
        let before = &source[..source.floor_char_boundary(at.min(source.len()))];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: 1 + before.matches('\n').count() as u32,
            column: 1 + before[line_start..].chars().count() as u32,
        }
    }
}

impl ImportError {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            at: None,
        }
    }

    pub fn at(message: impl Into<String>, position: SourcePosition) -> Self {
        Self {
            message: message.into(),
            at: Some(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_what_was_taken_out_ends() {
        let mut report = AssetReport::default();
        for number in 0..1_000 {
            report.strip(&number.to_string(), "reason", 1);
            report.strip("0", "reason", 1);
        }
        assert_eq!(report.stripped.len(), LISTED_MAX + 1);
        assert_eq!(report.stripped[0].count, 1_001);
        let rest = &report.stripped[LISTED_MAX];
        assert_eq!((rest.what.as_str(), rest.count), ("…", 900));
    }
}
