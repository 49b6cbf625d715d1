//! What designs cost: rendering a document, filling in merge tags for one recipient, importing HTML. Plain
//! functions, measured in this process, each beside the least that could do its part.

use std::hint::black_box;

use jiff::tz::TimeZone;
use postrider_content::document::{self, Footer, RenderOptions};
use postrider_content::report::AssetReport;
use postrider_content::{html, merge};
use postrider_domain::designs::merge::Value;
use serde_json::{Value as Json, json};

use crate::machine::cpu;
use crate::outcome::Result;

const ROUNDS: usize = 7;

pub struct Designs(Vec<Line>);

struct Line {
    name: &'static str,
    /// What it is measured beside.
    beside: &'static str,
    /// Medians, in µs of CPU.
    cpu_us: f64,
    beside_us: f64,
    goal_us: f64,
}

/// A realistic newsletter, as the tests have it.
const DOCUMENT: &str = include_str!("../../content/tests/documents/newsletter.json");

pub fn measure() -> Result<Designs> {
    Ok(Designs(vec![document_to_html()?, merge_tags()?, import()?]))
}

fn document_to_html() -> Result<Line> {
    let document = document::read(
        &serde_json::from_str(DOCUMENT)?,
        "document",
        &html::Rules::default(),
        &mut AssetReport::default(),
    )
    .map_err(|problem| problem.message)?;
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example.com/icons".to_owned(),
    };
    let rendered = document::render(&document, &options);
    let line = interleaved(
        200,
        || drop(black_box(document::render(&document, &options))),
        || drop(black_box(html::scan::scan(&rendered.html))),
    )?;
    Ok(Line {
        name: "document to HTML and text",
        beside: "one scan of that HTML",
        goal_us: 5000.0,
        ..line
    })
}

fn merge_tags() -> Result<Line> {
    let source = mail_of_10_kb();
    let template = merge::compile_html(&source).map_err(|error| error.message)?;
    let recipient = [
        ("firstName", "Ada"),
        ("lastName", "O'Neil & Sons"),
        ("plan", "pro <annual>"),
        (
            "unsubscribeUrl",
            "https://mail.example.com/unsubscribe/0123456789abcdef",
        ),
    ];
    let look_up = |name: &str| {
        let found = recipient.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| Value::Text(value))
    };
    let (mut filled, mut copied) = (String::new(), String::new());
    // The kernel counts in ticks of milliseconds: a round takes a good many of them.
    let line = interleaved(
        100_000,
        || {
            filled.clear();
            template.render(&TimeZone::UTC, look_up, &mut filled);
            black_box(&filled);
        },
        || {
            copied.clear();
            copied.push_str(black_box(&source));
            black_box(&copied);
        },
    )?;
    Ok(Line {
        name: "merge tags, 10 KB, 30 tags",
        beside: "one copy of those bytes",
        goal_us: 15.0,
        ..line
    })
}

fn import() -> Result<Line> {
    let source = newsletter_of_100_kb();
    let line = interleaved(
        100,
        || drop(black_box(html::import(&source, None))),
        || drop(black_box(html::scan::scan(&source))),
    )?;
    Ok(Line {
        name: "import of 100 KB HTML",
        beside: "one scan of that HTML",
        goal_us: 50_000.0,
        ..line
    })
}

fn mail_of_10_kb() -> String {
    let mut mail = String::from("<html><body>");
    for part in 0..25 {
        mail.push_str("<p style=\"margin:0 0 16px\">Hello {{ firstName | you }}, ");
        mail.push_str(&"some words of a newsletter that somebody reads. ".repeat(7));
        mail.push_str("</p>");
        if part % 5 == 0 {
            mail.push_str("<a href=\"https://shop.example.com/?plan={{ plan }}\">Read on</a>");
        }
    }
    mail.push_str("</body></html>");
    mail
}

fn newsletter_of_100_kb() -> String {
    let row = "<table role=\"presentation\" width=\"100%\"><tr><td style=\"padding:8px;font-family:Arial\">\
        <img src=\"https://images.example.com/a.png\" alt=\"A picture\" width=\"200\">Some words &amp; more \
        <a href=\"https://shop.example.com/?id=1&amp;x=2\" style=\"color:#333333\">a link</a></td></tr></table>\n";
    let mut page = String::from("<!doctype html><html><head><title>News</title></head><body>");
    while page.len() < 100 * 1024 {
        page.push_str(row);
    }
    page + "</body></html>"
}

/// A B A B …, medians: a slow minute meets both.
fn interleaved(times: usize, mut work: impl FnMut(), mut beside: impl FnMut()) -> Result<Line> {
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

impl Designs {
    pub fn text(&self) -> String {
        let mut text = format!(
            "designs\n{:30}{:>10}{:>12}  {:24}{:>10}{:>8}\n",
            "item", "CPU", "goal", "beside", "CPU", "×"
        );
        for line in &self.0 {
            text.push_str(&line.text());
            text.push('\n');
        }
        text.trim_end().to_owned()
    }

    pub fn json(&self) -> Json {
        let lines = self.0.iter().map(|line| {
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
