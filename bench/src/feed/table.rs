//! How the feed is told.

use std::time::Duration;

use serde_json::{Value, json};

use super::Feed;
use super::questions::Asked;
use crate::line::{Goal, Line, table};

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Feed {
    fn lines(&self) -> Vec<Line> {
        let line = |name: &str, figure: &str, goal, time| Line {
            name: format!("{name}, {figure}"),
            ours: ms(time),
            unit: "ms",
            goal,
        };
        let of = |asked: &Asked| {
            let goal = Some(Goal::AtMost(ms(asked.at_most)));
            [
                line(asked.question, "p50", None, asked.p50),
                line(asked.question, "p99", goal, asked.p99),
            ]
        };
        self.asked.iter().flat_map(of).collect()
    }

    pub fn text(&self) -> String {
        let head = format!(
            "feed, {} ({})\n{} events of 30 days, {:.1} GB; load average {}",
            self.database,
            self.conditions,
            self.events,
            self.bytes as f64 / 1e9,
            self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "events": self.events, "bytes": self.bytes,
            "items": self.lines().iter().map(Line::json).collect::<Vec<_>>() })
    }
}
