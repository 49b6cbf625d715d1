//! The one filter language, from audiences to contact search to automation branches.
//!
//! A filter goes through three forms. [`FilterGroup`] is what a caller wrote and what an audience
//! stores, with names; [`check`] turns it into a [`Filter`], with typed operands and field numbers,
//! or says where it is wrong. It is checked each time it is used, because fields come and go. Last,
//! [`Filter::resolve`] makes dates absolute, and what is left are the few [`Comparison`]s that a SQL
//! compiler and [`matches`] both understand.
//!
//! Audiences and search ask for fields of a contact ([`FieldRef`]); the conditions in a graph also ask for the
//! payload of its trigger ([`GraphField`]), which no SQL can: the types keep the two apart.

mod ast;
mod check;
mod date;
mod field_ref;
mod fields;
mod graph_field;
mod input;
mod limits;
mod matches;
mod nearest;
mod operand;
mod operator;
mod payload;
mod range;
mod resolve;

pub use ast::{Comparison, Filter, ResolvedFilter, Test};
pub use check::{check, check_list};
pub use date::{Ago, DateTest, Unit};
pub use field_ref::{Engagement, FieldRef};
pub use fields::{Field, Fields};
pub use graph_field::{Contract, GraphField, GraphFields};
pub use input::{FilterCondition, FilterGroup, FilterNode, LogicalOperator};
pub use limits::{MAX_CONDITIONS, MAX_LEVELS, MAX_LIST};
pub use matches::matches;
pub use nearest::nearest;
pub use operator::Operator;
pub use payload::{Declared, PayloadPath};
pub use range::{Bound, Range};

#[cfg(test)]
mod tests;
