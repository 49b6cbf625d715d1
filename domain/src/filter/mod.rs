//! The one filter language, from audiences to contact search to automation branches.
//!
//! A filter goes through three forms. [`FilterGroup`] is what a caller wrote and what an audience
//! stores, with names; [`check`] turns it into a [`Filter`], with typed operands and field numbers,
//! or says where it is wrong. It is checked each time it is used, because fields come and go. Last,
//! [`Filter::resolve`] makes dates absolute, and what is left are the few [`Comparison`]s that a SQL
//! compiler and [`matches`] both understand.

mod ast;
mod check;
mod date;
mod field_ref;
mod input;
mod matches;
mod nearest;
mod operand;
mod operator;
mod resolve;

pub use ast::{Bound, Comparison, Filter, Range, ResolvedFilter, Test};
pub use check::{MAX_CONDITIONS, MAX_LEVELS, MAX_LIST, check, check_list};
pub use date::{Ago, DateTest, Unit, When};
pub use field_ref::{Engagement, FieldRef};
pub use input::{FilterCondition, FilterGroup, FilterNode, LogicalOperator};
pub use matches::matches;
pub use nearest::nearest;
pub use operator::Operator;

#[cfg(test)]
mod tests;
