//! How many custom fields a brand may have, and how much of them a contact. Whoever writes a value finds its field by
//! name in a transaction that others wait for, and every page of contacts is read with its values: neither may grow
//! with what strangers send.

use super::FieldValue;
use crate::contract::problem::Problem;

/// What a key and its punctuation take at least, as JSON: `"1":0,`.
const SMALLEST_ENTRY: usize = 6;
/// A character takes at most so many bytes in JSON (`\u001f`).
const LARGEST_ESCAPE: usize = 6;
/// A field's number with its quotes and a number or boolean as value take at most so many.
const LARGEST_PLAIN: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldBounds {
    /// Custom fields of a brand.
    pub fields: usize,
    /// Custom fields in which one contact has a value.
    pub contact_keys: usize,
    /// Bytes of one contact's values as JSON.
    pub contact_bytes: usize,
}

impl Default for FieldBounds {
    fn default() -> Self {
        Self {
            fields: 1_000,
            contact_keys: 500,
            contact_bytes: 256 << 10,
        }
    }
}

/// Which bound a contact's values would be over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactExcess {
    Keys,
    Bytes,
}

impl FieldBounds {
    /// So many bytes of JSON hold too few keys and too few bytes to be over a bound.
    pub fn surely_within(&self) -> usize {
        let keys = self.contact_keys.saturating_mul(SMALLEST_ENTRY);
        keys.min(self.contact_bytes)
    }

    /// The value with which these alone are over a bound.
    pub fn first_over<'v>(
        &self,
        values: impl Iterator<Item = &'v Option<FieldValue>> + Clone,
    ) -> Option<(usize, ContactExcess)> {
        let (mut keys, mut bytes) = (0, 0);
        // Spelling a value to know its length costs as much as storing it: only where it may matter.
        let most: usize = values.clone().flatten().map(FieldValue::most_json).sum();
        let may_be_long = most > self.contact_bytes;
        for (index, value) in values.enumerate() {
            let Some(value) = value else { continue };
            keys += 1;
            if keys > self.contact_keys {
                return Some((index, ContactExcess::Keys));
            }
            if may_be_long {
                bytes += value.to_json().to_string().len() + SMALLEST_ENTRY;
                if bytes > self.contact_bytes {
                    return Some((index, ContactExcess::Bytes));
                }
            }
        }
        None
    }

    /// The brand has all the fields that it may have.
    pub fn too_many_fields(&self, param: impl Into<String>, name: &str) -> Problem {
        let message = format!(
            "There is no field `{name}` yet, and a brand has at most {} fields.",
            self.fields
        );
        Problem::invalid(param, message).suggest(
            "Write to a field that exists (`GET /v1/fields`), or delete fields that are not needed with \
             `DELETE /v1/fields/{fieldName}`.",
        )
    }

    /// A contact's values would be too many or too long with the one at `param`.
    pub fn too_much(&self, excess: ContactExcess, param: impl Into<String>) -> Problem {
        match excess {
            ContactExcess::Keys => {
                let message = format!(
                    "A contact has values in at most {} custom fields.",
                    self.contact_keys
                );
                Problem::invalid(param, message).suggest(
                    "Clear what the contact does not need by writing `null` to it, and keep lists of things elsewhere.",
                )
            }
            ContactExcess::Bytes => {
                let message = format!(
                    "The custom values of a contact have at most {} bytes as JSON.",
                    self.contact_bytes
                );
                Problem::invalid(param, message).suggest(
                    "Shorten the values, or clear what the contact does not need by writing `null` to it.",
                )
            }
        }
    }
}

impl FieldValue {
    /// Bytes of JSON that the value with its key takes at most.
    fn most_json(&self) -> usize {
        match self {
            Self::Text(text) => text.len() * LARGEST_ESCAPE + LARGEST_PLAIN,
            Self::Number(_) | Self::Bool(_) => LARGEST_PLAIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: FieldBounds = FieldBounds {
        fields: 3,
        contact_keys: 3,
        contact_bytes: 40,
    };

    fn over(values: &[Option<FieldValue>]) -> Option<(usize, ContactExcess)> {
        BOUNDS.first_over(values.iter())
    }

    #[test]
    fn the_first_value_over_a_bound_is_named() {
        let (one, long) = (
            Some(FieldValue::Bool(true)),
            Some(FieldValue::Text("x".repeat(30))),
        );
        assert_eq!(over(&[]), None);
        assert_eq!(over(&[one.clone(), one.clone(), one.clone()]), None);
        let cleared = [one.clone(), None, None, one.clone(), None];
        assert_eq!(over(&cleared), None, "what is cleared does not count");
        let keys = [one.clone(), one.clone(), one.clone(), one.clone()];
        assert_eq!(over(&keys), Some((3, ContactExcess::Keys)));
        assert_eq!(over(std::slice::from_ref(&long)), None);
        let bytes = Some((2, ContactExcess::Bytes));
        assert_eq!(over(&[None, long, one]), bytes);
    }
}
