//! Addresses as they may stand in headers and SMTP commands.

use std::borrow::Cow;

/// Longer than any address that mail servers take (RFC 5321: 64 + 1 + 255).
const MAX_ADDRESS: usize = 320;

/// `local@domain`, the local part a dot-atom or a quoted string, both widened to UTF-8 (RFC 6531). Nothing that
/// passes can end the address early, wherever it is written.
pub(crate) fn is_addr_spec(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    text.len() <= MAX_ADDRESS && is_local(local) && is_domain(domain)
}

fn is_local(local: &str) -> bool {
    match local.strip_prefix('"') {
        Some(quoted) => quoted.strip_suffix('"').is_some_and(is_quoted),
        None => !local.is_empty() && local.chars().all(|c| c == '.' || is_atom(c)),
    }
}

/// What stands between the quotes: a quote or backslash only behind a backslash.
fn is_quoted(text: &str) -> bool {
    let mut escaped = false;
    for c in text.chars() {
        if breaks(c) {
            return false;
        }
        escaped = match c {
            _ if escaped => false,
            '\\' => true,
            '"' => return false,
            _ => false,
        };
    }
    !escaped
}

fn is_domain(domain: &str) -> bool {
    let literal = domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let allowed = |c: char| {
        if c.is_ascii() {
            c.is_ascii_alphanumeric() || "-._:".contains(c)
        } else {
            is_atom(c)
        }
    };
    let name = literal.unwrap_or(domain);
    !name.is_empty() && name.chars().all(allowed)
}

fn is_atom(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c)
    } else {
        !breaks(c) && !c.is_whitespace()
    }
}

/// Controls, line separators and the characters that turn the direction of what follows.
pub(super) fn breaks(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The address itself where it is one; else what is left of it without the characters that could be read as
/// something else than an address.
pub(super) fn harmless(email: &str) -> Cow<'_, str> {
    if is_addr_spec(email) {
        return Cow::Borrowed(email);
    }
    let kept = email
        .chars()
        .filter(|&c| c == '@' || c == '.' || is_atom(c));
    let mut left = String::new();
    for c in kept {
        if left.len() + c.len_utf8() > MAX_ADDRESS {
            break;
        }
        left.push(c);
    }
    Cow::Owned(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_an_address() {
        for good in [
            "ada@example.com",
            "a.b+c@example.com",
            "jörg@example.com",
            "用户@例え.jp",
            "\"a b\"@example.com",
            "\"a\\\"b<>\"@example.com",
            "ada@[192.0.2.1]",
            "ada@[IPv6:2001:db8::1]",
        ] {
            assert!(is_addr_spec(good), "{good}");
        }
        for bad in [
            "",
            "ada",
            "@example.com",
            "ada@",
            "a b@example.com",
            "ada@example.com>",
            "<ada@example.com",
            "ada@example.com\r\nRCPT TO:<eve@example.com>",
            "ada@example.com SIZE=1",
            "\"a\"b\"@example.com",
            "\"a\\\"@example.com",
            "\"a\r\nb\"@example.com",
            "\"@example.com",
            "a\u{0}@example.com",
            "a\u{85}b@example.com",
            "a\u{202e}b@example.com",
            "ada@exa mple.com",
            "ada@[192.0.2.1",
        ] {
            assert!(!is_addr_spec(bad), "{bad:?}");
        }
    }

    #[test]
    fn what_is_none_loses_what_could_be_misread() {
        assert_eq!(
            harmless("ada@example.com>\r\nBcc: <eve@example.com"),
            "ada@example.comBcceve@example.com"
        );
        assert!(harmless(&"ü".repeat(1000)).len() <= MAX_ADDRESS);
    }
}
