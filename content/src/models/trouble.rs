//! Why a model gave no answer, and what is to be done about it.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The request is not taken in this form; the words say which parameter is at fault.
    Form(String),
    /// Another try may do better, if it waits as long as the server says.
    Later {
        status: Option<u16>,
        wait: Option<Duration>,
    },
    /// The key is not taken, or its owner owes something.
    Denied(u16),
    /// There is no such model.
    NoModel,
    /// Something else that no other try would change.
    Refused(u16),
    /// The server answered something that is no answer of a model.
    Garbled,
    /// The answer grows beyond all bounds.
    TooLong,
}

/// Bytes of a refusal that are looked at.
const LOOKED_AT: usize = 16 * 1024;

impl Trouble {
    /// What a status other than 2xx means. `retry_after` is the header of that name.
    pub fn of(status: u16, retry_after: Option<&str>, body: &[u8]) -> Self {
        let body = String::from_utf8_lossy(&body[..body.len().min(LOOKED_AT)]);
        match status {
            400 | 422 => Self::Form(body.into_owned()),
            401..=403 => Self::Denied(status),
            404 => Self::NoModel,
            // Nobody waits for an empty purse.
            429 if body.contains("insufficient_quota") => Self::Denied(status),
            408 | 409 | 425 | 429 | 500..=599 => Self::Later {
                status: Some(status),
                wait: retry_after.and_then(seconds),
            },
            other => Self::Refused(other),
        }
    }

    /// What an error in the middle of a stream means.
    pub(super) fn in_stream(error: &Value) -> Self {
        let kind = error["type"]
            .as_str()
            .or(error["code"].as_str())
            .unwrap_or_default();
        match kind {
            "invalid_request_error" => Self::Form(error.to_string()),
            "authentication_error"
            | "permission_error"
            | "billing_error"
            | "insufficient_quota" => Self::Denied(403),
            "not_found_error" => Self::NoModel,
            _ => Self::Later {
                status: None,
                wait: None,
            },
        }
    }

    /// Whether the same request may be sent again.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Later { .. })
    }
}

/// Servers that name a date instead are waited for as if they had said nothing.
fn seconds(header: &str) -> Option<Duration> {
    let seconds: f64 = header.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// In words for the author of a design, who knows nothing of servers; nothing of what the server said.
impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Later { .. } => "The model cannot be reached at the moment, or has too much to do.",
            Self::Denied(_) => "The model does not take the key of this installation. Its operator has to look at it.",
            Self::NoModel => "The model that this installation is set to does not exist. Its operator has to look at it.",
            Self::Form(_) | Self::Refused(_) => "The model did not take the request.",
            Self::Garbled => "The model answered something that cannot be read.",
            Self::TooLong => "The model did not come to an end.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_is_tried_again() {
        for (status, is_passing) in [
            (400, false),
            (401, false),
            (403, false),
            (404, false),
            (413, false),
            (418, false),
            (408, true),
            (429, true),
            (500, true),
            (502, true),
            (503, true),
            (529, true),
        ] {
            assert_eq!(
                Trouble::of(status, None, b"").is_passing(),
                is_passing,
                "{status}"
            );
        }
        let empty = br#"{"error":{"code":"insufficient_quota"}}"#;
        assert_eq!(Trouble::of(429, Some("1"), empty), Trouble::Denied(429));
    }

    #[test]
    fn a_server_says_how_long_to_wait() {
        let wait = |header| match Trouble::of(429, header, b"") {
            Trouble::Later { wait, .. } => wait,
            other => panic!("{other:?}"),
        };
        assert_eq!(wait(Some(" 7 ")), Some(Duration::from_secs(7)));
        assert_eq!(wait(Some("0.5")), Some(Duration::from_millis(500)));
        for odd in [
            None,
            Some("-1"),
            Some("NaN"),
            Some("1e300"),
            Some("Fri, 31 Dec 1999 23:59:59 GMT"),
        ] {
            assert_eq!(wait(odd), None, "{odd:?}");
        }
    }

    #[test]
    fn what_a_server_says_is_not_told_to_authors() {
        let trouble = Trouble::of(400, None, b"prompt: top secret");
        assert!(!trouble.to_string().contains("secret"));
    }
}
