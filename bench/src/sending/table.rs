//! How campaigns are told.

use serde_json::{Value, json};

use super::{Campaign, Sending, Signing, Size};
use crate::line::{Goal, Line, table};

const CPU_US: f64 = 120.0;
/// Beside the database's own CPU.
const ALL_CPU_US: f64 = 195.0;
/// Of the database alone.
const DATABASE_CPU_US: f64 = 60.0;
const SIGNATURES: f64 = 1.2;
const GROWTH: f64 = 1.2;
const MEMORY_MB: f64 = 150.0;
const FIRST_MS: f64 = 500.0;

fn median(mut figures: Vec<f64>) -> Option<f64> {
    figures.sort_unstable_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied()
}

impl Size {
    /// The median over the campaigns of one kind.
    fn median(&self, signing: Signing, figure: impl Fn(&Campaign) -> f64) -> Option<f64> {
        let of_kind = self.campaigns.iter().filter(|each| each.signing == signing);
        median(of_kind.map(figure).collect())
    }

    fn lines(&self, signing: Signing, cpu_goal: f64) -> Vec<Line> {
        let kind = match signing {
            Signing::Relay => "unsigned",
            Signing::Both => "signed",
        };
        let mut lines = Vec::new();
        let mut line = |what: &str, unit, most: Option<f64>, ours: Option<f64>| {
            let name = format!("{} {kind}: {what}", self.contacts);
            let goal = most.map(Goal::AtMost);
            lines.extend(ours.map(|ours| Line {
                name,
                ours,
                unit,
                goal,
            }));
        };
        let median = |figure: fn(&Campaign) -> f64| self.median(signing, figure);
        let cpu = median(|each| each.sample.cpu_us());
        line("CPU a message", "µs", Some(cpu_goal), cpu);
        let database = median(|each| each.sample.database_cpu_us().unwrap_or(f64::NAN));
        let both = cpu.zip(database).map(|(cpu, database)| cpu + database);
        if both.is_some_and(f64::is_finite) {
            let goal = cpu_goal - CPU_US + ALL_CPU_US;
            line("with the database's", "µs", Some(goal), both);
            line("the database's", "µs", Some(DATABASE_CPU_US), database);
        }
        let memory = median(|each| each.memory);
        line("peak memory", "MB", Some(MEMORY_MB), memory);
        let first = median(|each| each.first_ms);
        line("first message after", "ms", Some(FIRST_MS), first);
        let rate = median(|each| each.per_second);
        line("messages at the sink", "/s", None, rate);
        lines
    }
}

impl Sending {
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let bare = median(self.bare_signatures.clone());
        for size in &self.sizes {
            lines.extend(size.lines(Signing::Relay, CPU_US));
            let signed = CPU_US + SIGNATURES * bare.unwrap_or_default();
            lines.extend(size.lines(Signing::Both, signed));
        }
        lines.extend(bare.map(|ours| Line {
            name: "bare RSA-2048 signature".to_owned(),
            ours,
            unit: "µs",
            goal: None,
        }));
        lines.extend(self.growth());
        lines
    }

    /// The largest audience beside the smallest.
    fn growth(&self) -> Option<Line> {
        let (few, many) = (self.sizes.first()?, self.sizes.last()?);
        let cpu = |size: &Size| size.median(Signing::Relay, |each| each.sample.cpu_us());
        (few.contacts < many.contacts).then_some(Line {
            name: format!("CPU a message, {} beside {}", many.contacts, few.contacts),
            ours: cpu(many)? / cpu(few)?,
            goal: Some(Goal::AtMost(GROWTH)),
            unit: "×",
        })
    }

    pub fn text(&self) -> String {
        let head = format!(
            "sending, {} ({})\nload average {}",
            self.database, self.conditions, self.load
        );
        table(&head, &self.lines())
    }

    pub fn json(&self) -> Value {
        let campaign = |contacts: u64, each: &Campaign| {
            json!({ "recipients": contacts, "signed": each.signing == Signing::Both,
                "cpuUs": each.sample.cpu_us(), "databaseCpuUs": each.sample.database_cpu_us(),
                "memoryMb": each.memory, "firstMs": each.first_ms, "perSecond": each.per_second })
        };
        let campaigns = self.sizes.iter().flat_map(|size| {
            let each = size.campaigns.iter();
            each.map(move |each| campaign(size.contacts, each))
        });
        json!({ "database": self.database, "conditions": self.conditions, "loadAverage": self.load,
            "items": self.lines().iter().map(Line::json).collect::<Vec<_>>(),
            "campaigns": campaigns.collect::<Vec<_>>() })
    }
}
