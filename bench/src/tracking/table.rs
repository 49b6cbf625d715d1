//! How opens and clicks are told.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Round, Tracking};
use crate::line::{Goal, Line, table};

const RATE: f64 = 12_000.0;
const P99_MS: f64 = 25.0;

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Tracking {
    fn median(&self, figure: impl Fn(&Round) -> f64) -> f64 {
        let mut figures: Vec<f64> = self.rounds.iter().map(figure).collect();
        figures.sort_unstable_by(f64::total_cmp);
        figures[figures.len() / 2]
    }

    fn lines(&self) -> Vec<Line> {
        let line = |name: &str, unit, goal, ours| Line {
            name: name.to_owned(),
            ours,
            unit,
            goal,
        };
        let rate = self.median(|round| round.sample.per_second());
        let p99 = self.median(|round| ms(round.p99));
        let cpu = self.median(|round| round.sample.cpu_us());
        let late: i64 = self.rounds.iter().map(|round| round.late).sum();
        let mut lines = vec![
            line(
                "opens and clicks, durable",
                "/s",
                Some(Goal::AtLeast(RATE)),
                rate,
            ),
            line("p99", "ms", Some(Goal::AtMost(P99_MS)), p99),
            line("p50", "ms", None, self.median(|round| ms(round.p50))),
            line("server CPU an event", "µs", None, cpu),
            line("answered before their commit", "", None, late as f64),
            line("peak memory", "MB", None, self.memory),
        ];
        let database = self.median(|round| round.sample.database_cpu_us().unwrap_or_default());
        if database > 0.0 {
            lines.push(line("database CPU an event", "µs", None, database));
        }
        lines
    }

    pub fn text(&self) -> String {
        let head = format!(
            "tracking, {} ({})\nload average {}; the load takes its part of the same cores",
            self.database, self.conditions, self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "items": self.lines().iter().map(Line::json).collect::<Vec<_>>() })
    }
}
