//! One figure beside its goal, as campaigns and opens are told.

use serde_json::{Value, json};

pub struct Line {
    pub name: String,
    pub ours: f64,
    pub unit: &'static str,
    pub goal: Option<Goal>,
}

#[derive(Clone, Copy)]
pub enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

impl Goal {
    fn number(self) -> f64 {
        match self {
            Self::AtMost(number) | Self::AtLeast(number) => number,
        }
    }

    /// How many times the goal a figure is; of nothing at all nobody can say it.
    fn times(self, ours: f64) -> Option<f64> {
        (self.number() > 0.0).then(|| ours / self.number())
    }

    fn is_met(self, ours: f64) -> bool {
        match self {
            Self::AtMost(most) => ours <= most,
            Self::AtLeast(least) => ours >= least,
        }
    }

    fn text(self, unit: &str) -> String {
        match self {
            Self::AtMost(most) => format!("≤ {most:.1} {unit}"),
            Self::AtLeast(least) => format!("≥ {least:.1} {unit}"),
        }
    }
}

impl Line {
    pub fn text(&self) -> String {
        let ours = format!("{:.1} {}", self.ours, self.unit);
        let (goal, share, verdict) = match self.goal {
            None => (String::new(), String::new(), ""),
            Some(goal) => (
                goal.text(self.unit),
                goal.times(self.ours)
                    .map_or_else(String::new, |times| format!("{times:.2}")),
                if goal.is_met(self.ours) {
                    "ok"
                } else {
                    "missed"
                },
            ),
        };
        let line = format!("{:46}{ours:>14}{goal:>14}{share:>8}  {verdict}", self.name);
        line.trim_end().to_owned()
    }

    pub fn json(&self) -> Value {
        json!({
            "item": self.name, "ours": self.ours, "unit": self.unit,
            "goal": self.goal.map(|goal| goal.text(self.unit)),
            "timesGoal": self.goal.and_then(|goal| goal.times(self.ours)),
            "ok": self.goal.map(|goal| goal.is_met(self.ours)),
        })
    }
}

/// The lines of a part under a head of their own.
pub fn table(head: &str, lines: &[Line]) -> String {
    let columns = format!("{:46}{:>14}{:>14}{:>8}", "item", "ours", "goal", "× goal");
    let lines = lines.iter().map(Line::text);
    let all: Vec<String> = [head.to_owned(), columns]
        .into_iter()
        .chain(lines)
        .collect();
    all.join("\n")
}
