//! What was found, for people and for scripts.

use std::fmt::Write;

use serde_json::{Value, json};

use super::finding::{Finding, Group, Health};
use crate::cli::output::Output;
use crate::cli::terminal;

/// Lines are no longer, unless a word is, or what has to be copied whole.
const WIDTH: usize = 100;
/// Names of things take no more of a line.
const WIDEST_LABEL: usize = 24;

/// How a report is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Colours,
    Plain,
}

impl Paint {
    fn mark(self, health: Health) -> String {
        let (mark, colour) = match health {
            Health::Ok => ("✓", "32"),
            Health::Warning => ("!", "33;1"),
            Health::Problem => ("✗", "31;1"),
        };
        self.painted(mark, colour)
    }

    fn painted(self, text: &str, colour: &str) -> String {
        match self {
            Self::Colours => format!("\x1b[{colour}m{text}\x1b[0m"),
            Self::Plain => text.to_owned(),
        }
    }
}

pub fn report(findings: &[Finding], paint: Paint) -> Output {
    let output = Output::new(text(findings, paint), json(findings));
    match count(findings, Health::Problem) {
        0 => output,
        _ => output.failing(),
    }
}

fn count(findings: &[Finding], health: Health) -> usize {
    findings.iter().filter(|each| each.health == health).count()
}

fn json(findings: &[Finding]) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "check": finding.check.key(),
            "subject": finding.subject,
            "status": finding.health.as_str(),
            "seen": finding.seen,
            "advice": finding.advice,
        })
    };
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "ok": count(findings, Health::Ok),
        "warnings": count(findings, Health::Warning),
        "problems": count(findings, Health::Problem),
        "findings": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn text(findings: &[Finding], paint: Paint) -> String {
    let widest = findings.iter().map(|each| label(each).chars().count());
    let column = widest.max().unwrap_or(0).min(WIDEST_LABEL);
    let mut text = String::new();
    for group in Group::ALL {
        let mut of_group = findings
            .iter()
            .filter(|finding| finding.check.group() == group)
            .peekable();
        if of_group.peek().is_some() {
            let space = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{space}{}", paint.painted(group.title(), "1"));
        }
        for finding in of_group {
            write_finding(&mut text, finding, column, paint);
        }
    }
    let _ = write!(text, "\n{}", summary(findings, paint));
    text
}

fn label(finding: &Finding) -> &str {
    let subject = finding.subject.as_deref();
    subject.unwrap_or_else(|| finding.check.label())
}

fn write_finding(text: &mut String, finding: &Finding, column: usize, paint: Paint) {
    let indent = " ".repeat(column + 6);
    let room = WIDTH - indent.len();
    let label = terminal::cell(label(finding), usize::MAX);
    let mark = paint.mark(finding.health);
    let mut lines = wrapped(&finding.seen, room).into_iter();
    if label.chars().count() <= column {
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(text, "  {mark} {label:<column$}  {first}");
    } else {
        let _ = writeln!(text, "  {mark} {label}");
    }
    for line in lines {
        let _ = writeln!(text, "{indent}{line}");
    }
    let advice = finding.advice.as_deref().unwrap_or_default();
    for (number, line) in wrapped(advice, room - 2).iter().enumerate() {
        let arrow = if number == 0 { "→" } else { " " };
        let line = paint.painted(&format!("{arrow} {line}"), "36");
        let _ = writeln!(text, "{indent}{line}");
    }
}

fn summary(findings: &[Finding], paint: Paint) -> String {
    let some = |health, one: &str, many: &str, colour| match count(findings, health) {
        0 => None,
        1 => Some(paint.painted(&format!("1 {one}"), colour)),
        number => Some(paint.painted(&format!("{number} {many}"), colour)),
    };
    let parts = [
        some(Health::Problem, "problem", "problems", "31;1"),
        some(Health::Warning, "warning", "warnings", "33;1"),
        some(Health::Ok, "is well", "are well", "32"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Lines of at most so many characters, broken between words; what strangers said steers no terminal.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        // What is indented is to be copied.
        if paragraph.starts_with("  ") {
            lines.push(terminal::cell(paragraph, usize::MAX));
            continue;
        }
        let mut line = String::new();
        for word in terminal::cell(paragraph, usize::MAX).split(' ') {
            let length = line.chars().count();
            if length > 0 && length + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut line));
            } else if length > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::finding::Check;
    use super::*;

    #[test]
    fn a_report_is_aligned_and_wrapped() {
        let findings = [
            Finding::ok(Check::Database, "SQLite 3.50"),
            Finding::problem(Check::ReverseName, "word ".repeat(30).trim(), "Do\nthis."),
            Finding::warning(Check::Domain, "nothing\u{1b}[2J", "Publish it.").about("a.test"),
        ];
        let words = "word ".repeat(16);
        let rest = "word ".repeat(14);
        let expected = format!(
            "Installation\n  ✓ database      SQLite 3.50\n\n\
             Outgoing mail\n  ✗ reverse name  {}\n{indent}{}\n{indent}→ Do\n{indent}  this.\n\n\
             Sending domains\n  ! a.test        nothing␛[2J\n{indent}→ Publish it.\n\n\
             1 problem, 1 warning, 1 is well",
            words.trim(),
            rest.trim(),
            indent = " ".repeat(18),
        );
        assert_eq!(text(&findings, Paint::Plain), expected);
    }
}
