use metrics::{Counter, Gauge};
use postrider_domain::sending::machine::MachineReason;

/// Handles are looked up once.
pub(super) struct Measures {
    pub(super) opens: ByWhom,
    pub(super) clicks: ByWhom,
    /// Chart and alert: seen and lost, because the database took nothing for too long.
    pub(super) dropped: Counter,
    /// Chart: seen too often of one recipient to be written each time.
    pub(super) repeats: Counter,
    /// Chart: how far the database is behind.
    pub(super) waiting: Gauge,
}

/// Chart: what comes back from mails, and how much of it from people.
pub(super) struct ByWhom {
    people: Counter,
    machines: Counter,
}

impl Measures {
    pub(super) fn new() -> Self {
        Self {
            opens: ByWhom::new("open"),
            clicks: ByWhom::new("click"),
            dropped: metrics::counter!("postrider_tracking_dropped_total"),
            repeats: metrics::counter!("postrider_tracking_repeats_total"),
            waiting: metrics::gauge!("postrider_tracking_waiting"),
        }
    }
}

impl ByWhom {
    fn new(kind: &'static str) -> Self {
        let of = |by: &'static str| metrics::counter!("postrider_tracking_events_total", "kind" => kind, "by" => by);
        Self {
            people: of("person"),
            machines: of("machine"),
        }
    }

    pub(super) fn of(&self, machine: Option<MachineReason>) -> &Counter {
        match machine {
            None => &self.people,
            Some(_) => &self.machines,
        }
    }
}
