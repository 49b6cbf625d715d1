//! What the classifiers see of a text: words, pairs of words, and pieces of words, each as the number of a bucket.

/// Buckets that features are hashed into.
pub const BUCKETS: usize = 1 << 14;

/// Letters of the pieces that words of prompts are cut into, and words of single lines, which have fewer of them.
const PIECES: &[usize] = &[4, 5];
const PIECES_OF_LINES: &[usize] = &[3, 4, 5];
/// Below how many words a line is of which length.
const LENGTHS: [usize; 5] = [4, 7, 12, 20, usize::MAX];

/// The features of a prompt, each bucket once, with weights that make texts of all lengths weigh the same.
pub fn of_prompt(text: &str) -> Vec<(usize, f32)> {
    scaled(told(&words(text), PIECES))
}

/// The same of a single line, of which its first and last words, its length and its signs tell more.
pub fn of_line(line: &str) -> Vec<(usize, f32)> {
    let words = words(&line.replace('’', "'"));
    let mut found = told(&words, PIECES_OF_LINES);
    if let (Some(first), Some(last)) = (words.first(), words.last()) {
        let opening = words[..words.len().min(2)].join(" ");
        found.push((bucket(b'f', first.as_bytes()), 1.0));
        found.push((bucket(b'l', last.as_bytes()), 1.0));
        found.push((bucket(b'g', opening.as_bytes()), 1.0));
        let length = LENGTHS.iter().position(|most| words.len() < *most);
        found.push((bucket(b'n', &[length.unwrap_or_default() as u8]), 0.5));
    }
    if line.contains('?') {
        found.push((bucket(b'q', b"?"), 1.0));
    }
    if line.contains(':') {
        found.push((bucket(b'q', b":"), 0.5));
    }
    scaled(found)
}

/// Words, pairs of them, and their pieces.
fn told(words: &[String], sizes: &[usize]) -> Vec<(usize, f32)> {
    let mut found: Vec<(usize, f32)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        found.push((bucket(b'w', word.as_bytes()), 1.0));
        if let Some(next) = words.get(place + 1) {
            let pair = format!("{word} {next}");
            found.push((bucket(b'p', pair.as_bytes()), 1.0));
        }
        pieces(word, sizes, &mut found);
    }
    found
}

fn scaled(mut found: Vec<(usize, f32)>) -> Vec<(usize, f32)> {
    found.sort_by_key(|(bucket, _)| *bucket);
    // What is said twice says no more than once: pasted texts repeat themselves.
    found.dedup_by_key(|(bucket, _)| *bucket);
    let length = found.iter().map(|(_, value)| value * value).sum::<f32>();
    let scale = if length > 0.0 {
        length.sqrt().recip()
    } else {
        0.0
    };
    for (_, value) in &mut found {
        *value *= scale;
    }
    found
}

fn pieces(word: &str, sizes: &[usize], found: &mut Vec<(usize, f32)>) {
    let edged: Vec<char> = format!("^{word}$").chars().collect();
    for size in sizes {
        for piece in edged.windows(*size) {
            let piece: String = piece.iter().collect();
            found.push((bucket(b'c', piece.as_bytes()), 0.4));
        }
    }
}

/// The words, small, with names for what differs from prompt to prompt: links, merge tags, codes, numbers.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let text = text.replace("{{", " {{").replace("}}", "}} ");
    let mut tag = false;
    for raw in text.split(|c: char| c.is_whitespace() || ",;:!?()\"“”„«»|*•".contains(c))
    {
        let raw = raw.trim_matches(|c: char| matches!(c, '.' | '-' | '\'' | '–' | '—'));
        if raw.is_empty() {
            continue;
        }
        if raw.starts_with("{{") || tag {
            tag = !raw.ends_with("}}");
            let name = raw.trim_matches(['{', '}']);
            if !name.is_empty() && name != "|" {
                words.push(format!("<{}>", name.to_lowercase()));
            }
            continue;
        }
        words.push(named(raw));
    }
    words
}

fn named(word: &str) -> String {
    if word.starts_with("http") {
        return "<link>".to_owned();
    }
    if word.contains('@') {
        return "<address>".to_owned();
    }
    let has_digit = word.chars().any(|c| c.is_ascii_digit());
    let has_letter = word.chars().any(char::is_alphabetic);
    if has_digit && word.contains('%') {
        return "<percent>".to_owned();
    }
    if has_digit && word.chars().any(|c| "$€£¥".contains(c)) {
        return "<money>".to_owned();
    }
    if has_digit
        && has_letter
        && word
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    {
        return "<code>".to_owned();
    }
    let word: String = word
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    if has_letter {
        word
    } else {
        "<number>".to_owned()
    }
}

/// FNV-1a: short, and the same everywhere.
fn bucket(kind: u8, bytes: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in std::iter::once(&kind).chain(bytes) {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    (hash ^ (hash >> 15)) as usize % BUCKETS
}
