//! How the sizes are told.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Scaled, Size};

/// Goals of the largest size.
const IMPORT_RATE: f64 = 30_000.0;
const MEMORY_MB: f64 = 150.0;
const DELAY_MS: f64 = 50.0;

/// One figure at every size, and what the largest must reach.
struct Line {
    name: String,
    figures: Vec<f64>,
    goal: Option<(String, bool)>,
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Scaled {
    fn line(&self, name: &str, figure: impl Fn(&Size) -> f64) -> Line {
        Line {
            name: name.to_owned(),
            figures: self.sizes.iter().map(figure).collect(),
            goal: None,
        }
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines = self.import_lines();
        let questions = self.sizes.first().map_or(0, |size| size.asked.len());
        for n in 0..questions {
            let asked = &self.sizes[0].asked[n];
            let most = ms(asked.at_most);
            let name = format!("{}, ms", asked.question);
            let line = self.line(&name, |size| ms(size.asked[n].took));
            lines.push(line.at_most(most, "ms"));
        }
        lines.push(self.line("write, p99 alone, ms", |size| ms(size.delays.alone)));
        lines.push(self.line("write, p99 beside an import, ms", |size| {
            ms(size.delays.beside_import)
        }));
        let delay = |size: &Size| ms(size.delays.beside_import) - ms(size.delays.alone);
        let delays = self.line("write, delayed at p99 by an import, ms", delay);
        lines.push(delays.at_most(DELAY_MS, "ms"));
        lines.push(self.line("write, slowest beside an import, ms", |size| {
            ms(size.delays.worst_beside_import)
        }));
        lines
    }

    fn import_lines(&self) -> Vec<Line> {
        let raw = self.line("raw: bulk insert, rows a second", |size| {
            size.raw.per_second()
        });
        let mut import = self.line("CSV import, rows a second", |size| size.import.per_second());
        if let (Some(ours), Some(raw)) = (import.figures.last(), raw.figures.last()) {
            let least = IMPORT_RATE.min(raw / 2.0);
            import.goal = Some((
                format!("≥ {least:.0}: half of raw, or 30,000"),
                *ours >= least,
            ));
        }
        let database = |size: &Size| size.import.database_cpu_us().unwrap_or_default();
        vec![
            raw,
            import,
            self.line("CSV import, server CPU, µs a row", |size| {
                size.import.cpu_us()
            }),
            self.line("CSV import, database CPU, µs a row", database),
            self.line("memory until the import is done, MB", |size| size.memory)
                .at_most(MEMORY_MB, "MB"),
        ]
    }

    pub fn text(&self) -> String {
        let sizes = in_columns(self.sizes.iter().map(|size| size.contacts.to_string()));
        let mut text = format!(
            "{} ({})\n{:40}{sizes}  goal of the largest\n",
            self.database, self.conditions, "contacts"
        );
        for line in self.lines() {
            text.push_str(&line.text());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    pub fn json(&self) -> Value {
        let line = |line: Line| {
            json!({ "item": line.name, "figures": line.figures,
                "goal": line.goal.as_ref().map(|goal| &goal.0), "ok": line.goal.as_ref().map(|goal| goal.1) })
        };
        json!({
            "database": self.database, "conditions": self.conditions,
            "contacts": self.sizes.iter().map(|size| size.contacts).collect::<Vec<_>>(),
            "items": self.lines().into_iter().map(line).collect::<Vec<_>>(),
        })
    }
}

impl Line {
    fn at_most(self, most: f64, unit: &str) -> Self {
        let met = self.figures.last().is_some_and(|figure| *figure <= most);
        Self {
            goal: Some((format!("≤ {most:.0} {unit}"), met)),
            ..self
        }
    }

    fn text(&self) -> String {
        let figures = in_columns(self.figures.iter().map(|figure| format!("{figure:.1}")));
        let goal = match &self.goal {
            None => String::new(),
            Some((goal, true)) => format!("  {goal}  ok"),
            Some((goal, false)) => format!("  {goal}  missed"),
        };
        format!("{:40}{figures}{goal}", self.name)
    }
}

fn in_columns(texts: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for text in texts {
        // Writing to a string cannot fail.
        let _ = write!(line, "{text:>11}");
    }
    line
}
