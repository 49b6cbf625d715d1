//! How automations are told.

use serde_json::{Value, json};

use super::Automations;
use crate::line::{Goal, Line, table};

const TIMER_BYTES: f64 = 150.0;
const WAKES: f64 = 15_000.0;
const LATE_MS: f64 = 2_000.0;
const FIRES: f64 = 2_000.0;
/// Of the server, and of a database beside it.
const FIRE_CPU_US: f64 = 200.0;
const FIRE_DATABASE_CPU_US: f64 = 400.0;
const HANDOVER_MS: f64 = 1_000.0;

fn line(name: &str, unit: &'static str, goal: Option<Goal>, ours: f64) -> Line {
    Line {
        name: name.to_owned(),
        ours,
        unit,
        goal,
    }
}

impl Automations {
    fn lines(&self) -> Vec<Line> {
        [self.of_sleepers(), self.of_fires()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn of_sleepers(&self) -> Vec<Line> {
        let woken = &self.wakes;
        let storage = Some(Goal::AtMost(TIMER_BYTES));
        let rate = woken.sample.per_second();
        let (p50, p99) = (woken.late_p50_ms as f64, woken.late_p99_ms as f64);
        let mut lines = vec![
            line("timer storage a run", "B", storage, self.timer_bytes),
            line(
                "wakes, stepped and logged",
                "/s",
                Some(Goal::AtLeast(WAKES)),
                rate,
            ),
            line("server CPU a wake", "µs", None, woken.sample.cpu_us()),
            line(
                "late at 5,000 a second, p99",
                "ms",
                Some(Goal::AtMost(LATE_MS)),
                p99,
            ),
            line("late at 5,000 a second, p50", "ms", None, p50),
            line("peak memory", "MB", None, woken.memory),
        ];
        if let Some(database) = woken.sample.database_cpu_us() {
            lines.push(line("database CPU a wake", "µs", None, database));
        }
        lines
    }

    fn of_fires(&self) -> Vec<Line> {
        let (fired, mailed) = (&self.fires, &self.handover);
        let rate = fired.sample.per_second();
        let handover = "fire to hand-over beside a campaign";
        let soon = Some(Goal::AtMost(HANDOVER_MS));
        let mut lines = vec![
            line("fires, durable", "/s", Some(Goal::AtLeast(FIRES)), rate),
            line(
                "server CPU a fire",
                "µs",
                Some(Goal::AtMost(FIRE_CPU_US)),
                fired.sample.cpu_us(),
            ),
            line("fire, p99", "ms", None, fired.p99.as_secs_f64() * 1e3),
            line(
                &format!("{handover}, p99"),
                "ms",
                soon,
                mailed.p99_ms as f64,
            ),
            line(
                &format!("{handover}, p50"),
                "ms",
                None,
                mailed.p50_ms as f64,
            ),
            line("fires beside it", "", None, mailed.fires as f64),
        ];
        if let Some(database) = fired.sample.database_cpu_us() {
            let most = Some(Goal::AtMost(FIRE_DATABASE_CPU_US));
            lines.push(line("database CPU a fire", "µs", most, database));
        }
        lines
    }

    pub fn text(&self) -> String {
        let head = format!(
            "automations, {} ({})\n{} sleeping runs; load average {}",
            self.database, self.conditions, self.runs, self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "runs": self.runs, "items": self.lines().iter().map(Line::json).collect::<Vec<_>>() })
    }
}
