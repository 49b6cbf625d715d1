//! When to try again.

/// Tries without progress before a job is given up: about three quarters of an hour.
pub const MAX_ATTEMPTS: i64 = 12;
const FIRST_MS: i64 = 1_000;
const LONGEST_MS: i64 = 10 * 60 * 1000;

/// Doubles from a second to ten minutes, less up to a fifth so that jobs which failed together come back
/// apart. The share is taken from the job's own number: no source of randomness is needed.
pub fn delay_ms(job: i64, attempts: i64) -> i64 {
    let doublings = attempts.clamp(1, 20) - 1;
    let full = (FIRST_MS << doublings).min(LONGEST_MS);
    let spread = (job ^ attempts).wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64) as u64 >> 32;
    full - full / 5 * (spread % 1000) as i64 / 1000
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_MS, delay_ms};

    #[test]
    fn delays_double_up_to_a_bound_and_spread() {
        for (attempts, full) in [
            (1, 1_000),
            (2, 2_000),
            (5, 16_000),
            (12, LONGEST_MS),
            (99, LONGEST_MS),
        ] {
            let delays: Vec<i64> = (0..100).map(|job| delay_ms(job << 12, attempts)).collect();
            assert!(
                delays
                    .iter()
                    .all(|delay| (full * 4 / 5..=full).contains(delay)),
                "{delays:?}"
            );
            let distinct: std::collections::HashSet<_> = delays.iter().collect();
            assert!(distinct.len() > 50, "{}", distinct.len());
        }
    }
}
