//! How a slow receiver among others is told.

use serde_json::{Value, json};

use super::Sites;
use crate::line::{Goal, Line, table};

/// What is left to the others, at least.
const LEFT: f64 = 80.0;

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

impl Sites {
    fn lines(&self) -> Vec<Line> {
        let (alone, beside) = (median(&self.alone), median(&self.beside));
        let line = |name: &str, unit, goal, ours| Line {
            name: name.to_owned(),
            ours,
            unit,
            goal,
        };
        vec![
            line("to sites that answer at once", "/s", None, alone),
            line("the same beside one that tarpits", "/s", None, beside),
            line(
                "left to the others",
                "%",
                Some(Goal::AtLeast(LEFT)),
                100.0 * beside / alone,
            ),
        ]
    }

    pub fn text(&self) -> String {
        let head = format!(
            "sites, {} ({})\nload average {}",
            self.database, self.conditions, self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "items": self.lines().iter().map(Line::json).collect::<Vec<_>>() })
    }
}
