//! How opens and clicks are told.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Round, Tracking};

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

    /// Name, figure, goal in words, times the goal, whether that will do.
    fn lines(&self) -> Vec<(&'static str, f64, String, Option<(f64, bool)>)> {
        let rate = self.median(|round| round.sample.per_second());
        let p99 = self.median(|round| ms(round.p99));
        let database = self.median(|round| round.sample.database_cpu_us().unwrap_or_default());
        let late: i64 = self.rounds.iter().map(|round| round.late).sum();
        let plain = |name, figure| (name, figure, String::new(), None);
        vec![
            (
                "opens and clicks a second, durable",
                rate,
                format!("≥ {RATE:.0}"),
                Some((rate / RATE, rate >= RATE)),
            ),
            (
                "p99, ms",
                p99,
                format!("≤ {P99_MS:.0}"),
                Some((p99 / P99_MS, p99 <= P99_MS)),
            ),
            plain("p50, ms", self.median(|round| ms(round.p50))),
            plain(
                "server CPU, µs an event",
                self.median(|round| round.sample.cpu_us()),
            ),
            plain("database CPU, µs an event", database),
            plain("answered before their commit", late as f64),
            plain("peak memory, MB", self.memory),
        ]
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "tracking, {} ({})\nload average {}; the load takes its part of the same cores\n\
             {:40}{:>10}{:>12}{:>8}\n",
            self.database, self.conditions, self.load, "item", "ours", "goal", "× goal"
        );
        for (name, ours, goal, share) in self.lines() {
            let (share, verdict) = match share {
                None => (String::new(), ""),
                Some((share, true)) => (format!("{share:.2}"), "ok"),
                Some((share, false)) => (format!("{share:.2}"), "missed"),
            };
            let line = format!("{name:40}{ours:>10.1}{goal:>12}{share:>8}  {verdict}");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    pub fn json(&self) -> Value {
        let lines = self.lines().into_iter().map(|(name, ours, goal, share)| {
            json!({ "item": name, "ours": ours, "goal": goal,
                "timesGoal": share.map(|share| share.0), "ok": share.map(|share| share.1) })
        });
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "items": lines.collect::<Vec<_>>() })
    }
}
