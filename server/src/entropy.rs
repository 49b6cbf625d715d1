//! The one place that reads the random source, and the ids made from it.

use aws_lc_rs::rand::{SecureRandom, SystemRandom};
use postrider_domain::contract::ids;

#[expect(
    clippy::disallowed_methods,
    reason = "this is where the random source is read"
)]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut buffer = [0; N];
    // The kernel's source fails only before it is seeded, long before a service starts.
    SystemRandom::new()
        .fill(&mut buffer)
        .expect("the kernel has random bytes");
    buffer
}

pub fn lower32() -> String {
    ids::lower32(bytes())
}

pub fn opaque21() -> String {
    ids::opaque21(bytes())
}

/// The prefix as it is shown, underscore included (`grp_`), and 21 opaque characters.
pub fn prefixed(prefix: &str) -> String {
    ids::prefixed(prefix, bytes())
}

pub fn request_id() -> String {
    ids::request_id(bytes())
}
