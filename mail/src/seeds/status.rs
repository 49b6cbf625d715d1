//! How a command ended: `OK`, `NO` or `BAD`, perhaps a code in brackets, and words for people.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Ok,
    /// Not now, or not to us.
    No,
    /// It does not know what we said.
    Bad,
    /// It hangs up.
    Bye,
    /// It knows us already.
    PreAuth,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Status {
    pub kind: Kind,
    /// What stands in brackets, in capitals: `CAPABILITY IMAP4REV1 …`, `AUTHENTICATIONFAILED`.
    pub code: String,
    /// All that follows the tag.
    pub text: String,
}

impl Status {
    /// What follows the tag, if that is a status.
    pub(super) fn read(rest: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(rest);
        let text = text.trim();
        let (word, words) = text.split_once(' ').unwrap_or((text, ""));
        let kind = match word.to_ascii_uppercase().as_str() {
            "OK" => Kind::Ok,
            "NO" => Kind::No,
            "BAD" => Kind::Bad,
            "BYE" => Kind::Bye,
            "PREAUTH" => Kind::PreAuth,
            _ => return None,
        };
        let bracketed = words.trim_start().strip_prefix('[');
        let code = bracketed.and_then(|rest| rest.split_once(']'));
        Some(Self {
            kind,
            code: code.map_or(String::new(), |(code, _)| code.to_ascii_uppercase()),
            text: text.to_owned(),
        })
    }

    /// What it would do another time (RFC 5530).
    pub(super) fn is_passing(&self) -> bool {
        let first = self.code.split(' ').next().unwrap_or_default();
        matches!(first, "UNAVAILABLE" | "INUSE" | "LIMIT" | "SERVERBUG")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_read() {
        let read = |text: &str| Status::read(text.as_bytes());
        let status = read("no [Unavailable] come back later\r\n").unwrap();
        assert_eq!((status.kind, &*status.code), (Kind::No, "UNAVAILABLE"));
        assert_eq!(status.text, "no [Unavailable] come back later");
        assert!(status.is_passing());
        assert_eq!(read("OK").unwrap().kind, Kind::Ok);
        assert_eq!(read("OK [CAPABILITY IMAP4rev1").unwrap().code, "");
        assert_eq!(read("OKAY"), None);
        assert_eq!(read(""), None);
    }
}
