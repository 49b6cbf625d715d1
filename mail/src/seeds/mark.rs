//! What a copy is found by where it has got another Message-ID on its way: relays like Amazon SES give one of their own.

/// Filters go by no header of this name, and no relay has a reason to write it anew.
pub(super) const HEADER: &str = "X-Postrider-Copy";

/// Puts the header above all others, with the id in it: what was written and signed below stays as it is.
pub fn mark(message: &mut Vec<u8>, message_id: &str) {
    let harmless = |c: &char| c.is_ascii_graphic() && !"<>".contains(*c);
    let id: String = message_id.chars().filter(harmless).collect();
    let line = format!("{HEADER}: <{id}>\r\n");
    message.splice(..0, line.into_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_one_line_above_all_that_was_there() {
        for id in ["1@a.test", "<1@a.test>", "1@a.\r\ntest "] {
            let mut message = b"From: a@a.test\r\n\r\nHi\r\n".to_vec();
            mark(&mut message, id);
            let text = String::from_utf8(message).unwrap();
            assert_eq!(
                text,
                "X-Postrider-Copy: <1@a.test>\r\nFrom: a@a.test\r\n\r\nHi\r\n"
            );
        }
    }
}
