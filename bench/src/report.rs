//! The table and `bench/latest.json`.

use std::path::Path;

use serde_json::{Value, json};

use crate::automations::Automations;
use crate::eyes::Eyes;
use crate::feed::Feed;
use crate::items::{Goal, Item};
use crate::machine::{Sample, cores, load_average};
use crate::outcome::Result;
use crate::plain::Plain;
use crate::processes::Processes;
use crate::rounds::{Measured, Round};
use crate::scale::Scaled;
use crate::sending::Sending;
use crate::sites::Sites;
use crate::tracking::Tracking;
use crate::website::Website;
use crate::words::Words;

pub struct Report {
    load_before: String,
    measured: Vec<Measured>,
    scaled: Vec<Scaled>,
    designs: Option<Plain>,
    shelf: Option<Plain>,
    words: Option<Words>,
    website: Option<Website>,
    eyes: Option<Eyes>,
    sending: Vec<Sending>,
    tracking: Vec<Tracking>,
    feed: Vec<Feed>,
    automations: Vec<Automations>,
    processes: Option<Processes>,
    sites: Option<Sites>,
}

/// One line of the table: medians over the rounds.
struct Line {
    item: Item,
    cpu_us: f64,
    database_cpu_us: Option<f64>,
    per_second: f64,
    /// Its CPU beside that of its bare parts, the database's included.
    times_bare: Option<f64>,
    /// The goal in words, how much of it was used or reached, and whether that will do.
    goal: Option<(String, f64, bool)>,
}

impl Report {
    pub fn begin() -> Self {
        Self {
            load_before: load_average(),
            measured: Vec::new(),
            scaled: Vec::new(),
            designs: None,
            shelf: None,
            words: None,
            website: None,
            eyes: None,
            sending: Vec::new(),
            tracking: Vec::new(),
            feed: Vec::new(),
            automations: Vec::new(),
            processes: None,
            sites: None,
        }
    }

    pub fn add(&mut self, measured: Measured) {
        self.measured.push(measured);
    }

    pub fn add_scaled(&mut self, scaled: Scaled) {
        self.scaled.push(scaled);
    }

    pub fn add_designs(&mut self, designs: Plain) {
        self.designs = Some(designs);
    }

    pub fn add_shelf(&mut self, measured: Plain) {
        self.shelf = Some(measured);
    }

    pub fn add_words(&mut self, words: Words) {
        self.words = Some(words);
    }

    pub fn add_website(&mut self, website: Website) {
        self.website = Some(website);
    }

    pub fn add_eyes(&mut self, eyes: Eyes) {
        self.eyes = Some(eyes);
    }

    pub fn add_sending(&mut self, sending: Sending) {
        self.sending.push(sending);
    }

    pub fn add_tracking(&mut self, tracking: Tracking) {
        self.tracking.push(tracking);
    }

    pub fn add_feed(&mut self, feed: Feed) {
        self.feed.push(feed);
    }

    pub fn add_automations(&mut self, automations: Automations) {
        self.automations.push(automations);
    }

    pub fn add_sites(&mut self, sites: Sites) {
        self.sites = Some(sites);
    }

    pub fn add_processes(&mut self, processes: Processes) {
        self.processes = Some(processes);
    }

    #[expect(clippy::print_stdout, reason = "this is what a run prints")]
    pub fn finish(&self) -> Result<()> {
        let load = format!("{} before, {} after", self.load_before, load_average());
        println!("\n{} cores, load average {load}", cores());
        println!(
            "CPU is the server's, in µs an item; medians of the rounds; a rate is what this machine"
        );
        println!("gave to the server, the database and the load together.");
        for plain in [&self.designs, &self.shelf].into_iter().flatten() {
            println!("\n{}", plain.text());
        }
        if let Some(words) = &self.words {
            println!("\n{}", words.text());
        }
        if let Some(website) = &self.website {
            println!("\n{}", website.text());
        }
        if let Some(eyes) = &self.eyes {
            println!("\n{}", eyes.text());
        }
        for measured in &self.measured {
            println!("\n{}", measured.table());
        }
        for scaled in &self.scaled {
            println!("\n{}", scaled.text());
        }
        for sending in &self.sending {
            println!("\n{}", sending.text());
        }
        for tracking in &self.tracking {
            println!("\n{}", tracking.text());
        }
        for feed in &self.feed {
            println!("\n{}", feed.text());
        }
        for automations in &self.automations {
            println!("\n{}", automations.text());
        }
        if let Some(processes) = &self.processes {
            println!("\n{}", processes.text());
        }
        if let Some(sites) = &self.sites {
            println!("\n{}", sites.text());
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("latest.json");
        std::fs::write(&path, format!("{:#}\n", self.json(&path, &load)))?;
        println!("\nwritten to {}", path.display());
        Ok(())
    }

    /// What was not measured now stays as it was measured last.
    fn json(&self, path: &Path, load: &str) -> Value {
        let earlier = std::fs::read_to_string(path).unwrap_or_default();
        let earlier: Value = serde_json::from_str(&earlier).unwrap_or_default();
        let kept = |key: &str, measured: Vec<Value>| {
            if measured.is_empty() {
                return earlier.get(key).cloned().unwrap_or_default();
            }
            measured.into()
        };
        json!({
            "cores": cores(), "loadAverage": load,
            "databases": kept("databases", self.measured.iter().map(Measured::json).collect()),
            "scale": kept("scale", self.scaled.iter().map(Scaled::json).collect()),
            "designs": match &self.designs {
                Some(designs) => designs.json(),
                None => kept("designs", Vec::new()),
            },
            "shelf": match &self.shelf {
                Some(measured) => measured.json(),
                None => kept("shelf", Vec::new()),
            },
            "words": match &self.words {
                Some(words) => words.json(),
                None => kept("words", Vec::new()),
            },
            "website": match &self.website {
                Some(website) => website.json(),
                None => kept("website", Vec::new()),
            },
            "eyes": match &self.eyes {
                Some(eyes) => eyes.json(),
                None => kept("eyes", Vec::new()),
            },
            "sending": kept("sending", self.sending.iter().map(Sending::json).collect()),
            "processes": match &self.processes {
                Some(processes) => processes.json(),
                None => kept("processes", Vec::new()),
            },
            "sites": match &self.sites {
                Some(sites) => sites.json(),
                None => kept("sites", Vec::new()),
            },
            "feed": kept("feed", self.feed.iter().map(Feed::json).collect()),
            "automations": kept("automations", self.automations.iter().map(Automations::json).collect()),
            "tracking": kept("tracking", self.tracking.iter().map(Tracking::json).collect()),
        })
    }
}

impl Measured {
    fn median(&self, figure: impl Fn(&Round) -> Option<f64>) -> Option<f64> {
        let mut figures: Vec<f64> = self.rounds.iter().filter_map(figure).collect();
        figures.sort_unstable_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied()
    }

