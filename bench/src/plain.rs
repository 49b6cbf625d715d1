//! Plain functions, measured in this process, each beside the least that could do its part.

use serde_json::{Value as Json, json};

use crate::machine::cpu;
use crate::outcome::Result;

const ROUNDS: usize = 7;

/// Functions that belong together.
pub struct Plain {
    pub title: &'static str,
    pub lines: Vec<Line>,
}

pub struct Line {
    pub name: &'static str,
    /// What it is measured beside.
    pub beside: &'static str,
    /// Medians, in µs of CPU.
    pub cpu_us: f64,
    pub beside_us: f64,
    pub goal_us: f64,
}

/// A B A B …, medians: a slow minute meets both.
pub fn interleaved(times: usize, mut work: impl FnMut(), mut beside: impl FnMut()) -> Result<Line> {
    let (mut of_work, mut of_beside) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        of_work.push(cpu_us(times, &mut work)?);
        of_beside.push(cpu_us(times, &mut beside)?);
    }
    Ok(Line {
        name: "",
        beside: "",
        cpu_us: median(of_work),
        beside_us: median(of_beside),
        goal_us: 0.0,
    })
}

fn cpu_us(times: usize, work: &mut impl FnMut()) -> Result<f64> {
    let before = cpu(std::process::id())?;
    for _ in 0..times {
        work();
    }
    let taken = cpu(std::process::id())?.saturating_sub(before);
    Ok(taken.as_secs_f64() * 1e6 / times as f64)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}

impl Plain {
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}\n{:30}{:>10}{:>12}  {:24}{:>10}{:>8}\n",
            self.title, "item", "CPU", "goal", "beside", "CPU", "×"
        );
        for line in &self.lines {
            text.push_str(&line.text());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    pub fn json(&self) -> Json {
        let lines = self.lines.iter().map(|line| {
            json!({
                "item": line.name, "cpuUs": line.cpu_us, "goalUs": line.goal_us,
                "beside": line.beside, "besideCpuUs": line.beside_us, "ok": line.is_met(),
            })
        });
        lines.collect()
    }
}

impl Line {
    fn is_met(&self) -> bool {
        self.cpu_us <= self.goal_us
    }

    fn text(&self) -> String {
        format!(
            "{:30}{:>10.1}{:>12}  {:24}{:>10.1}{:>8.1}  {}",
            self.name,
            self.cpu_us,
            format!("≤ {:.0}", self.goal_us),
            self.beside,
            self.beside_us,
            self.cpu_us / self.beside_us,
            if self.is_met() { "ok" } else { "missed" }
        )
    }
}
