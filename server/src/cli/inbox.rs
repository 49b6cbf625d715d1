//! `postrider inbox`: the mail that capture mode has kept.

use std::fmt::Write;

use clap::{Args, Subcommand};
use postrider_content::html::links;
use postrider_domain::time;
use postrider_mail::capture::{Captured, Entry, Kept, Letter};
use serde_json::{Value, json};

use super::admin::lines;
use super::command_error::CommandError;
use super::output::{Output, print_bytes};
use super::terminal::{cell, harmless};
use crate::config::{Config, Format};
use crate::process::mailing::CAPTURED;

/// Columns of a list; a terminal is wide enough for them more often than not.
const TO_WIDTH: usize = 36;
const SUBJECT_WIDTH: usize = 72;

#[derive(Subcommand)]
pub enum InboxCommand {
    /// List the newest mails
    List {
        /// Only mails of this brandId
        #[arg(long)]
        brand: Option<String>,
        #[arg(long, default_value_t = 20)]
        limit: usize,
    },
    /// Show a mail: its headers, its text and its links
    Show {
        id: String,
        #[command(flatten)]
        part: PartArgs,
    },
    /// Delete the mails
    Clear {
        /// Only mails of this brandId
        #[arg(long)]
        brand: Option<String>,
    },
}

#[derive(Args)]
#[group(multiple = false)]
pub struct PartArgs {
    /// Only the HTML part
    #[arg(long)]
    html: bool,
    /// Only the text part
    #[arg(long)]
    text: bool,
    /// The message, byte for byte
    #[arg(long)]
    raw: bool,
}

pub fn run(config: &Config, command: InboxCommand, format: Format) -> Result<Output, CommandError> {
    let captured = Captured::open(&config.data.join(CAPTURED));
    match command {
        InboxCommand::List { brand, limit } => list(&captured, brand.as_deref(), limit),
        InboxCommand::Show { id, part } => show(&captured, &id, &part, format),
        InboxCommand::Clear { brand } => {
            let deleted = captured.clear(brand.as_deref()).map_err(unreadable)?;
            let plural = if deleted == 1 { "" } else { "s" };
            Ok(Output::new(
                format!("Deleted {deleted} mail{plural}."),
                json!({ "deleted": deleted }),
            ))
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unreadable(error: std::io::Error) -> CommandError {
    CommandError::Refused(format!("the kept mails cannot be read: {error}"))
}

fn list(captured: &Captured, brand: Option<&str>, limit: usize) -> Result<Output, CommandError> {
    let mut rows = Vec::new();
    for entry in captured.list(brand, limit).map_err(unreadable)? {
        // It may have made room for a newer one meanwhile.
        if let Some(kept) = captured.head(&entry).map_err(unreadable)? {
            let subject = Letter::read(&kept.message).subject;
            rows.push((kept.entry, kept.to, subject));
        }
    }
    let json = rows.iter().map(|(entry, to, subject)| {
        let mut json = entry_json(entry);
        (json["to"], json["subject"]) = (json!(to), json!(subject));
        json
    });
    let json: Value = json.collect();
    if rows.is_empty() {
        return Ok(Output::new("There is no mail.", json));
    }
    let width = |column: fn(&(Entry, String, String)) -> usize| {
        rows.iter().map(column).max().unwrap_or_default()
    };
    let (ids, people) = (
        width(|row| row.0.id.len()),
        width(|row| row.1.chars().count()).min(TO_WIDTH),
    );
    let row = |id: &str, at: &str, to: &str, subject: &str| {
        let line = format!("{id:<ids$}  {at:<20}  {to:<people$}  {subject}");
        line.trim_end().to_owned()
    };
    let head = row("ID", "TIME", "TO", "SUBJECT");
    let shown = rows.iter().map(|(entry, to, subject)| {
        let (to, subject) = (cell(to, TO_WIDTH), cell(subject, SUBJECT_WIDTH));
        row(&entry.id, &second(entry.kept_at), &to, &subject)
    });
    Ok(Output::new(lines([head].into_iter().chain(shown)), json))
}

/// `2026-01-02T03:04:05Z`: nobody reads milliseconds.
fn second(at: i64) -> String {
    let mut text = time::format(at);
    if let Some(dot) = text.find('.') {
        text.replace_range(dot.., "Z");
    }
    text
}

fn show(
    captured: &Captured,
    id: &str,
    part: &PartArgs,
    format: Format,
) -> Result<Output, CommandError> {
    let kept = captured.read(id).map_err(unreadable)?;
    let kept = kept.ok_or_else(|| {
        let id = cell(id, SUBJECT_WIDTH);
        CommandError::Refused(format!("there is no mail {id}; see `postrider inbox list`"))
    })?;
    let letter = Letter::read(&kept.message);
    if format == Format::Json {
        return Ok(Output::new("mail", letter_json(&kept, &letter)));
    }
    let bytes = if part.raw {
        &kept.message
    } else if part.html {
        letter.html.as_bytes()
    } else if part.text {
        letter.text.as_bytes()
    } else {
        return Ok(Output::new(page(&kept, &letter), Value::Null));
    };
    print_bytes(bytes).map_err(unreadable)?;
    Ok(Output::silent())
}

/// What a person wants to know of a mail.
fn page(kept: &Kept, letter: &Letter) -> String {
    let mut page = String::new();
    let envelope = format!("{} → {}", kept.from, kept.to);
    let unsubscribe = letter.unsubscribe.trim_matches(['<', '>']);
    for (name, value) in [
        ("From", letter.from.as_str()),
        ("To", &letter.to),
        ("Reply-To", &letter.reply_to),
        ("Subject", &letter.subject),
        ("Date", &letter.date),
        ("Envelope", &envelope),
        ("Message-ID", &letter.message_id),
        ("Unsubscribe", unsubscribe),
        ("Brand", &kept.entry.brand),
    ] {
        if !value.is_empty() {
            let _ = writeln!(page, "{name:<12} {}", cell(value, usize::MAX));
        }
    }
    let text = if letter.text.trim().is_empty() {
        "(There is no text part.)"
    } else {
        letter.text.trim()
    };
    let _ = writeln!(page, "\n{}", harmless(text));
    let links = links(&letter.html);
    if !links.is_empty() {
        let _ = writeln!(page, "\nLinks of the HTML part");
    }
    for (number, link) in links.iter().enumerate() {
        let _ = writeln!(page, "{:>4}  {}", number + 1, cell(link, usize::MAX));
    }
    page.truncate(page.trim_end().len());
    page
}

fn entry_json(entry: &Entry) -> Value {
    json!({ "id": entry.id, "brandId": entry.brand, "keptAt": time::format(entry.kept_at) })
}

fn letter_json(kept: &Kept, letter: &Letter) -> Value {
    let mut json = entry_json(&kept.entry);
    let more = json!({
        "envelope": { "from": kept.from, "to": kept.to },
        "from": letter.from, "to": letter.to, "replyTo": letter.reply_to, "subject": letter.subject,
        "date": letter.date, "messageId": letter.message_id, "unsubscribe": letter.unsubscribe,
        "text": letter.text, "html": letter.html, "links": links(&letter.html),
        "raw": String::from_utf8_lossy(&kept.message),
    });
    if let (Value::Object(json), Value::Object(more)) = (&mut json, more) {
        json.extend(more);
    }
    json
}
