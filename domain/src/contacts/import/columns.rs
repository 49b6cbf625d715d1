use std::collections::{BTreeMap, HashMap, HashSet};

use csv::StringRecord;

use super::cells::{SHOWN, cell_value, flag};
use super::formula::unguarded;
use crate::contacts::contact::{ContactInput, SuppressionReason};
use crate::contacts::field::{FieldName, FieldType, IMMUTABLE_KEYS, KnownFields, not_writable};
use crate::contract::problem::{Problem, excerpt};
use crate::patch::Patch;

/// Of one file.
const MAX_COLUMNS: usize = 1000;
/// Columns that a suggestion lists.
const LISTED: usize = 20;

/// Reasons for which an address is suppressed by what it looks like.
const VERDICTS: [&str; 2] = [
    SuppressionReason::Invalid.as_str(),
    SuppressionReason::Risky.as_str(),
];

/// What a column of the file means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Target {
    Email,
    FirstName,
    LastName,
    Subscribed,
    Suppressed,
    /// Says of an exported contact who suppressed it, and is not imported itself.
    SuppressedReason,
    Custom(FieldName, FieldType),
    Dropped,
}

/// The columns of a file in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    targets: Vec<Target>,
    ignored: Vec<String>,
}

impl Columns {
    pub fn settle(
        headers: &StringRecord,
        mapping: &BTreeMap<String, String>,
        known: &KnownFields,
    ) -> Result<Self, Problem> {
        if headers.len() > MAX_COLUMNS {
            return Err(too_many(headers.len()));
        }
        let names: Vec<&str> = headers.iter().map(name_of).collect();
        let mapping = by_header(&names, mapping)?;
        let mut targets = Vec::with_capacity(names.len());
        let mut ignored = Vec::new();
        let mut seen = HashSet::new();
        for header in &names {
            let mapped = mapping.get(header);
            let target = match mapped {
                Some((key, name)) => target(name.trim(), &format!("mapping.{key}"), known)?,
                // An exported file has them; it can be imported as it is.
                None if is_of_service(header, known) => {
                    ignored.push(excerpt(header, SHOWN).into_owned());
                    match plain(header).as_str() {
                        "suppressedreason" => Target::SuppressedReason,
                        _ => Target::Dropped,
                    }
                }
                None => target(header, "csv", known).map_err(|problem| hint(problem, header))?,
            };
            let is_left_out = matches!(target, Target::Dropped | Target::SuppressedReason);
            if !is_left_out && !seen.insert(target.clone()) {
                let shown = excerpt(header, SHOWN);
                let message = format!("Two columns mean the same: `{shown}` is the second.");
                let param = mapped.map_or("csv".to_owned(), |(key, _)| format!("mapping.{key}"));
                let suggestion = "Rename one of them, or map it to \"\" to drop it.";
                return Err(Problem::invalid(param, message).suggest(suggestion));
            }
            targets.push(target);
        }
        if !targets.contains(&Target::Email) {
            return Err(no_email(&names));
        }
        Ok(Self { targets, ignored })
    }

    /// Headers of columns that are left out because the service itself writes what they are named after.
    pub fn ignored(&self) -> &[String] {
        &self.ignored
    }

    pub(super) fn email<'r>(&self, record: &'r StringRecord) -> Option<&'r str> {
        let cells = self.targets.iter().zip(record);
        let cell = cells
            .into_iter()
            .find(|(target, _)| **target == Target::Email)?
            .1
            .trim();
        (!cell.is_empty()).then_some(unguarded(cell))
    }

    /// An empty cell says nothing about its column: it neither sets nor clears.
    pub fn read(&self, record: &StringRecord) -> Result<ContactInput, Problem> {
        if record
            .iter()
            .skip(self.targets.len())
            .any(|cell| !cell.trim().is_empty())
        {
            let message = format!(
                "The row has {} cells, the header {}.",
                record.len(),
                self.targets.len()
            );
            return Err(Problem::invalid("csv", message)
                .suggest("Put values that contain a comma in double quotes."));
        }
        let mut contact = ContactInput::default();
        let mut is_by_verdict = false;
        for (target, cell) in self.targets.iter().zip(record) {
            let (cell, trimmed) = (unguarded(cell), unguarded(cell.trim()));
            if trimmed.is_empty() {
                continue;
            }
            match target {
                Target::Email => contact.email = Some(trimmed.to_owned()),
                Target::FirstName => contact.first_name = Patch::Set(trimmed.to_owned()),
                Target::LastName => contact.last_name = Patch::Set(trimmed.to_owned()),
                Target::Subscribed => {
                    let message = "`Subscribed` is true or false.";
                    let flag = flag(trimmed).ok_or_else(|| Problem::invalid("subscribed", message));
                    contact.subscribed = Some(flag?);
                }
                Target::Suppressed => {
                    let message = "`Suppressed` is true or false.";
                    let flag = flag(trimmed).ok_or_else(|| Problem::invalid("suppressed", message));
                    contact.suppress = flag?;
                }
                Target::SuppressedReason => is_by_verdict = VERDICTS.contains(&trimmed),
                Target::Custom(name, kind) => {
                    let value = cell_value(cell, *kind, name)?;
                    contact
                        .custom_fields
                        .push((name.as_str().to_owned(), value));
                }
                Target::Dropped => {}
            }
        }
        // What a look at the address said is not made a person's word: a later look may lift it.
        contact.suppress &= !is_by_verdict;
        Ok(contact)
    }
}

