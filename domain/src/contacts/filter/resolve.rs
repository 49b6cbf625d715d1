use jiff::tz::TimeZone;

use super::ast::{Comparison, Filter, ResolvedFilter, Test};
use super::date::DateTest;
use super::fields::Field;
use super::range::{Bound, Range};

impl<F: Field> Filter<Test, F> {
    /// Makes dates absolute. `zone` is the brand's: it says when a day begins.
    pub fn resolve(&self, now: i64, zone: &TimeZone) -> ResolvedFilter<F> {
        let each = |parts: &[Self]| parts.iter().map(|part| part.resolve(now, zone)).collect();
        match self {
            Self::All(parts) => Filter::All(each(parts)),
            Self::Any(parts) => Filter::Any(each(parts)),
            Self::Condition {
                field,
                test,
                negated,
            } => {
                let test = match test {
                    Test::Fixed(comparison) => comparison.clone(),
                    Test::Date(date) => Comparison::Range(stored_range(field, *date, now, zone)),
                };
                Filter::Condition {
                    field: field.clone(),
                    test,
                    negated: *negated,
                }
            }
        }
    }
}

fn stored_range(field: &impl Field, date: DateTest, now: i64, zone: &TimeZone) -> Range {
    let range = date.range(now, zone);
    let stored = |bound: Bound| Bound {
        value: bound.value / field.ms_per_unit(),
        ..bound
    };
    Range {
        min: range.min.map(stored),
        max: range.max.map(stored),
    }
}
