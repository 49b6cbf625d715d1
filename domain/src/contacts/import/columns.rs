use std::collections::{BTreeMap, HashMap, HashSet};

use csv::StringRecord;
use serde_json::Value;

use super::formula::unguarded;
use crate::contacts::contact::ContactInput;
use crate::contacts::field::{
    FieldName, FieldType, FieldValue, IMMUTABLE_KEYS, KnownFields, check_writable,
};
use crate::contract::catalog::Code;
use crate::contract::problem::{Problem, excerpt};
use crate::patch::Patch;
use crate::time::When;

/// Of one file.
const MAX_COLUMNS: usize = 1000;
/// Columns that a suggestion lists.
const LISTED: usize = 20;
/// Characters of a header or a cell that a message shows.
const SHOWN: usize = 100;

/// What a column of the file means.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Target {
    Email,
    FirstName,
    LastName,
    Subscribed,
    Custom(FieldName, FieldType),
    Dropped,
}

/// The columns of a file in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns(Vec<Target>);

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
        let mut seen = HashSet::new();
        for header in &names {
            let mapped = mapping.get(header);
            let target = match mapped {
                Some((key, name)) => target(name.trim(), &format!("mapping.{key}"), known)?,
                // An exported file has them; it can be imported as it is.
                None if IMMUTABLE_KEYS.contains(header) => Target::Dropped,
                None => target(header, "csv", known).map_err(|problem| hint(problem, header))?,
            };
            if target != Target::Dropped && !seen.insert(target.clone()) {
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
        Ok(Self(targets))
    }

    pub(super) fn email<'r>(&self, record: &'r StringRecord) -> Option<&'r str> {
        let cells = self.0.iter().zip(record);
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
            .skip(self.0.len())
            .any(|cell| !cell.trim().is_empty())
        {
            let message = format!(
                "The row has {} cells, the header {}.",
                record.len(),
                self.0.len()
            );
            return Err(Problem::invalid("csv", message)
                .suggest("Put values that contain a comma in double quotes."));
        }
        let mut contact = ContactInput::default();
        for (target, cell) in self.0.iter().zip(record) {
            let (cell, trimmed) = (unguarded(cell), unguarded(cell.trim()));
            if trimmed.is_empty() {
                continue;
            }
            match target {
                Target::Email => contact.email = Some(trimmed.to_owned()),
                Target::FirstName => contact.first_name = Patch::Set(trimmed.to_owned()),
                Target::LastName => contact.last_name = Patch::Set(trimmed.to_owned()),
                Target::Subscribed => {
                    let flag = flag(trimmed).ok_or_else(|| {
                        Problem::invalid("subscribed", "`Subscribed` is true or false.")
                    })?;
                    contact.subscribed = Some(flag);
                }
                Target::Custom(name, kind) => {
                    let value = cell_value(cell, *kind, name)?;
                    contact
                        .custom_fields
                        .push((name.as_str().to_owned(), value));
                }
                Target::Dropped => {}
            }
        }
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

/// The columns that the dashboard's template has are found in any case and spacing: `First Name`,
/// `firstName`, `first_name`.
fn target(name: &str, param: &str, known: &KnownFields) -> Result<Target, Problem> {
    let plain: String = name.chars().filter(|c| !matches!(c, ' ' | '_')).collect();
    Ok(match plain.to_lowercase().as_str() {
        // A comma too many at the line ends makes a column without a name.
        "" => Target::Dropped,
        "email" => Target::Email,
        "firstname" => Target::FirstName,
        "lastname" => Target::LastName,
        "subscribed" => Target::Subscribed,
        _ => {
            check_writable(name).map_err(|problem| problem.param(param))?;
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

/// A cell in the type of its field. Text stays as written, formulas included.
fn cell_value(cell: &str, kind: FieldType, name: &FieldName) -> Result<Value, Problem> {
    let trimmed = cell.trim();
    let number = || trimmed.parse().ok().filter(|n: &f64| n.is_finite());
    let value = match kind {
        FieldType::String => Some(Value::from(cell)),
        FieldType::Number => number().map(|n| FieldValue::Number(n).to_json()),
        FieldType::Boolean => flag(trimmed).map(Value::from),
        // A day stays text until it is written: only then is it known where the brand is.
        FieldType::Date => number()
            .map(|seconds| FieldValue::Number(seconds.floor()).to_json())
            .or_else(|| When::parse(trimmed).map(When::to_json)),
    };
    value.ok_or_else(|| {
        let message = format!(
            "`{}` does not fit the field, which is a {}.",
            excerpt(trimmed, SHOWN),
            kind.as_str()
        );
        Problem::new(Code::FieldTypeMismatch, message).param(format!("customFields.{name}"))
    })
}

fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Some(true),
        "false" | "0" | "no" => Some(false),
        _ => None,
    }
}
