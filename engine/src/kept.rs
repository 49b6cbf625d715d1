//! What is made of stored rows and used for many recipients: kept for a minute, because the rows may change, and within
//! so many bytes, because callers decide how large each is.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;

/// After this long one is made anew.
const FRESH_MS: i64 = 60_000;
/// What is not made anew goes. By the machine's clock: it frees memory and decides nothing.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(2);

pub struct Kept<K, V>(Cache<K, Entry<V>>);

struct Entry<V> {
    value: Arc<V>,
    bytes: u32,
    made_at: i64,
}

impl<V> Clone for Entry<V> {
    fn clone(&self) -> Self {
        Self {
            value: Arc::clone(&self.value),
            ..*self
        }
    }
}

impl<K, V> Clone for Kept<K, V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, V> Kept<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    pub fn within(bytes: u64) -> Self {
        let cache = Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, entry: &Entry<V>| entry.bytes)
            .time_to_live(FORGOTTEN_AFTER)
            .build();
        Self(cache)
    }

    pub fn get(&self, key: &K, now: i64) -> Option<Arc<V>> {
        let entry = self.0.get(key)?;
        // A clock may have been set back.
        let is_fresh = (entry.made_at..entry.made_at + FRESH_MS).contains(&now);
        is_fresh.then_some(entry.value)
    }

    /// `bytes` is about what the value takes. One that is larger than everything together is not kept.
    pub fn put(&self, key: K, value: Arc<V>, bytes: usize, now: i64) {
        let entry = Entry {
            value,
            bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
            made_at: now,
        };
        self.0.insert(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stays_within_its_bytes() {
        let kept = Kept::within(10_000);
        for key in 0..100 {
            kept.put(key, Arc::new(key), 1_000, 0);
        }
        kept.0.run_pending_tasks();
        assert!(kept.0.weighted_size() <= 10_000);
        assert!(kept.0.entry_count() >= 5, "some are kept");
        kept.put(1_000, Arc::new(1), 20_000, 0);
        kept.0.run_pending_tasks();
        assert!(kept.get(&1_000, 0).is_none(), "too large to be kept");
    }

    #[test]
    fn what_is_a_minute_old_is_made_anew() {
        let kept = Kept::within(10_000);
        kept.put(1, Arc::new("a"), 1, 1_000);
        for (now, is_there) in [(999, false), (1_000, true), (60_999, true), (61_000, false)] {
            assert_eq!(kept.get(&1, now).is_some(), is_there, "{now}");
        }
    }
}
