//! Texts without markup.

use super::builder::Builder;
use super::escape::Escape;
use super::tag::as_is;
use super::template::Template;
use super::url;

/// The plain-text part of a mail.
pub fn compile_text(text: &str) -> Template {
    let mut builder = Builder::new(text.len());
    // The word that is being written, each tag as a letter of it.
    let mut word = String::new();
    builder.text_by(text, as_is, |before| {
        let tail = before.rsplit(char::is_whitespace).next().unwrap_or(before);
        if tail.len() < before.len() {
            word.clear();
        }
        word.push_str(tail);
        let escape = url_in(&word).map_or(Escape::Text, |url| Escape::TextUrl(url::place(url)));
        word.push('x');
        escape
    });
    builder.finish()
}

/// A subject, a sender's name, a preview text: one line.
pub fn compile_header(text: &str) -> Template {
    let mut builder = Builder::new(text.len());
    builder.text(text, as_is, Escape::Header);
    builder.finish()
}

/// A URL that the word ends with: a space in a value would end it too early.
fn url_in(word: &str) -> Option<&str> {
    let start = word.find("http://").or_else(|| word.find("https://"))?;
    Some(&word[start..])
}
