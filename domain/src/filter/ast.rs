use super::date::DateTest;
use super::field_ref::FieldRef;
use crate::field::FieldValue;

/// A checked filter. `All` and `Any` of nothing match everybody and nobody.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter<T = Test> {
    All(Vec<Filter<T>>),
    Any(Vec<Filter<T>>),
    Condition {
        field: FieldRef,
        test: T,
        /// The exact opposite of the test. A missing value fails every test but `Missing` and
        /// `Empty`, so the opposite holds for it.
        negated: bool,
    },
}

/// A filter without dates that depend on the clock or a time zone.
pub type ResolvedFilter = Filter<Comparison>;

/// What a condition asks, while dates may still be relative.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    Fixed(Comparison),
    Date(DateTest),
}

/// What a condition asks of the stored value. Texts are folded; compare them with the folded value.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// Never empty, all of the field's type.
    OneOf(Vec<FieldValue>),
    /// Contains any of these; never empty.
    Contains(Vec<String>),
    StartsWith(String),
    EndsWith(String),
    Range(Range),
    /// No value.
    Missing,
    /// No value, or an empty text.
    Empty,
}

/// Bounds in the unit in which the field is stored (see [`FieldRef::ms_per_unit`]), so that no
/// value has to be converted for the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    pub value: f64,
    pub inclusive: bool,
}

impl Bound {
    pub const fn including(value: f64) -> Self {
        Self {
            value,
            inclusive: true,
        }
    }

    pub const fn excluding(value: f64) -> Self {
        Self {
            value,
            inclusive: false,
        }
    }
}

impl Range {
    pub fn contains(&self, value: f64) -> bool {
        let above = |min: Bound| {
            if min.inclusive {
                value >= min.value
            } else {
                value > min.value
            }
        };
        let below = |max: Bound| {
            if max.inclusive {
                value <= max.value
            } else {
                value < max.value
            }
        };
        self.min.is_none_or(above) && self.max.is_none_or(below)
    }
}
