//! The lines that a client says.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    /// What it calls itself.
    Ehlo(&'a str),
    Helo(&'a str),
    Mail {
        from: &'a str,
        /// Bytes that are announced.
        size: Option<u64>,
    },
    Rcpt(&'a str),
    Data,
    Rset,
    Noop,
    Quit,
    AuthPlain(Option<&'a str>),
    AuthLogin,
    StartTls,
    Unknown,
    /// Known, with words that are not.
    Wrong,
}

impl<'a> Command<'a> {
    pub(crate) fn read(line: &'a str) -> Self {
        read(line)
    }
}

fn read(line: &str) -> Command<'_> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is = |name: &str| verb.eq_ignore_ascii_case(name);
    if is("MAIL") {
        path(rest, "FROM:").map_or(Command::Wrong, |(from, parameters)| Command::Mail {
            from,
            size: size(parameters),
        })
    } else if is("RCPT") {
        path(rest, "TO:")
            .filter(|(to, _)| !to.is_empty())
            .map_or(Command::Wrong, |(to, _)| Command::Rcpt(to))
    } else if is("DATA") {
        Command::Data
    } else if is("EHLO") {
        Command::Ehlo(rest.trim())
    } else if is("HELO") {
        Command::Helo(rest.trim())
    } else if is("RSET") {
        Command::Rset
    } else if is("NOOP") {
        Command::Noop
    } else if is("QUIT") {
        Command::Quit
    } else if is("AUTH") {
        auth(rest)
    } else if is("STARTTLS") {
        if rest.trim().is_empty() {
            Command::StartTls
        } else {
            Command::Wrong
        }
    } else {
        Command::Unknown
    }
}

fn auth(rest: &str) -> Command<'_> {
    let mut words = rest.split_ascii_whitespace();
    let (way, initial) = (words.next().unwrap_or_default(), words.next());
    if way.eq_ignore_ascii_case("PLAIN") {
        Command::AuthPlain(initial)
    } else if way.eq_ignore_ascii_case("LOGIN") {
        Command::AuthLogin
    } else {
        Command::Wrong
    }
}

fn size(parameters: &str) -> Option<u64> {
    parameters
        .split_ascii_whitespace()
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.eq_ignore_ascii_case("SIZE"))
        .and_then(|(_, size)| size.parse().ok())
}

/// What stands between the brackets, and what behind them; a bracket inside quotes is part of the first.
fn path<'a>(rest: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let rest = rest.trim_start();
    let start = rest.get(..word.len())?;
    if !start.eq_ignore_ascii_case(word) {
        return None;
    }
    let inner = rest[word.len()..].trim_start().strip_prefix('<')?;
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'>' if !quoted => return Some((&inner[..at], &inner[at + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(from: &str, size: Option<u64>) -> Command<'_> {
        Command::Mail { from, size }
    }

    #[test]
    fn commands_are_read_in_any_case_and_with_their_parameters() {
        for (line, command) in [
            ("EHLO a.test", Command::Ehlo("a.test")),
            ("mail from:<>", mail("", None)),
            (
                "MAIL FROM:<a@b.test> SIZE=10 BODY=8BITMIME",
                mail("a@b.test", Some(10)),
            ),
            (
                "RCPT TO: <\"a>\\\"b\"@c.test>",
                Command::Rcpt("\"a>\\\"b\"@c.test"),
            ),
            ("RCPT TO:<é@ü.test>", Command::Rcpt("é@ü.test")),
            ("RCPT TO:<>", Command::Wrong),
            ("RCPT TO:<a@b.test", Command::Wrong),
            ("RCPT a@b.test", Command::Wrong),
            ("AUTH PLAIN AGEAYg==", Command::AuthPlain(Some("AGEAYg=="))),
            ("auth login", Command::AuthLogin),
            ("AUTH CRAM-MD5", Command::Wrong),
            ("starttls", Command::StartTls),
            ("STARTTLS now", Command::Wrong),
            ("XCLIENT", Command::Unknown),
        ] {
            assert_eq!(read(line), command, "{line}");
        }
    }
}
