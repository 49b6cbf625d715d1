//! DMARC aggregate reports (RFC 7489, appendix C), read element by element. Whoever declares entities, or names one
//! that XML does not know by itself, is not read.

use postrider_domain::sending::domain_report::{AggregateReport, AggregateRow, Disposition};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, Event};

use super::written::{Unreadable, id, name};

/// Of one report.
const MOST_ROWS: usize = 20_000;
/// Elements within each other; a report has six.
const DEEPEST: usize = 16;
const LONGEST_TAG: usize = 40;
/// Of what an element says.
const LONGEST_TEXT: usize = 1000;

pub(super) fn read(text: &str) -> Result<AggregateReport, Unreadable> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut reading = Reading::default();
    loop {
        match reader.read_event().map_err(|_| Unreadable)? {
            Event::Start(tag) => reading.open(tag.local_name().as_ref())?,
            Event::End(_) => reading.close()?,
            Event::Text(said) => reading.say(&said.decode().map_err(|_| Unreadable)?),
            Event::CData(said) => reading.say(&said.decode().map_err(|_| Unreadable)?),
            Event::GeneralRef(entity) => reading.say(character(&entity)?.encode_utf8(&mut [0; 4])),
            Event::DocType(_) => return Err(Unreadable),
            Event::Eof => return reading.end(),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::Empty(_) => {}
        }
    }
}

fn character(entity: &BytesRef<'_>) -> Result<char, Unreadable> {
    if let Some(character) = entity.resolve_char_ref().map_err(|_| Unreadable)? {
        return Ok(character);
    }
    match &**entity {
        b"amp" => Ok('&'),
        b"lt" => Ok('<'),
        b"gt" => Ok('>'),
        b"quot" => Ok('"'),
        b"apos" => Ok('\''),
        _ => Err(Unreadable),
    }
}

#[derive(Default)]
struct Reading {
    /// The elements that are open, as `feedback/record/row`, and where each begins in that.
    path: String,
    starts: Vec<usize>,
    said: String,
    report: AggregateReport,
    has_ended: bool,
    row: Row,
}

#[derive(Default)]
struct Row {
    source: String,
    messages: String,
    disposition: Disposition,
    dkim: String,
    spf: String,
    header_from: String,
    signed_by: Option<String>,
    allowed_by: Option<String>,
    /// Of the result that is being read.
    result_domain: String,
    result: String,
}

impl Reading {
    fn open(&mut self, tag: &[u8]) -> Result<(), Unreadable> {
        let is_feedback = self.path.is_empty() && tag == b"feedback" && !self.has_ended;
        if (self.path.is_empty() && !is_feedback) || self.starts.len() == DEEPEST {
            return Err(Unreadable);
        }
        self.starts.push(self.path.len());
        if !self.path.is_empty() {
            self.path.push('/');
        }
        let tag = &tag[..tag.len().min(LONGEST_TAG)];
        self.path.push_str(&String::from_utf8_lossy(tag));
        self.said.clear();
        match self.path.as_str() {
            "feedback/record" => self.row = Row::default(),
            "feedback/record/auth_results/dkim" | "feedback/record/auth_results/spf" => {
                self.row.result_domain.clear();
                self.row.result.clear();
            }
            _ => {}
        }
        Ok(())
    }

    fn say(&mut self, said: &str) {
        let room = LONGEST_TEXT.saturating_sub(self.said.len());
        self.said.extend(said.chars().take(room));
    }

    fn close(&mut self) -> Result<(), Unreadable> {
        let start = self.starts.pop().ok_or(Unreadable)?;
        let said = std::mem::take(&mut self.said);
        self.take(said.trim())?;
        self.path.truncate(start);
        self.has_ended |= self.path.is_empty();
        Ok(())
    }

    /// What the element at the path says, all of it.
    fn take(&mut self, said: &str) -> Result<(), Unreadable> {
        let Some(field) = self.path.strip_prefix("feedback/") else {
            return Ok(());
        };
        let (report, row) = (&mut self.report, &mut self.row);
        match field {
            "report_metadata/report_id" => report.id = id(said)?,
            "report_metadata/date_range/begin" => report.period.from = seconds(said)?,
            "report_metadata/date_range/end" => report.period.to = seconds(said)?,
            "policy_published/domain" => report.domain = name(said).ok_or(Unreadable)?,
            "record/row/source_ip" => said.clone_into(&mut row.source),
            "record/row/count" => said.clone_into(&mut row.messages),
            "record/row/policy_evaluated/disposition" => row.disposition = disposition(said),
            "record/row/policy_evaluated/dkim" => said.clone_into(&mut row.dkim),
            "record/row/policy_evaluated/spf" => said.clone_into(&mut row.spf),
            "record/identifiers/header_from" => said.clone_into(&mut row.header_from),
            "record/auth_results/dkim/domain" | "record/auth_results/spf/domain" => {
                said.clone_into(&mut row.result_domain);
            }
            "record/auth_results/dkim/result" | "record/auth_results/spf/result" => {
                said.clone_into(&mut row.result);
            }
            "record/auth_results/dkim" => row.signed_by = row.signed_by.take().or(row.passed()),
            "record/auth_results/spf" => row.allowed_by = row.allowed_by.take().or(row.passed()),
            "record" => {
                if report.rows.len() == MOST_ROWS {
                    return Err(Unreadable);
                }
                report.rows.extend(row.read()?);
            }
            _ => {}
        }
        Ok(())
    }

    fn end(self) -> Result<AggregateReport, Unreadable> {
        let report = self.report;
        let is_whole = self.has_ended && !report.id.is_empty() && !report.domain.is_empty();
        if is_whole {
            Ok(report)
        } else {
            Err(Unreadable)
        }
    }
}

impl Row {
    /// The domain of a result that is good.
    fn passed(&self) -> Option<String> {
        let has_passed = self.result.eq_ignore_ascii_case("pass");
        has_passed.then(|| name(&self.result_domain)).flatten()
    }

    /// Nothing without an address or a sender: some reporters have such rows. A number that is none spoils the report.
    fn read(&self) -> Result<Option<AggregateRow>, Unreadable> {
        let messages = self.messages.parse().map_err(|_| Unreadable)?;
        let (Ok(source), Some(header_from)) = (self.source.parse(), name(&self.header_from)) else {
            return Ok(None);
        };
        Ok(Some(AggregateRow {
            source,
            messages,
            disposition: self.disposition,
            dkim_aligned: self.dkim.eq_ignore_ascii_case("pass"),
            spf_aligned: self.spf.eq_ignore_ascii_case("pass"),
            header_from,
            authenticated_as: self.signed_by.clone().or_else(|| self.allowed_by.clone()),
        }))
    }
}

fn disposition(said: &str) -> Disposition {
    match said.to_ascii_lowercase().as_str() {
        "quarantine" => Disposition::Quarantined,
        "reject" => Disposition::Rejected,
        _ => Disposition::Delivered,
    }
}

/// As milliseconds. Some reporters write a fraction.
fn seconds(said: &str) -> Result<i64, Unreadable> {
    let whole = said.split('.').next().unwrap_or_default();
    let seconds: i64 = whole.parse().map_err(|_| Unreadable)?;
    seconds.checked_mul(1000).ok_or(Unreadable)
}
