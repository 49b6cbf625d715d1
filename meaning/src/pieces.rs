//! Texts as the pieces of words that the model knows by number.

use std::collections::HashMap;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::weights::WeightsError;

/// In the folder of the weights: a piece a line, its number that of the line.
const FILE: &str = "vocab.txt";
/// Letters of a word; longer ones are none.
const WORD_MAX: usize = 100;

pub struct Pieces {
    numbers: HashMap<String, usize>,
    /// Of the file.
    checksum: u32,
    unknown: usize,
    start: usize,
    end: usize,
}

/// The pieces, of which there must be as many as the model knows.
pub fn read(folder: &Path, count: usize) -> Result<Pieces, WeightsError> {
    let path = folder.join(FILE);
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| WeightsError::of_file(&path, &error))?;
    let numbers: HashMap<String, usize> = text.lines().map(str::to_owned).zip(0..).collect();
    let number = |piece: &str| numbers.get(piece).copied();
    let marks = (number("[UNK]"), number("[CLS]"), number("[SEP]"));
    let (Some(unknown), Some(start), Some(end)) = marks else {
        let path = path.display();
        return Err(WeightsError::new(format!("{path} is no list of pieces")));
    };
    if numbers.len() != count {
        return Err(WeightsError::new(format!(
            "{} has {} pieces, the model knows {count}",
            path.display(),
            numbers.len()
        )));
    }
    Ok(Pieces {
        checksum: crc32fast::hash(text.as_bytes()),
        numbers,
        unknown,
        start,
        end,
    })
}

impl Pieces {
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The numbers of a text between those of its start and its end, `most` in all.
    pub fn of(&self, text: &str, most: usize) -> Vec<usize> {
        let mut numbers = vec![self.start];
        for word in words(text) {
            self.split(&word, &mut numbers);
            if numbers.len() >= most {
                break;
            }
        }
        numbers.truncate(most.saturating_sub(1));
        numbers.push(self.end);
        numbers
    }

    /// The longest piece that a word begins with, then the longest of what is left. A word with a rest that is no piece is
    /// unknown as a whole.
    fn split(&self, word: &str, numbers: &mut Vec<usize>) {
        let begun = numbers.len();
        let mut rest = word;
        while !rest.is_empty() {
            let longest = ends(rest).find_map(|end| {
                let (piece, behind) = rest.split_at(end);
                let number = if rest.len() == word.len() {
                    self.numbers.get(piece)
                } else {
                    self.numbers.get(&format!("##{piece}"))
                };
                Some((*number?, behind))
            });
            let Some((number, behind)) = longest else {
                numbers.truncate(begun);
                numbers.push(self.unknown);
                return;
            };
            numbers.push(number);
            rest = behind;
        }
    }
}

/// Where each letter of a text ends, the last first.
fn ends(text: &str) -> impl Iterator<Item = usize> {
    let ends = text.char_indices().rev();
    ends.map(|(start, letter)| start + letter.len_utf8())
}

/// Lower case without accents. What is neither letter nor digit stands alone, and so does a letter that is a word.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters = text.chars().flat_map(char::to_lowercase).nfd();
    for letter in letters.filter(|letter| !is_combining_mark(*letter)) {
        if letter.is_alphanumeric() && !is_ideograph(letter) {
            if let Some(word) = words.last_mut() {
                word.push(letter);
            }
            continue;
        }
        if !letter.is_whitespace() && !letter.is_control() {
            words.push(letter.to_string());
        }
        words.push(String::new());
    }
    words.retain(|word| !word.is_empty() && word.chars().count() <= WORD_MAX);
    words
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{2FA1F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_lower_case_and_marks_stand_alone() {
        assert_eq!(
            words("Café, 20% OFF!"),
            ["cafe", ",", "20", "%", "off", "!"]
        );
        assert_eq!(words("don't\t你好"), ["don", "'", "t", "你", "好"]);
        assert_eq!(words(" \u{0} "), [""; 0]);
    }

    #[test]
    fn words_fall_into_the_longest_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let known = ["[UNK]", "[CLS]", "[SEP]", "cart", "car", "##s", "##t", "é"];
        std::fs::write(folder.path().join(FILE), known.join("\n")).unwrap();
        let pieces = read(folder.path(), known.len()).unwrap();
        assert_eq!(pieces.of("Carts", 9), [1, 3, 5, 2]);
        assert_eq!(pieces.of("car cartx x", 9), [1, 4, 0, 0, 2]);
        assert_eq!(pieces.of("", 9), [1, 2]);
        assert_eq!(pieces.of("car car car car", 4), [1, 4, 4, 2]);
        assert!(read(folder.path(), 9).is_err());
    }
}
