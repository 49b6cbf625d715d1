//! Words that may be tokens of ours: they stand in return paths, message ids, links and the unsubscribe header of our
//! mails. Whoever knows the key says which of them are.

use memchr::memmem;
use postrider_domain::contract::paths;

use crate::mime::Part;

const SHORTEST: usize = 24;
const LONGEST: usize = 3072;
const MOST: usize = 100;
/// What stands before a token in a link that only the recipient has. Others are shown to anybody.
const PATH: &[u8] = paths::UNSUBSCRIBE.start.as_bytes();

/// Every byte is read once as it came, and once more without its encoding if it has one.
pub(super) fn find(message: &[u8], parts: &[Part<'_>]) -> Vec<String> {
    let mut found = Vec::new();
    scan(message, &mut found);
    let encoded = parts.iter().filter(|part| part.entity.is_encoded());
    for part in encoded {
        scan(&part.entity.content(), &mut found);
    }
    found
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
        let is_link = text[..start].ends_with(PATH);
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
