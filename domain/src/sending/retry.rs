//! When a mail that a receiver would not take yet is tried again.

const MINUTE: i64 = 60_000;

/// How long a receiver is waited for.
pub const LONGEST_MS: i64 = 72 * 60 * MINUTE;

/// The waits after each try. They add up to 72 hours, which is as long as a receiver is waited for.
const WAITS: [i64; 18] = [
    MINUTE,
    5 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    60 * MINUTE,
    120 * MINUTE,
    240 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    360 * MINUTE,
    249 * MINUTE,
];

/// How long to wait after the try with this number, counted from one. `None`: it was the last.
pub fn wait_after(attempt: i64) -> Option<i64> {
    let index = usize::try_from(attempt.max(1) - 1).ok()?;
    WAITS.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_grow_and_end_after_three_days() {
        let waits: Vec<i64> = (1..).map_while(wait_after).collect();
        assert_eq!(waits.iter().sum::<i64>(), 72 * 60 * MINUTE);
        assert!(waits[..17].is_sorted());
        assert_eq!(wait_after(19), None);
        assert_eq!(wait_after(0), Some(MINUTE));
    }
}
