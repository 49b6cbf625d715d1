//! How things are named in commands. Nothing that is named can become a command of its own.

use data_encoding::BASE64_NOPAD;
use postrider_domain::time;

use super::SeedError;
use super::escaping::escaped;

/// No name that is meant is longer.
const LONGEST: usize = 1000;
const DAY_MS: i64 = 86_400_000;
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// A string in quotes. Only what can be seen, and spaces, may stand in one.
pub(super) fn quoted(text: &str) -> Result<String, SeedError> {
    let is_sayable = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    if text.len() > LONGEST || !text.bytes().all(is_sayable) {
        return Err(SeedError::Unaskable(
            "a name is too long or has characters that IMAP knows no way to write".into(),
        ));
    }
    Ok(format!("\"{}\"", escaped(text)))
}

/// The name of a folder as servers write it (RFC 3501 section 5.1.3): ASCII as it is, all else in a base64 of UTF-16.
pub(super) fn folder(name: &str) -> String {
    let mut written = String::with_capacity(name.len());
    let mut foreign: Vec<u8> = Vec::new();
    for c in name.chars() {
        if matches!(c, ' '..='~') {
            end_foreign(&mut foreign, &mut written);
            written.push(c);
            if c == '&' {
                written.push('-');
            }
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                foreign.extend_from_slice(&unit.to_be_bytes());
            }
        }
    }
    end_foreign(&mut foreign, &mut written);
    written
}

fn end_foreign(foreign: &mut Vec<u8>, written: &mut String) {
    if !foreign.is_empty() {
        let encoded = BASE64_NOPAD.encode(foreign).replace('/', ",");
        written.push('&');
        written.push_str(&encoded);
        written.push('-');
        foreign.clear();
    }
}

/// A message id with its brackets, so that no longer one is found that it is a part of.
pub(super) fn message_id(id: &str) -> Result<String, SeedError> {
    let bare = id.trim();
    let bare = bare.strip_prefix('<').unwrap_or(bare);
    let bare = bare.strip_suffix('>').unwrap_or(bare);
    if bare.is_empty() || !bare.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(SeedError::Unaskable(
            "this is no id of a message that could be found".into(),
        ));
    }
    quoted(&format!("<{bare}>"))
}

/// The day two days before: the server's clock and zone may be others than ours.
pub(super) fn two_days_before(ms: i64) -> String {
    let text = time::format(ms.saturating_sub(2 * DAY_MS));
    let month = text[5..7].parse::<usize>().unwrap_or(1);
    format!(
        "{}-{}-{}",
        &text[8..10],
        MONTHS[(month - 1) % 12],
        &text[..4]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_quotes() {
        assert_eq!(quoted("INBOX").unwrap(), r#""INBOX""#);
        assert_eq!(quoted(r#"a"b\c"#).unwrap(), r#""a\"b\\c""#);
        for text in [
            "a\r\nA9 DELETE INBOX",
            "a\nb",
            "a\0b",
            "a\tb",
            "ü",
            &"a".repeat(1001),
        ] {
            assert!(
                matches!(quoted(text), Err(SeedError::Unaskable(_))),
                "{text:?}"
            );
        }
    }

    #[test]
    fn ids_are_searched_with_their_brackets() {
        for id in ["a@b", "<a@b>", " <a@b> "] {
            assert_eq!(message_id(id).unwrap(), r#""<a@b>""#);
        }
        assert_eq!(message_id(r#"<"a\"@b>"#).unwrap(), r#""<\"a\\\"@b>""#);
        for id in ["", "<>", "a@b>\r\nA1 LOGOUT", "a b@c", "ü@b", "a\0@b"] {
            assert!(
                matches!(message_id(id), Err(SeedError::Unaskable(_))),
                "{id:?}"
            );
        }
    }

    #[test]
    fn folders_are_written_as_servers_write_them() {
        for (name, written) in [
            ("INBOX", "INBOX"),
            ("[Gmail]/Spam", "[Gmail]/Spam"),
            ("Tom & Jerry", "Tom &- Jerry"),
            ("Courrier indésirable", "Courrier ind&AOk-sirable"),
            ("台北", "&U,BTFw-"),
            ("日本語", "&ZeVnLIqe-"),
            ("😀", "&2D3eAA-"),
            ("a\r\nb", "a&AA0ACg-b"),
        ] {
            assert_eq!(folder(name), written);
        }
    }

    #[test]
    fn days_are_written_as_imap_writes_them() {
        // 2026-01-02T00:30:00Z
        assert_eq!(two_days_before(1_767_313_800_000), "31-Dec-2025");
        assert_eq!(two_days_before(i64::MIN).len(), 11);
    }
}
