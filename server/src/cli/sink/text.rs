//! The report in words.

use std::fmt::Write;

use postrider_mail::sink::{Figures, Report};

/// The report at the end.
pub fn whole(report: &Report) -> String {
    let mut text = String::new();
    let mut line = |name: &str, number: u64, note: &str| {
        let line = format!("{name:<12}{number:>10}  {note}");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    let rate = report
        .rate()
        .map(|rate| format!("{rate:.0} a second"))
        .unwrap_or_default();
    line("Accepted", report.accepted, &rate);
    line(
        "Dropped",
        report.dropped,
        "taken, and nothing usable answered",
    );
    line("Distinct", report.distinct, "recipient and Message-ID");
    line("Duplicates", report.duplicates, "");
    line("Refused", report.refused, "");
    line("Deferred", report.deferred, "");
    if report.auth_failed > 0 {
        line("Logins", report.auth_failed, "turned away");
    }
    for (algorithm, found) in &report.dkim {
        let note = format!(
            "{algorithm}: {} failed, {} without an answer of DNS",
            found.fail, found.unknown
        );
        line("DKIM", found.pass, &note);
    }
    let headers = &report.headers;
    for (count, what) in [
        (headers.without_message_id, "Message-ID"),
        (headers.without_date, "Date"),
        (headers.without_unsubscribe, "List-Unsubscribe"),
        (headers.without_one_click, "List-Unsubscribe-Post"),
        (headers.without_signature, "DKIM-Signature"),
    ] {
        if count > 0 {
            line("Without", count, what);
        }
    }
    profiles(report, &mut text);
    for pair in &report.duplicate_examples {
        let _ = writeln!(text, "Twice: {} <{}>", pair.recipient, pair.message_id);
    }
    text.truncate(text.trim_end().len());
    text
}

type Figure = (&'static str, fn(&Figures) -> u64);

const FIGURES: [Figure; 12] = [
    ("Accepted", |figures| figures.accepted),
    ("Greylisted", |figures| figures.greylisted),
    ("Mailbox full", |figures| figures.full),
    ("Throttled", |figures| figures.throttled),
    ("Bounced", |figures| figures.hard_bounced),
    ("Bounced later", |figures| figures.late_bounced),
    ("Complained", |figures| figures.complained),
    ("Unsubscribed", |figures| figures.unsubscribed),
    ("Opened", |figures| figures.opened),
    ("Clicked", |figures| figures.clicked),
    ("Machine opens", |figures| figures.machine_opens),
    ("Machine clicks", |figures| figures.machine_clicks),
];

/// A column for each provider that was played: what was done, of what was planned.
fn profiles(report: &Report, text: &mut String) {
    if report.profiles.is_empty() {
        return;
    }
    let _ = write!(text, "\n{:<16}", "");
    for name in report.profiles.keys() {
        let _ = write!(text, "{name:>18}");
    }
    for (name, of) in FIGURES {
        let _ = write!(text, "\n{name:<16}");
        for profile in report.profiles.values() {
            let (done, planned) = (of(&profile.done), of(&profile.planned));
            let cell = match name {
                "Throttled" => done.to_string(),
                _ => format!("{done} of {planned}"),
            };
            let _ = write!(text, "{cell:>18}");
        }
    }
    let again: u64 = report.profiles.values().map(|each| each.again).sum();
    if again > 0 {
        let _ = write!(
            text,
            "\nMailed again     {again} who had bounced, complained or unsubscribed"
        );
    }
    let aftermath = &report.aftermath;
    for (count, what) in [
        (aftermath.waiting, "were still to come"),
        (aftermath.failed, "requests or reports failed"),
        (aftermath.left_out, "were too many to keep in mind"),
    ] {
        if count > 0 {
            let _ = write!(text, "\nAftermath        {count} {what}");
        }
    }
    if let Some(why) = &aftermath.last_failure {
        let _ = write!(text, ": {why}");
    }
    text.push('\n');
}

/// How it goes, on one line.
pub fn line(report: &Report) -> String {
    let mut text = format!(
        "{} accepted, {} deferred, {} refused",
        report.accepted, report.deferred, report.refused
    );
    if !report.profiles.is_empty() {
        let sum = |of: fn(&Figures) -> u64| -> u64 {
            report.profiles.values().map(|each| of(&each.done)).sum()
        };
        let _ = write!(
            text,
            "; {} opened, {} clicked, {} by machines, {} returned, {} complained, {} unsubscribed, {} to come",
            sum(|done| done.opened),
            sum(|done| done.clicked),
            sum(|done| done.machine_opens + done.machine_clicks),
            sum(|done| done.late_bounced),
            sum(|done| done.complained),
            sum(|done| done.unsubscribed),
            report.aftermath.waiting,
        );
    }
    text
}
