//! How fast the links of one mail are clicked: scanners go through all of them within seconds.

/// Distinct links of one mail...
pub const BURST_LINKS: usize = 3;
/// ...that nobody clicks within this time.
pub const BURST_MS: i64 = 3_000;

/// The clicks of one recipient that may still turn out to be part of a burst. `C` is what the caller has to
/// remember of a click that it took for a person's.
#[derive(Debug)]
pub struct Pace<C> {
    recent: Vec<Click<C>>,
    /// Since when it is known that this is a burst, and how long it goes on.
    burst_until: i64,
}

#[derive(Debug)]
struct Click<C> {
    link: u64,
    at: i64,
    taken_for_person: Option<C>,
}

impl<C> Default for Pace<C> {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            burst_until: i64::MIN,
        }
    }
}

impl<C> Pace<C> {
    /// Whether a click on this link is part of a burst.
    pub fn is_burst(&mut self, link: u64, at: i64) -> bool {
        self.recent.retain(|click| at - click.at <= BURST_MS);
        let mut links: Vec<u64> = self.recent.iter().map(|click| click.link).collect();
        links.push(link);
        links.sort_unstable();
        links.dedup();
        let is_burst = at <= self.burst_until || links.len() >= BURST_LINKS;
        if is_burst {
            self.burst_until = at + BURST_MS;
        }
        is_burst
    }

    /// Remembers a click that was taken for a person's.
    pub fn taken_for_person(&mut self, link: u64, at: i64, click: C) {
        let known = self
            .recent
            .iter()
            .filter(|click| click.link == link)
            .count();
        // Somebody who clicks one link again and again makes no burst, and takes no memory.
        if known < BURST_LINKS {
            self.recent.push(Click {
                link,
                at,
                taken_for_person: Some(click),
            });
        }
    }

    /// What is remembered of the clicks that were taken for a person's.
    pub fn held(&mut self) -> impl Iterator<Item = &mut C> {
        self.recent
            .iter_mut()
            .filter_map(|click| click.taken_for_person.as_mut())
    }

    /// What has to be taken back, once it is a burst; each click once.
    pub fn take_back(&mut self) -> impl Iterator<Item = C> + '_ {
        self.recent
            .iter_mut()
            .filter_map(|click| click.taken_for_person.take())
    }

    /// Whether nothing here matters any more.
    pub fn is_over(&self, now: i64) -> bool {
        now > self.burst_until && self.recent.iter().all(|click| now - click.at > BURST_MS)
    }
}
