//! How automations are told.

use serde_json::{Value, json};

use super::Automations;
use crate::line::{Goal, Line, table};

const TIMER_BYTES: f64 = 150.0;
const SQLITE_WAKES: f64 = 15_000.0;
const POSTGRES_WAKES: f64 = 10_000.0;
const LATE_MS: f64 = 2_000.0;
const FIRES: f64 = 2_000.0;
const HANDOVER_MS: f64 = 1_000.0;

impl Automations {
    fn lines(&self) -> Vec<Line> {
        let line = |name: &str, unit, goal, ours| Line {
            name: name.to_owned(),
            ours,
            unit,
            goal,
        };
        let wakes = match self.database {
            "SQLite" => SQLITE_WAKES,
            _ => POSTGRES_WAKES,
        };
        let (woken, fired, mailed) = (&self.wakes, &self.fires, &self.handover);
        let most = |most| Some(Goal::AtMost(most));
        let least = |least| Some(Goal::AtLeast(least));
        let mut lines = vec![
            line(
                "timer storage a run",
                "B",
                most(TIMER_BYTES),
                self.timer_bytes,
            ),
            line(
                "wakes, stepped and logged",
                "/s",
                least(wakes),
                woken.sample.per_second(),
            ),
            line("server CPU a wake", "µs", None, woken.sample.cpu_us()),
            line(
                "late at 5,000 a second, p99",
                "ms",
                most(LATE_MS),
                woken.late_p99_ms as f64,
            ),
            line(
                "late at 5,000 a second, p50",
                "ms",
                None,
                woken.late_p50_ms as f64,
            ),
            line(
                "fires, durable",
                "/s",
                least(FIRES),
                fired.sample.per_second(),
            ),
            line("server CPU a fire", "µs", None, fired.sample.cpu_us()),
            line("fire, p99", "ms", None, fired.p99.as_secs_f64() * 1e3),
            line(
                "fire to hand-over beside a campaign, p99",
                "ms",
                most(HANDOVER_MS),
                mailed.p99_ms as f64,
            ),
            line(
                "fire to hand-over beside a campaign, p50",
                "ms",
                None,
                mailed.p50_ms as f64,
            ),
            line("fires beside it", "", None, mailed.fires as f64),
            line("peak memory", "MB", None, woken.memory),
        ];
        if let Some(database) = woken.sample.database_cpu_us() {
            lines.push(line("database CPU a wake", "µs", None, database));
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
