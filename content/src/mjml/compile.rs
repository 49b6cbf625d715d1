//! Runs the MJML compiler.
//!
//! It reads texts as XML and writes attributes as Rust would print them, so it sees as little of either as
//! possible: texts wait outside, in slots, until it is done, and what an attribute holds beyond plain ASCII is
//! written as character references.

use std::collections::HashMap;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mrml::prelude::parser;
use mrml::prelude::render::RenderOptions;

/// Why there is no HTML.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It is not MJML.
    Source(parser::Error),
    /// The compiler gave up.
    Compiler(String),
}

/// Compiles MJML and fills its slots.
pub(crate) fn compile(mjml: &str, slots: &[String]) -> Result<String, Failure> {
    // It counts columns with numbers that can run below zero. What a stranger wrote must not end a process.
    let compiled = catch_unwind(AssertUnwindSafe(|| compile_unguarded(mjml)));
    let html = compiled.map_err(|_| Failure::Compiler("it does not add up".to_owned()))??;
    Ok(fill(&html, slots))
}

fn compile_unguarded(mjml: &str) -> Result<String, Failure> {
    let parsed = mrml::parse(mjml).map_err(Failure::Source)?;
    // No fonts but those that the source names itself: the defaults ask a foreign host for theirs.
    let options = RenderOptions {
        disable_comments: false,
        social_icon_origin: None,
        fonts: HashMap::new(),
    };
    parsed
        .element
        .render(&options)
        .map_err(|error| Failure::Compiler(error.to_string()))
}

/// Characters that mean nothing to anybody, around the number of a slot.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// What stands in MJML for a slot.
pub(crate) fn slot(number: usize) -> String {
    format!("{OPEN}{number}{CLOSE}")
}

/// Whether a character could be taken for the edge of a slot.
pub(crate) fn is_slot_edge(character: char) -> bool {
    matches!(character, OPEN | CLOSE)
}

fn fill(html: &str, slots: &[String]) -> String {
    let length: usize = slots.iter().map(String::len).sum();
    let mut filled = String::with_capacity(html.len() + length);
    let mut rest = html;
    while let Some((before, behind)) = rest.split_once(OPEN) {
        let (number, behind) = behind.split_once(CLOSE).unwrap_or((behind, ""));
        let text = number
            .parse::<usize>()
            .ok()
            .and_then(|number| slots.get(number));
        filled.push_str(before);
        filled.push_str(text.map_or("", String::as_str));
        rest = behind;
    }
    filled.push_str(rest);
    filled
}

/// Writes the value of an attribute: what means something to HTML, to XML or to a Rust string goes as a
/// character reference.
pub(crate) fn push_attribute(value: &str, out: &mut String) {
    for character in value.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            other => push_attribute_source(other, out),
        }
    }
}

/// The same for a character of a value that is HTML already.
pub(crate) fn push_attribute_source(character: char, out: &mut String) {
    match character {
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\\' => out.push_str("&#92;"),
        ' '..='~' => out.push(character),
        // A null character has no reference, and no meaning.
        '\0' => {}
        other => _ = write!(out, "&#{};", u32::from(other)),
    }
}
