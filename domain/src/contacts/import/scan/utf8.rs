//! Whether bytes that come in pieces are UTF-8.

use super::lines::lines;
use crate::contacts::import::records::Encoding;
use crate::contract::problem::Problem;

/// What helps whoever has a file that cannot be read.
pub(super) const SAVE_AS_UTF8: &str = "Save the file as CSV in UTF-8.";
/// The longest character.
const LONGEST: usize = 4;

#[derive(Default)]
pub(super) struct Utf8Check {
    /// The beginning of a character that the next piece may complete.
    begun: Vec<u8>,
    /// A character of more than one byte was there: hardly by chance.
    multibyte: bool,
    /// The line of the first byte that is not UTF-8.
    foreign: Option<u64>,
}

impl Utf8Check {
    /// `line` is the one in which the piece begins. Fails as soon as the bytes are neither all UTF-8 nor
    /// all something else.
    pub(super) fn look(&mut self, piece: &[u8], line: u64) -> Result<(), Problem> {
        let mut rest = self.complete(piece, line);
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.multibyte |= !text.is_ascii();
                    break;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    self.multibyte |= !valid.is_ascii();
                    let Some(length) = error.error_len() else {
                        self.begun.extend_from_slice(after);
                        break;
                    };
                    // Only the first is told, so the lines are counted once.
                    if self.foreign.is_none() {
                        let read = piece.len() - after.len();
                        self.refuse(line + lines(&piece[..read]));
                    }
                    rest = &after[length..];
                }
            }
            if self.multibyte && self.foreign.is_some() {
                break;
            }
        }
        self.not_mixed()
    }

    /// For a file that is said to be UTF-8.
    pub(super) fn look_strictly(&mut self, piece: &[u8], line: u64) -> Result<(), Problem> {
        let looked = self.look(piece, line);
        match self.foreign {
            Some(line) => Err(not_utf8(line)),
            None => looked,
        }
    }

    pub(super) fn guess(mut self, line: u64) -> Result<Encoding, Problem> {
        self.end(line);
        self.not_mixed()?;
        Ok(match self.foreign {
            Some(_) => Encoding::Windows1252,
            None => Encoding::Utf8,
        })
    }

    pub(super) fn confirm(mut self, line: u64) -> Result<Encoding, Problem> {
        self.end(line);
        self.foreign
            .map_or(Ok(Encoding::Utf8), |line| Err(not_utf8(line)))
    }

    /// A character that was begun and never completed.
    fn end(&mut self, line: u64) {
        if !self.begun.is_empty() {
            self.refuse(line);
        }
    }

    /// Completes the character that the last piece began; gives what follows it.
    fn complete<'p>(&mut self, piece: &'p [u8], line: u64) -> &'p [u8] {
        let mut taken = 0;
        while !self.begun.is_empty() && taken < piece.len() && self.begun.len() < LONGEST {
            self.begun.push(piece[taken]);
            match std::str::from_utf8(&self.begun) {
                Ok(_) => {
                    self.multibyte = true;
                    self.begun.clear();
                    taken += 1;
                }
                Err(error) if error.error_len().is_none() => taken += 1,
                // What broke it off may be sound itself: it is looked at again.
                Err(_) => {
                    self.refuse(line);
                    self.begun.clear();
                }
            }
        }
        &piece[taken..]
    }

    fn refuse(&mut self, line: u64) {
        self.foreign.get_or_insert(line);
    }

    fn not_mixed(&self) -> Result<(), Problem> {
        match self.foreign {
            Some(line) if self.multibyte => {
                let message = format!(
                    "The file mixes UTF-8 and another encoding: line {line} is not UTF-8, other lines are."
                );
                Err(Problem::invalid("csv", message).suggest(SAVE_AS_UTF8))
            }
            _ => Ok(()),
        }
    }
}

fn not_utf8(line: u64) -> Problem {
    let message = format!("The text is not UTF-8 in line {line}.");
    Problem::invalid("csv", message).suggest("Save the file as UTF-8, or name its charset.")
}