/// The mapping's keys as they are written, and what they are mapped to, by the header that they mean.
fn by_header<'m>(
    names: &[&str],
    mapping: &'m BTreeMap<String, String>,
) -> Result<HashMap<&'m str, (&'m str, &'m str)>, Problem> {
    let headers: HashSet<&str> = names.iter().copied().collect();
    let mut mapped = HashMap::with_capacity(mapping.len());
    for (key, name) in mapping {
        let header = name_of(key);
        if !headers.contains(header) {
            let message = format!("The file has no column `{}`.", excerpt(key, SHOWN));
            return Err(Problem::invalid(format!("mapping.{key}"), message).suggest(listed(names)));
        }
        // Of two spellings of one header the first counts.
        mapped
            .entry(header)
            .or_insert((key.as_str(), name.as_str()));
    }
    Ok(mapped)
}

fn listed(names: &[&str]) -> String {
    let first = names.iter().take(LISTED).map(|name| excerpt(name, SHOWN));
    let first: Vec<_> = first.collect();
    match names.len().checked_sub(LISTED) {
        Some(more @ 1..) => format!("Its columns are: {} and {more} more.", first.join(", ")),
        _ => format!("Its columns are: {}.", first.join(", ")),
    }
}

fn too_many(columns: usize) -> Problem {
    let message = format!("The file has {columns} columns; an import takes up to {MAX_COLUMNS}.");
    Problem::invalid("csv", message).suggest(
        "Delete the columns that are not needed, or split them over several files that each have the \
         `Email` column.",
    )
}

fn name_of(header: &str) -> &str {
    unguarded(header.trim())
}

/// Names of columns are found in any case and spacing: `First Name`, `firstName`, `first_name`.
fn plain(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !matches!(c, ' ' | '_')).collect();
    plain.to_lowercase()
}

/// Whether a column is named like one that only the service writes. A field that the brand has under this very name is
/// the brand's.
fn is_of_service(name: &str, known: &KnownFields) -> bool {
    let plain_name = plain(name);
    plain_name != "suppressed"
        && IMMUTABLE_KEYS.iter().any(|key| plain(key) == plain_name)
        && known.get(name).is_none()
}

fn target(name: &str, param: &str, known: &KnownFields) -> Result<Target, Problem> {
    Ok(match plain(name).as_str() {
        // A comma too many at the line ends makes a column without a name.
        "" => Target::Dropped,
        "email" => Target::Email,
        "firstname" => Target::FirstName,
        "lastname" => Target::LastName,
        "subscribed" => Target::Subscribed,
        "suppressed" if known.get(name).is_none() => Target::Suppressed,
        _ if is_of_service(name, known) => return Err(not_writable(name, param)),
        _ => {
            let kind = known
                .get(name)
                .map_or(FieldType::String, |field| field.field_type);
            Target::Custom(FieldName::parse(name, param)?, kind)
        }
    })
}

fn hint(mut problem: Problem, header: &str) -> Problem {
    let header = excerpt(header, SHOWN);
    problem.message = format!("Column `{header}`: {}", problem.message);
    problem.suggest(format!(
        "Give `mapping: {{ \"{header}\": \"<field name>\" }}`, or \"\" instead of a name to drop the column."
    ))
}

fn no_email(names: &[&str]) -> Problem {
    let suggestion = match names {
        [one] if one.contains([';', '\t']) => {
            "Separate the columns by commas; this file seems to use another character.".to_owned()
        }
        _ => format!(
            "Name a column `Email` in the first line, or map one to it: `mapping: {{ \"{}\": \"email\" }}`.",
            excerpt(names.first().unwrap_or(&""), SHOWN)
        ),
    };
    Problem::invalid("csv", "The file has no `Email` column.").suggest(suggestion)
}
