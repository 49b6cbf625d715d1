//! Words that may be tokens of ours: they stand in return paths, message ids, links and the unsubscribe header of our
//! mails. Whoever knows the key says which of them are.

use mail_parser::{Message, PartType};
use memchr::memmem;

const SHORTEST: usize = 24;
const LONGEST: usize = 3072;
const MOST: usize = 100;
/// Messages inside messages.
const DEEPEST: usize = 4;
/// What stands before a token in a link.
const PATHS: &[&[u8]] = &[b"/unsubscribe/", b"/view/", b"/o/", b"/c/"];

pub(super) fn find(message: &Message<'_>) -> Vec<String> {
    let mut found = Vec::new();
    look(message, &mut found, DEEPEST);
    found
}

fn look(message: &Message<'_>, found: &mut Vec<String>, deepest: usize) {
    // As it came: headers of all that is not encoded.
    scan(&message.raw_message, found);
    for part in &message.parts {
        match &part.body {
            PartType::Text(text) | PartType::Html(text) => scan(text.as_bytes(), found),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => scan(bytes, found),
            PartType::Message(inside) if deepest > 0 => look(inside, found, deepest - 1),
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
}

fn scan(text: &[u8], found: &mut Vec<String>) {
    let mut at = 0;
    for word in text.split(|byte| !is_token(*byte)) {
        let (start, end) = (at, at + word.len());
        at = end + 1;
        if found.len() == MOST {
            return;
        }
        if !(SHORTEST..=LONGEST).contains(&word.len()) {
            continue;
        }
        let is_address = text.get(end) == Some(&b'@');
        let is_link = PATHS.iter().any(|path| text[..start].ends_with(path));
        if (is_address || is_link)
            && let Ok(word) = std::str::from_utf8(word)
            && !found.iter().any(|known| known == word)
        {
            found.push(word.to_owned());
        }
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Whether a text has a word, in any case.
pub(super) fn has(lower: &[u8], word: &str) -> bool {
    memmem::find(lower, word.as_bytes()).is_some()
}
