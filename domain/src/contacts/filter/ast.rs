use super::date::DateTest;
use super::field_ref::FieldRef;
use super::range::Range;
use crate::contacts::field::FieldValue;

/// A checked filter. `All` and `Any` of nothing match everybody and nobody.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter<T = Test, F = FieldRef> {
    All(Vec<Filter<T, F>>),
    Any(Vec<Filter<T, F>>),
    Condition {
        field: F,
        test: T,
        /// The exact opposite of the test. A missing value fails every test but `Missing` and
        /// `Empty`, so the opposite holds for it.
        negated: bool,
    },
}

/// A filter without dates that depend on the clock or a time zone.
pub type ResolvedFilter<F = FieldRef> = Filter<Comparison, F>;

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
