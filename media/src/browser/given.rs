//! What one page is given.

use super::shot::{Answer, MAX_SHOWN_BYTES, MAX_SHOWN_PIXELS};

/// Every answer counts, as often as it is given: a browser keeps what it has asked for twice twice.
#[derive(Default)]
pub(super) struct Given {
    bytes: u64,
    pixels: u64,
}

impl Given {
    /// Whether the page may have this too. What is refused is not counted.
    pub fn take(&mut self, answer: &Answer) -> bool {
        let bytes = self.bytes.saturating_add(answer.bytes.len() as u64);
        let pixels = self.pixels.saturating_add(answer.pixels);
        let fits = bytes <= MAX_SHOWN_BYTES && pixels <= MAX_SHOWN_PIXELS;
        if fits {
            (self.bytes, self.pixels) = (bytes, pixels);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn answer(bytes: usize, pixels: u64) -> Answer {
        Answer {
            content_type: "image/png",
            bytes: Bytes::from(vec![0; bytes]),
            pixels,
        }
    }

    #[test]
    fn a_page_is_given_so_much_however_often_it_asks_for_the_same() {
        let mut given = Given::default();
        let large = answer(5 << 20, 1);
        let times = (0..400).filter(|_| given.take(&large)).count();
        assert_eq!(times, 10);
        assert!(given.take(&answer(0, 1)), "what fits is given");

        let mut given = Given::default();
        let wide = answer(100, 40_000_000);
        let times = (0..400).filter(|_| given.take(&wide)).count();
        assert_eq!(times, 5);
        assert!(!given.take(&answer(1, 1)));
        assert!(!given.take(&answer(1, u64::MAX)));
    }
}
