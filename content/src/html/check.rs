//! An imported HTML that a caller hands in is held to what an import makes.

use std::collections::HashMap;

use postrider_domain::contract::problem::Problem;

use super::address::{AddressTreatment, Rules};
use super::clean::is_clean;
use super::fields::{self, FIELDS_MAX};
use super::imported::{Field, FieldId, ImportedHtml, Part, Reference, Value};
use super::token::SIZE_MAX;

/// Each field stands in a few places at most.
const PARTS_MAX: usize = 8 * FIELDS_MAX;
const ID_MAX: usize = 64;

impl ImportedHtml {
    /// `param` is where this document stands in what the caller sent; addresses are judged by `rules`.
    pub fn check(&self, param: &str, rules: &Rules) -> Result<(), Problem> {
        self.check_counts(param)?;
        let fields = self.check_fields(param, rules)?;
        self.check_references(param, &fields)?;
        if let Some(preheader) = &self.preheader
            && !matches!(fields.get(preheader), Some(Field::Text { .. }))
        {
            let message = format!("`{param}.preheader` names no text field.");
            return Err(Problem::invalid(format!("{param}.preheader"), message));
        }
        let Some(assembled) = self.assemble_within(SIZE_MAX) else {
            let message = format!("The HTML is larger than {} MB.", SIZE_MAX / 1024 / 1024);
            return Err(Problem::invalid(param, message));
        };
        let html = &assembled.html;
        if html.contains('\0') {
            return Err(Problem::invalid(param, "The HTML holds NUL characters."));
        }
        let tokens = is_clean(html, rules).map_err(|found| {
            let message = format!(
                "The HTML holds `{}` in line {}. {}",
                found.what, found.line, found.reason
            );
            Problem::invalid(format!("{param}.parts"), message)
        })?;
        if !fields::find(html, &tokens).shows_something {
            let message = "The HTML shows nothing: it holds neither text nor images.";
            return Err(Problem::invalid(format!("{param}.parts"), message));
        }
        self.check_places(param, &fields, &assembled, tokens)
    }

    fn check_counts(&self, param: &str) -> Result<(), Problem> {
        for (name, count, most) in [
            ("fields", self.fields.len(), FIELDS_MAX),
            ("parts", self.parts.len(), PARTS_MAX),
        ] {
            if count > most {
                let message =
                    format!("`{param}.{name}` holds {count} entries; {most} are allowed.");
                return Err(Problem::invalid(format!("{param}.{name}"), message));
            }
        }
        Ok(())
    }

    fn check_fields(
        &self,
        param: &str,
        rules: &Rules,
    ) -> Result<HashMap<&FieldId, &Field>, Problem> {
        let mut fields = HashMap::with_capacity(self.fields.len());
        for (index, field) in self.fields.iter().enumerate() {
            let at = format!("{param}.fields[{index}]");
            let id = field.id();
            if id.0.is_empty() || id.0.len() > ID_MAX {
                let message = format!("An id has 1 to {ID_MAX} characters.");
                return Err(Problem::invalid(format!("{at}.id"), message));
            }
            if fields.insert(id, field).is_some() {
                let message = format!("Two fields have the id `{}`.", id.0);
                return Err(Problem::invalid(format!("{at}.id"), message));
            }
            for (name, value) in [("href", Value::Href), ("src", Value::Src)] {
                let message = match field.value(value).map(|value| rules.judge(value)) {
                    Some(AddressTreatment::Strip { what, reason }) => {
                        format!("`{what}` has no place in a mail. {reason}")
                    }
                    Some(AddressTreatment::Replace(full)) => {
                        format!("Write the address in full: `{full}`.")
                    }
                    Some(AddressTreatment::Keep | AddressTreatment::Dangling) | None => continue,
                };
                return Err(Problem::invalid(format!("{at}.{name}"), message));
            }
        }
        Ok(fields)
    }

    fn check_references(
        &self,
        param: &str,
        fields: &HashMap<&FieldId, &Field>,
    ) -> Result<(), Problem> {
        for (index, part) in self.parts.iter().enumerate() {
            let Part::Field(Reference {
                field: id, value, ..
            }) = part
            else {
                continue;
            };
            let at = format!("{param}.parts[{index}]");
            let Some(field) = fields.get(id) else {
                let message = format!("There is no field `{}`.", id.0);
                return Err(Problem::invalid(format!("{at}.field"), message));
            };
            if !field.takes(*value) {
                let message = format!("The field `{}` has no such value.", id.0);
                return Err(Problem::invalid(format!("{at}.value"), message));
            }
        }
        Ok(())
    }
}
