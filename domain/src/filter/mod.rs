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
mod limits;
mod matches;
mod nearest;
mod operand;
mod operator;
mod range;
mod resolve;

pub use ast::{Comparison, Filter, ResolvedFilter, Test};
pub use check::{check, check_list};
pub use date::{Ago, DateTest, Unit, When};
pub use field_ref::{Engagement, FieldRef};
pub use input::{FilterCondition, FilterGroup, FilterNode, LogicalOperator};
pub use limits::{MAX_CONDITIONS, MAX_LEVELS, MAX_LIST};
pub use matches::matches;
pub use nearest::nearest;
pub use operator::Operator;
pub use range::{Bound, Range};

#[cfg(test)]
mod tests;
