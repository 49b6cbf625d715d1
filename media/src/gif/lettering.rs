//! Words that move, in the colours of a brand.

use std::fmt::Write as _;

use image::DynamicImage;

use super::effect::within;
use super::encode::Frame;
use crate::image::ImageError;
use crate::svg::{draw_at, letter_widths};

/// What is shown, and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettering {
    pub words: String,
    /// `#rrggbb`
    pub background: String,
    pub letters: String,
    pub accent: String,
}

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 300.0;
/// Beside the words.
const MARGIN: f64 = 40.0;
const LINE: f64 = 1.2;
const LARGEST: f64 = 96.0;
/// Below that nobody reads them: a word that is too long for a line goes on in the next.
const UNBROKEN: f64 = 28.0;
const SMALLEST: f64 = 10.0;
/// Characters that can be read in passing.
pub const MAX_CHARACTERS: usize = 80;

const REST: u16 = 160;
const APPEARING: u16 = 12;
/// Steps in which the line below the words grows.
const GROWING: u32 = 6;

impl Lettering {
    pub(super) fn frames(&self, side: u32) -> Result<Vec<Frame>, ImageError> {
        let (lines, letter) = laid_out(&self.words);
        let count: usize = lines.iter().map(Vec::len).sum();
        let frame = |words: usize, line: f64, delay: u16| -> Result<Frame, ImageError> {
            let drawing = self.drawing(&lines, letter, words, line);
            let image = draw_at(drawing.as_bytes(), 1.0)?;
            Ok(Frame {
                image: within(&DynamicImage::ImageRgba8(image), side),
                delay,
            })
        };
        // All of it first; then word by word.
        let mut frames = vec![frame(count, 1.0, REST)?];
        for words in 1..=count {
            frames.push(frame(words, 0.0, APPEARING * 2)?);
        }
        for step in 1..GROWING {
            let grown = f64::from(step) / f64::from(GROWING);
            frames.push(frame(count, grown, APPEARING / 2)?);
        }
        Ok(frames)
    }

    /// With so many words, and so much of the line below them.
    fn drawing(&self, lines: &[Vec<&str>], size: f64, words: usize, line: f64) -> String {
        let height = lines.len() as f64 * size * LINE;
        let mut left = words;
        let mut text = String::new();
        for (row, words) in lines.iter().enumerate() {
            let y = (HEIGHT - height) / 2.0 + size * 0.95 + row as f64 * size * LINE;
            let _ = write!(
                text,
                r#"<text x="{}" y="{y}" font-size="{size}" text-anchor="middle" fill="{}">"#,
                WIDTH / 2.0,
                escaped(&self.letters)
            );
            for (index, word) in words.iter().enumerate() {
                let gap = if index == 0 { "" } else { " " };
                let shown = u8::from(left > 0);
                left = left.saturating_sub(1);
                // One that is still to come has its place.
                let _ = write!(
                    text,
                    r#"<tspan fill-opacity="{shown}">{gap}{}</tspan>"#,
                    escaped(word)
                );
            }
            text.push_str("</text>");
        }
        let (long, below) = (WIDTH * 0.3 * line, f64::midpoint(HEIGHT, height) + 18.0);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{}"/>{text}<rect x="{}" y="{below}" width="{long}" height="8" rx="4" fill="{}"/></svg>"#,
            escaped(&self.background),
            (WIDTH - long) / 2.0,
            escaped(&self.accent)
        )
    }
}

/// Lines of words, and how large their letters are: as large as fits.
fn laid_out(words: &str) -> (Vec<Vec<&str>>, f64) {
    let words: Vec<&str> = words.split_whitespace().collect();
    let mut size = LARGEST;
    loop {
        let fits = (WIDTH - 2.0 * MARGIN) / size;
        let lines = if size > UNBROKEN {
            broken(&words, fits)
        } else {
            let pieces: Vec<&str> = words.iter().flat_map(|word| pieces(word, fits)).collect();
            broken(&pieces, fits)
        };
        let high = lines.len() as f64 * size * LINE;
        let is_within = lines.iter().all(|line| width(&line.join(" ")) <= fits);
        if (high <= HEIGHT - 2.0 * MARGIN && is_within) || size <= SMALLEST {
            return (lines, size);
        }
        size -= 4.0;
    }
}

/// As a part of the size of its letters.
fn width(text: &str) -> f64 {
    letter_widths(text).iter().sum()
}

fn broken<'a>(words: &[&'a str], fits: f64) -> Vec<Vec<&'a str>> {
    let space = width(" ");
    let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
    let mut taken = 0.0;
    for word in words {
        let Some(line) = lines.last_mut() else { break };
        let wide = width(word);
        if !line.is_empty() && taken + space + wide > fits {
            lines.push(vec![word]);
            taken = wide;
        } else {
            taken += if line.is_empty() { wide } else { space + wide };
            line.push(word);
        }
    }
    lines
}

/// A word in parts, each of which fills a line but the last.
fn pieces(word: &str, fits: f64) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut taken) = (0, 0.0);
    for ((at, _), wide) in word.char_indices().zip(letter_widths(word)) {
        if at > start && taken + wide > fits {
            pieces.push(&word[start..at]);
            (start, taken) = (at, 0.0);
        }
        taken += wide;
    }
    pieces.push(&word[start..]);
    pieces
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’')];
/// What stands before the words themselves.
const FRAMES: [&str; 6] = [
    "that says",
    "which says",
    "saying",
    "with the words",
    "with the text",
    "that reads",
];

/// The words that a prompt wants to see: those in quotes, else those behind "that says", else all of it.
pub fn words_to_show(prompt: &str) -> String {
    let quoted = QUOTES.iter().filter_map(|(open, close)| {
        let start = prompt.find(*open)? + open.len_utf8();
        let end = start + prompt[start..].find(*close)?;
        let inside = prompt[start..end].trim();
        (!inside.is_empty()).then_some((start, inside))
    });
    if let Some((_, inside)) = quoted.min_by_key(|(start, _)| *start) {
        return shortened(inside);
    }
    let lower = prompt.to_lowercase();
    // Where the case changes lengths, places in one text mean nothing in the other.
    let framed = FRAMES.iter().find_map(|frame| {
        let at = lower.find(frame)? + frame.len();
        let rest = prompt
            .get(at..)?
            .trim_matches(|each: char| each.is_whitespace() || matches!(each, ':' | '.' | '\''));
        (lower.len() == prompt.len() && !rest.is_empty()).then_some(rest)
    });
    shortened(framed.unwrap_or(prompt))
}

/// Whole words, as many as can be read in passing.
fn shortened(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        let word: String = word.chars().filter(|each| !each.is_control()).collect();
        if short.chars().count() + word.chars().count() >= MAX_CHARACTERS {
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(&word);
    }
    if short.is_empty() {
        short = text.trim().chars().take(MAX_CHARACTERS / 4).collect();
    }
    short
}
