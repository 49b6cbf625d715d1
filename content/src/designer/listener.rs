//! To whom a line of a prompt is said: a linear classifier over hashed features tells what is said to the writer of the mail
//! (`a tiny bit of humour is ok`) from what is said to its readers (`a tiny bit of oil is enough`), where no pattern of the
//! grammar knows. `content/examples/train.rs` makes its weights from the lines in `content/assets/designer/lines` and from what
//! templates and phrases say to readers.

use super::features;

/// A weight for each bucket, in a byte.
static WEIGHTS: &[u8] = include_bytes!("../../assets/designer/listener.bin");

/// A byte of 127 is a weight of this.
pub const LARGEST: f32 = 8.0;

/// From this share on a line is left out of the mail, and its author is told so. One that readers miss does more harm than one
/// that they wonder about.
const SURE: f32 = 0.95;
/// The same of a word or two, which say little of whom they are said to.
const SURE_OF_SHORT: f32 = 0.985;
const SHORT: usize = 2;

/// How likely it is that a line is said to the writer, between 0 and 1.
pub fn share_of_writer(line: &str) -> f32 {
    let features = features::of_line(line);
    let score: f32 = features
        .into_iter()
        .map(|(bucket, value)| weight(bucket) * value)
        .sum();
    (1.0 + (-score).exp()).recip()
}

pub fn surely_to_writer(line: &str) -> bool {
    let is_short = line.split_whitespace().count() <= SHORT;
    share_of_writer(line) >= if is_short { SURE_OF_SHORT } else { SURE }
}

fn weight(bucket: usize) -> f32 {
    let byte = WEIGHTS.get(bucket).copied().unwrap_or_default();
    f32::from(byte.cast_signed()) * LARGEST / 127.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_the_writer_is_told_from_what_is_said_to_readers() {
        for line in [
            "Vouvoiement, sobre, pas de smileys",
            "a tiny bit of humour is ok",
            "should I say this?",
            "Betreff egal, mach du",
        ] {
            assert!(surely_to_writer(line), "{line}: {}", share_of_writer(line));
        }
        for line in [
            "Bring a towel.",
            "not too hot, or the wax melts",
            "We are sorry that you had to wait.",
            "Please keep your dog on the lead.",
        ] {
            assert!(!surely_to_writer(line), "{line}: {}", share_of_writer(line));
        }
    }
}
