//! The seam between the language and what its fields belong to: a contact, or a run of an automation.

use super::field_ref::FieldRef;
use super::input::FilterCondition;
use crate::contacts::field::{CoreColumn, FieldType, KnownFields};
use crate::contract::problem::Problem;

/// What the language has to know of a field.
pub trait Field: Clone {
    fn field_type(&self) -> FieldType;

    /// Milliseconds in the unit in which dates of this field come.
    fn ms_per_unit(&self) -> f64;

    /// Some columns have a spelling of their own for texts.
    fn column(&self) -> Option<CoreColumn>;
}

/// The fields that a condition may name.
pub trait Fields {
    type Field: Field;

    /// The field of a condition that stands at `at`, or why there is none.
    fn read(&self, condition: &FilterCondition, at: &str) -> Result<Self::Field, Problem>;
}

impl Field for FieldRef {
    fn field_type(&self) -> FieldType {
        Self::field_type(*self)
    }

    fn ms_per_unit(&self) -> f64 {
        Self::ms_per_unit(*self)
    }

    fn column(&self) -> Option<CoreColumn> {
        match self {
            Self::Core(column) => Some(*column),
            Self::Custom { .. } | Self::Engagement(_) => None,
        }
    }
}

impl Fields for KnownFields {
    type Field = FieldRef;

    fn read(&self, condition: &FilterCondition, at: &str) -> Result<FieldRef, Problem> {
        FieldRef::read(&condition.field, self, &format!("{at}.field"))
    }
}
