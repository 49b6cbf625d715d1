//! The grammar: `{{ name | fallback }}`.

use std::borrow::Cow;
use std::ops::Range;

/// Characters of a name.
pub const NAME_MAX: usize = 100;
/// Bytes of a fallback, without its quotes: a sentence or two. Two braces with a page between them are no tag.
pub const FALLBACK_MAX: usize = 1000;

/// A merge tag where it stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Case-sensitive. A line break, a tab or a no-break space inside it is one space: sources get wrapped.
    pub name: Cow<'a, str>,
    /// Without its quotes; an empty one is a fallback too.
    pub fallback: Option<Cow<'a, str>>,
    /// From the first brace to behind the last one.
    pub range: Range<usize>,
}

/// The merge tags of a plain text, in order. What is not a well-formed tag is text like any other; of
/// braces inside braces the innermost count.
pub fn tags(text: &str) -> Tags<'_> {
    encoded_tags(text, as_is)
}

/// The merge tags of a text whose characters may be written as references (`&quot;` in HTML): `decode`
/// reads what stands between the braces.
pub fn encoded_tags(text: &str, decode: Decode) -> Tags<'_> {
    Tags {
        text,
        decode,
        at: 0,
    }
}

/// Reads the references of a source; `Cow::Borrowed` where there are none.
pub type Decode = for<'a> fn(&'a str) -> Cow<'a, str>;

/// For sources without references.
pub fn as_is(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

pub struct Tags<'a> {
    text: &'a str,
    decode: Decode,
    at: usize,
}

impl<'a> Iterator for Tags<'a> {
    type Item = Tag<'a>;

    fn next(&mut self) -> Option<Tag<'a>> {
        loop {
            let range = next_braces(self.text.as_bytes(), self.at)?;
            self.at = range.end;
            let inner = &self.text[range.start + 2..range.end - 2];
            if let Some((name, fallback)) = read((self.decode)(inner)) {
                return Some(Tag {
                    name,
                    fallback,
                    range,
                });
            }
        }
    }
}

/// The next `{{ … }}` without double braces inside. Every byte is looked at once, so that a text of
/// nothing but braces costs no more than any other.
fn next_braces(bytes: &[u8], from: usize) -> Option<Range<usize>> {
    let mut start = None;
    let mut at = from;
    while at + 1 < bytes.len() {
        match (bytes[at], bytes[at + 1]) {
            (b'{', b'{') => {
                start = Some(at);
                at += 1;
            }
            (b'}', b'}') => match start {
                // `{{}}`, and the second brace of `{{` is not the first of another tag.
                Some(start) if at >= start + 2 => return Some(start..at + 2),
                _ => at += 1,
            },
            _ => at += 1,
        }
    }
    None
}

type Parts<'a> = (Cow<'a, str>, Option<Cow<'a, str>>);

fn read(inner: Cow<'_, str>) -> Option<Parts<'_>> {
    match inner {
        Cow::Borrowed(text) => read_text(text),
        Cow::Owned(text) => {
            let (name, fallback) = read_text(&text)?;
            let fallback = fallback.map(|text| Cow::Owned(text.into_owned()));
            Some((Cow::Owned(name.into_owned()), fallback))
        }
    }
}

fn read_text(inner: &str) -> Option<Parts<'_>> {
    match inner.split_once('|') {
        None => Some((read_name(inner)?, None)),
        Some((name, fallback)) => {
            let fallback = read_fallback(fallback).filter(|text| text.len() <= FALLBACK_MAX)?;
            Some((read_name(name)?, Some(fallback.into())))
        }
    }
}

fn read_name(text: &str) -> Option<Cow<'_, str>> {
    let name = text.trim();
    if name.is_empty() {
        return None;
    }
    let is_wrapped = |character: char| character.is_whitespace() && character != ' ';
    let name = if name.contains(is_wrapped) {
        Cow::Owned(name.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(name)
    };
    let is_unfit = |character: char| matches!(character, '{' | '}' | '"') || character.is_control();
    // A byte is no more than a character: a text of megabytes between two braces is not counted through.
    let fits =
        name.len() <= 4 * NAME_MAX && name.chars().count() <= NAME_MAX && !name.contains(is_unfit);
    fits.then_some(name)
}

/// Bare, or in quotes, which let it hold `|`, single braces and white space at its ends. There is no
/// escape: a text with one kind of quotes in it stands in the other kind.
fn read_fallback(text: &str) -> Option<&str> {
    let text = text.trim();
    for quote in ['"', '\''] {
        let quoted = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(quoted) = quoted.filter(|quoted| !quoted.contains(quote)) {
            return Some(quoted);
        }
    }
    (!text.contains(['{', '}', '|'])).then_some(text)
}
