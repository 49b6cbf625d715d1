//! The words of a text where they stand. Links, addresses, merge tags and quoted texts are one token each: nothing in
//! them is ever read as a word.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// A single sign.
    Mark,
    Link,
    Address,
    Tag,
    Quoted,
}

#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub kind: Kind,
    pub start: usize,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub fn is(&self, word: &str) -> bool {
        self.kind != Kind::Quoted && self.small() == word
    }

    fn small(&self) -> String {
        self.text.to_lowercase().replace('’', "'")
    }

    /// One of the words, which have spaces between them.
    pub fn is_any(&self, words: &str) -> bool {
        let small = self.small();
        self.kind != Kind::Quoted && words.split(' ').any(|word| small == word)
    }

    /// One of a list.
    pub fn is_in<W: AsRef<str>>(&self, words: &[W]) -> bool {
        let small = self.small();
        self.kind != Kind::Quoted && words.iter().any(|word| small == word.as_ref())
    }

    pub fn has_digit(&self) -> bool {
        self.text.chars().any(|c| c.is_ascii_digit())
    }
}

/// Signs that stand around words and are none of them.
fn is_edge(c: char) -> bool {
    ",;:!?()[]\"“”„«».…*•·|".contains(c)
}

const QUOTES: [(char, &str); 4] = [('"', "\""), ('“', "”"), ('„', "“”"), ('«', "»")];

/// Bytes of a word; what goes on without a space is cut, so that no text is looked through again for each of its signs.
const WORD_MAX: usize = 400;

/// Bytes of a quoted text: an inch mark does not quote a page.
const QUOTE_MAX: usize = 200;

pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (length, kind) = next(&text[at..], first);
        found.push(Token {
            text: &text[at..at + length],
            kind,
            start: at,
        });
        at += length;
    }
    found
}

fn next(rest: &str, first: char) -> (usize, Kind) {
    let tag = rest.strip_prefix("{{").and_then(|inside| inside.find("}}"));
    if let Some(end) = tag {
        return (end + 4, Kind::Tag);
    }
    if let Some(length) = quoted(rest, first) {
        return (length, Kind::Quoted);
    }
    if rest.starts_with("http://") || rest.starts_with("https://") {
        return (link(rest), Kind::Link);
    }
    if is_edge(first) {
        return (first.len_utf8(), Kind::Mark);
    }
    let rest = &rest[..rest.floor_char_boundary(WORD_MAX)];
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let end = rest[..end].find("{{").filter(|at| *at > 0).unwrap_or(end);
    word(&rest[..end])
}

/// A word ends before the signs behind it, and before a sign inside it that no number or address has.
fn word(text: &str) -> (usize, Kind) {
    if text.contains('@') && text.contains('.') {
        let address = text.trim_end_matches(is_edge);
        return (address.len(), Kind::Address);
    }
    // `d’apporter`, `qu’ils`: two words in French.
    let joined = ["d'", "d’", "qu'", "qu’"]
        .iter()
        .find(|joint| text.starts_with(**joint));
    if let Some(joint) = joined.filter(|joint| text.len() > joint.len()) {
        return (joint.len(), Kind::Word);
    }
    let mut behind_digit = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let before_digit = chars.peek().is_some_and(|(_, c)| c.is_ascii_digit());
        let between_digits = behind_digit && before_digit;
        if is_edge(c) && !(between_digits && ",.:".contains(c)) {
            return (at, Kind::Word);
        }
        behind_digit = c.is_ascii_digit();
    }
    let sign = !text
        .chars()
        .any(|c| c.is_alphanumeric() || "$€£%".contains(c));
    (text.len(), if sign { Kind::Mark } else { Kind::Word })
}

fn link(rest: &str) -> usize {
    let end = rest
        .find(|c: char| c.is_whitespace() || "\"“”«»<>)".contains(c))
        .unwrap_or(rest.len());
    rest[..end]
        .trim_end_matches(['.', ',', ';', ':', '!', '?'])
        .len()
}

fn quoted(rest: &str, first: char) -> Option<usize> {
    let (_, ends) = QUOTES.iter().find(|(open, _)| *open == first)?;
    let inside = &rest[first.len_utf8()..];
    let inside = &inside[..inside.floor_char_boundary(QUOTE_MAX + 1)];
    let (end, close) = inside.char_indices().find(|(_, c)| ends.contains(*c))?;
    let holds_line = inside[..end].contains('\n');
    (end > 0 && end <= QUOTE_MAX && !holds_line).then(|| first.len_utf8() + end + close.len_utf8())
}

/// The text inside the quotes.
pub fn unquoted(text: &str) -> &str {
    text.trim_matches(|c: char| "\"“”„«»".contains(c)).trim()
}

/// From the first of the tokens to the end of the last.
pub fn span<'t>(text: &'t str, tokens: &[Token]) -> Option<&'t str> {
    text.get(tokens.first()?.start..tokens.last()?.end())
}
