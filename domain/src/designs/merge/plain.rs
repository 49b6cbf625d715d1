//! Texts without markup.

use super::builder::Builder;
use super::escape::Escape;
use super::tag::as_is;
use super::template::Template;
use super::url_position::UrlSoFar;

/// The plain-text part of a mail.
pub fn compile_text(text: &str) -> Template {
    let mut builder = Builder::new(text.len());
    // The URL that the word at hand ends with: a space in a value would end it too early.
    let mut url: Option<UrlSoFar> = None;
    builder.text_by(text, as_is, |before| {
        let mut tail = before.rsplit(char::is_whitespace).next().unwrap_or(before);
        if tail.len() < before.len() {
            url = None;
        }
        if url.is_none()
            && let Some(start) = url_start(tail)
        {
            tail = &tail[start..];
            url = Some(UrlSoFar::new());
        }
        let Some(url) = &mut url else {
            return Escape::Text;
        };
        url.text(tail);
        let place = url.place();
        url.tag();
        Escape::TextUrl(place)
    });
    builder.finish()
}

/// A subject, a sender's name, a preview text: one line.
pub fn compile_header(text: &str) -> Template {
    let mut builder = Builder::new(text.len());
    builder.text(text, as_is, Escape::Header);
    builder.finish()
}

/// No tag stands inside what a URL begins with, so it is looked for in one text between tags at a time.
fn url_start(text: &str) -> Option<usize> {
    let starts = [text.find("http://"), text.find("https://")];
    starts.into_iter().flatten().min()
}
