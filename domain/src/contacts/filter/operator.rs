use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contacts::field::FieldType;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    Equals,
    NotEquals,
    Contains,
    NotContains,
    StartsWith,
    EndsWith,
    In,
    NotIn,
    ContainsAny,
    NotContainsAny,
    Gt,
    Gte,
    Lt,
    Lte,
    Between,
    IsTrue,
    IsFalse,
    IsEmpty,
    IsNotEmpty,
    Exists,
    NotExists,
    Before,
    After,
    OnDate,
    WithinLast,
    NotWithinLast,
}

use Operator::{
    After, Before, Between, Contains, ContainsAny, EndsWith, Equals, Exists, Gt, Gte, In, IsEmpty,
    IsFalse, IsNotEmpty, IsTrue, Lt, Lte, NotContains, NotContainsAny, NotEquals, NotExists, NotIn,
    NotWithinLast, OnDate, StartsWith, WithinLast,
};

/// The table: which operators each type has.
const STRING: &[Operator] = &[
    Equals,
    NotEquals,
    Contains,
    NotContains,
    StartsWith,
    EndsWith,
    In,
    NotIn,
    ContainsAny,
    NotContainsAny,
    IsEmpty,
    IsNotEmpty,
    Exists,
    NotExists,
];
const NUMBER: &[Operator] = &[
    Equals, NotEquals, In, NotIn, Gt, Gte, Lt, Lte, Between, IsEmpty, IsNotEmpty, Exists, NotExists,
];
const BOOLEAN: &[Operator] = &[
    Equals, NotEquals, IsTrue, IsFalse, IsEmpty, IsNotEmpty, Exists, NotExists,
];
const DATE: &[Operator] = &[
    Equals,
    NotEquals,
    Gt,
    Gte,
    Lt,
    Lte,
    Between,
    Before,
    After,
    OnDate,
    WithinLast,
    NotWithinLast,
    IsEmpty,
    IsNotEmpty,
    Exists,
    NotExists,
];

impl Operator {
    pub const ALL: [Self; 26] = [
        Equals,
        NotEquals,
        Contains,
        NotContains,
        StartsWith,
        EndsWith,
        In,
        NotIn,
        ContainsAny,
        NotContainsAny,
        Gt,
        Gte,
        Lt,
        Lte,
        Between,
        IsTrue,
        IsFalse,
        IsEmpty,
        IsNotEmpty,
        Exists,
        NotExists,
        Before,
        After,
        OnDate,
        WithinLast,
        NotWithinLast,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Equals => "equals",
            NotEquals => "not_equals",
            Contains => "contains",
            NotContains => "not_contains",
            StartsWith => "starts_with",
            EndsWith => "ends_with",
            In => "in",
            NotIn => "not_in",
            ContainsAny => "contains_any",
            NotContainsAny => "not_contains_any",
            Gt => "gt",
            Gte => "gte",
            Lt => "lt",
            Lte => "lte",
            Between => "between",
            IsTrue => "is_true",
            IsFalse => "is_false",
            IsEmpty => "is_empty",
            IsNotEmpty => "is_not_empty",
            Exists => "exists",
            NotExists => "not_exists",
            Before => "before",
            After => "after",
            OnDate => "on_date",
            WithinLast => "within_last",
            NotWithinLast => "not_within_last",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|operator| operator.as_str() == text)
    }

    pub const fn for_type(kind: FieldType) -> &'static [Self] {
        match kind {
            FieldType::String => STRING,
            FieldType::Number => NUMBER,
            FieldType::Boolean => BOOLEAN,
            FieldType::Date => DATE,
        }
    }

    /// Whether the operator is the opposite of the one that [`Operator::positive`] gives.
    pub fn is_negated(self) -> bool {
        self.positive() != self
    }

    #[must_use]
    pub const fn positive(self) -> Self {
        match self {
            NotEquals => Equals,
            NotContains => Contains,
            NotIn => In,
            NotContainsAny => ContainsAny,
            IsNotEmpty => IsEmpty,
            Exists => NotExists,
            NotWithinLast => WithinLast,
            other => other,
        }
    }

    pub const fn is_unary(self) -> bool {
        matches!(
            self,
            IsTrue | IsFalse | IsEmpty | IsNotEmpty | Exists | NotExists
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_match_their_json() {
        for operator in Operator::ALL {
            assert_eq!(Operator::parse(operator.as_str()), Some(operator));
            assert_eq!(serde_json::to_value(operator).unwrap(), operator.as_str());
        }
    }

    #[test]
    fn every_operator_fits_some_type() {
        for operator in Operator::ALL {
            assert!(
                FieldType::ALL
                    .iter()
                    .any(|kind| Operator::for_type(*kind).contains(&operator))
            );
        }
    }
}
