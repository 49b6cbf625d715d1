//! Moments that nobody chose, and that can be had again.

use std::time::Duration;

use postrider_server::entropy;

use crate::support::settings;

/// Random numbers that a printed seed gives again.
pub struct Moments(u64);

impl Moments {
    pub fn new() -> Self {
        let seed = settings::get("POSTRIDER_SEED").map_or_else(
            || u64::from_be_bytes(entropy::bytes()),
            |seed| seed.parse().expect("POSTRIDER_SEED is a number"),
        );
        say(&format!("POSTRIDER_SEED={seed}"));
        Self(seed)
    }

    /// Others, that the same seed gives again.
    pub fn split(&mut self) -> Self {
        Self(self.below(usize::MAX) as u64)
    }

    /// `splitmix64`
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    pub fn pause(&mut self, longest_ms: usize) -> Duration {
        Duration::from_millis(self.below(longest_ms) as u64)
    }
}

#[expect(clippy::print_stdout, reason = "for whoever reads the run")]
pub fn say(line: &str) {
    println!("{line}");
}
