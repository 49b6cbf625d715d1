//! How one process and two are told.

use serde_json::{Value, json};

use super::Processes;
use crate::line::{Goal, Line, table};

const TIMES_ONE: f64 = 1.6;

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}

impl Processes {
    fn lines(&self) -> Vec<Line> {
        let line = |name: &str, unit, goal, ours| Line {
            name: name.to_owned(),
            ours,
            unit,
            goal,
        };
        let (one, two) = (mean(&self.one), mean(&self.two));
        vec![
            line("one process: messages at the sink", "/s", None, one),
            line("two processes: messages at the sink", "/s", None, two),
            line(
                "two beside one",
                "×",
                Some(Goal::AtLeast(TIMES_ONE)),
                two / one,
            ),
        ]
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
            "onePerSecond": self.one, "twoPerSecond": self.two })
    }
}