    /// The median of ratios of the same round, which a slow minute changes less than the ratio of
    /// medians.
    fn ratio(&self, figure: fn(&Sample) -> f64, item: Item, others: &[Item]) -> Option<f64> {
        let sum = |round: &Round, items: &[Item]| -> f64 {
            items
                .iter()
                .filter_map(|item| round.get(item))
                .map(figure)
                .sum()
        };
        let ratio = |round: &Round| Some(sum(round, &[item]) / sum(round, others));
        self.median(ratio).filter(|_| !others.is_empty())
    }

    fn line(&self, item: Item) -> Line {
        let of =
            |figure: fn(&Sample) -> Option<f64>| self.median(|round| figure(round.get(&item)?));
        let cpu_us = of(|sample| Some(sample.cpu_us())).unwrap_or(f64::NAN);
        let database_cpu_us = of(Sample::database_cpu_us);
        Line {
            item,
            cpu_us,
            database_cpu_us,
            per_second: of(|sample| Some(sample.per_second())).unwrap_or(f64::NAN),
            times_bare: self.ratio(all_cpu, item, item.bare_parts()),
            goal: match item.goal() {
                Goal::Compare => None,
                Goal::CpuAtMost(most) => {
                    let (goal, used) = most.used(cpu_us, database_cpu_us);
                    Some((goal, used, used <= 1.0))
                }
                Goal::RateAtLeast(least, other) => {
                    let ratio = self
                        .ratio(Sample::per_second, item, &[other])
                        .unwrap_or(f64::NAN);
                    Some((
                        format!("≥ {least} of raw insert"),
                        ratio / least,
                        ratio >= least,
                    ))
                }
            },
        }
    }

    fn table(&self) -> String {
        let mut text = format!(
            "{} ({})\npeak memory of the server {:.0} MB\n{:30}{:>8}{:>8}{:>10}  {:8}{:24}{:>8}\n",
            self.database,
            self.conditions,
            self.peak_memory,
            "item",
            "CPU",
            "DB CPU",
            "per s",
            "× bare",
            "goal",
            "× goal"
        );
        for item in Item::ALL {
            text.push_str(&self.line(item).text());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    fn json(&self) -> Value {
        let line = |item| {
            let line = self.line(item);
            let rounds = self.rounds.iter().filter_map(|round| round.get(&item));
            json!({
                "item": item.name(), "cpuUs": line.cpu_us, "databaseCpuUs": line.database_cpu_us,
                "perSecond": line.per_second, "timesBare": line.times_bare, "bareParts": item.bare_parts().iter().map(|part| part.name()).collect::<Vec<_>>(),
                "goal": line.goal.as_ref().map(|goal| &goal.0),
                "timesGoal": line.goal.as_ref().map(|goal| goal.1),
                "ok": line.goal.as_ref().map(|goal| goal.2),
                "rounds": rounds.map(|round| json!({
                    "cpuUs": round.cpu_us(), "databaseCpuUs": round.database_cpu_us(),
                    "perSecond": round.per_second(),
                })).collect::<Vec<_>>(),
            })
        };
        json!({
            "database": self.database, "conditions": self.conditions,
            "serverPeakMemoryMb": self.peak_memory, "items": Item::ALL.map(line),
        })
    }
}

impl Line {
    fn text(&self) -> String {
        let figure =
            |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
        let bare = self
            .times_bare
            .map_or(String::new(), |ratio| format!("{ratio:.1}"));
        let (goal, share, verdict) = match &self.goal {
            None => (String::new(), String::new(), ""),
            Some((goal, share, true)) => (goal.clone(), format!("{share:.2}"), "ok"),
            Some((goal, share, false)) => (goal.clone(), format!("{share:.2}"), "missed"),
        };
        let line = format!(
            "{:30}{:>8.1}{:>8}{:>10.0}  {bare:8}{goal:24}{share:>8}  {verdict}",
            self.item.name(),
            self.cpu_us,
            figure(self.database_cpu_us),
            self.per_second,
        );
        line.trim_end().to_owned()
    }
}

fn all_cpu(sample: &Sample) -> f64 {
    sample.cpu_us() + sample.database_cpu_us().unwrap_or_default()
}
