//! Complaints of receivers (RFC 5965): somebody pressed "this is spam".

use super::fields;
use crate::plain::line;

const MAX_WORD: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// `abuse`, `fraud`, `opt-out` …
    pub about: String,
    /// What reports it.
    pub reporter: Option<String>,
}

impl Complaint {
    /// Nothing if the report praises us, or is about signatures.
    pub(super) fn read(text: &str) -> Option<Self> {
        let groups = fields::read(text);
        let get = |name| groups.iter().find_map(|group| group.get(name));
        let about = get("feedback-type").unwrap_or("other").to_ascii_lowercase();
        if matches!(about.as_str(), "not-spam" | "auth-failure" | "dmarc") {
            return None;
        }
        Some(Self {
            about: line(&about, MAX_WORD),
            reporter: get("user-agent").map(|name| line(name, MAX_WORD)),
        })
    }
}
