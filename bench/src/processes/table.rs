//! How one process and several are told.

use serde_json::{Value, json};

use super::Processes;
use crate::line::{Goal, Line, table};

/// What two processes are to reach beside one.
const TWO_BESIDE_ONE: f64 = 1.6;

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}

impl Processes {
    fn lines(&self) -> Vec<Line> {
        let one = self
            .rates
            .first()
            .map_or(f64::NAN, |(_, rates)| mean(rates));
        let lines = |(processes, rates): &(usize, Vec<f64>)| {
            let rate = Line {
                name: format!("{processes}: messages at the sink"),
                ours: mean(rates),
                unit: "/s",
                goal: None,
            };
            let times = Line {
                name: format!("{processes} beside one"),
                ours: mean(rates) / one,
                unit: "×",
                goal: (*processes == 2).then_some(Goal::AtLeast(TWO_BESIDE_ONE)),
            };
            match processes {
                1 => vec![rate],
                _ => vec![rate, times],
            }
        };
        self.rates.iter().flat_map(lines).collect()
    }

    pub fn text(&self) -> String {
        let head = format!(
            "processes, PostgreSQL ({})\nload average {}",
            self.conditions, self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        json!({ "conditions": self.conditions, "loadAverage": self.load,
            "items": self.lines().iter().map(Line::json).collect::<Vec<_>>(),
            "perSecond": self.rates })
    }
}
