mod graph;
mod refusals;

use jiff::tz::TimeZone;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::contacts::field::{CoreColumn, FieldType, FieldValue, KnownFields};
use crate::contract::problem::Problem;

/// 2026-05-01T12:00:00Z, a Friday.
const NOW: i64 = 1_777_636_800_000;

fn known() -> KnownFields {
    [
        ("plan", 1, FieldType::String),
        ("age", 2, FieldType::Number),
        ("vip", 3, FieldType::Boolean),
        ("born", 4, FieldType::Date),
    ]
    .into_iter()
    .collect()
}

fn group(nodes: &Value) -> Value {
    json!({ "logicalOperator": "and", "filters": nodes })
}

fn checked(filters: &Value) -> Result<Filter, Problem> {
    check(&FilterGroup::read(filters, "filters")?, &known(), "filters")
}

fn condition(field: &str, operator: &str, value: &Value) -> Value {
    json!({ "field": field, "operator": operator, "value": value })
}

fn holds(field: &str, operator: &str, operand: &Value, stored: Option<&FieldValue>) -> bool {
    let filter = checked(&group(&json!([condition(field, operator, operand)]))).unwrap();
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    matches(&filter.resolve(NOW, &zone), &|_| stored.cloned())
}

#[test]
fn a_value_as_text_is_read_by_the_type_of_its_field() {
    let number = FieldValue::Number(5.0);
    let flag = FieldValue::Bool(true);
    // 2026-05-01T12:00:00Z in seconds.
    let date = FieldValue::Number(1_777_636_800.0);
    let cases = [
        ("customFields.age", "equals", json!("5"), &number, true),
        ("age", "equals", json!(" 5.0 "), &number, true),
        ("age", "in", json!(["4", 5]), &number, true),
        ("age", "between", json!(["1", "4.5"]), &number, false),
        ("age", "gt", json!("1e1"), &number, false),
        ("vip", "equals", json!("true"), &flag, true),
        ("vip", "not_equals", json!("TRUE"), &flag, false),
        ("vip", "is_true", json!(""), &flag, true),
        ("vip", "is_empty", json!(""), &flag, false),
        ("born", "equals", json!("1777636800"), &date, true),
        ("born", "on_date", json!("2026-05-01"), &date, true),
        (
            "born",
            "within_last",
            json!({ "amount": "2", "unit": "days" }),
            &date,
            true,
        ),
    ];
    for (field, operator, value, stored, expected) in cases {
        let held = holds(field, operator, &value, Some(stored));
        assert_eq!(held, expected, "{field} {operator} {value}");
    }
}

fn text(text: &str) -> FieldValue {
    FieldValue::Text(text.into())
}

#[test]
fn text_operators_ignore_case() {
    let cases = [
        ("equals", json!("PRÖ"), "prö", true),
        ("equals", json!("pro"), "prod", false),
        ("not_equals", json!("pro"), "Pro", false),
        ("contains", json!("ÜLL"), "Müller", true),
        ("contains", json!("%"), "100", false),
        ("contains", json!("_"), "a", false),
        ("contains", json!("%"), "100 %", true),
        ("not_contains", json!("x"), "Müller", true),
        ("starts_with", json!("mü"), "MÜLLER", true),
        ("starts_with", json!("ler"), "Müller", false),
        ("ends_with", json!("LER"), "Müller", true),
        ("ends_with", json!("mü"), "Müller", false),
        ("in", json!(["a", "PRO"]), "pro", true),
        ("not_in", json!(["a", "b"]), "pro", true),
        ("contains_any", json!(["x", "RO"]), "pro", true),
        ("not_contains_any", json!(["x", "RO"]), "pro", false),
        ("is_empty", json!(null), "", true),
        ("is_empty", json!(null), " ", false),
        ("is_not_empty", json!(null), "", false),
        ("exists", json!(null), "", true),
        ("not_exists", json!(null), "", false),
    ];
    for (operator, operand, stored, expected) in cases {
        let held = holds("customFields.plan", operator, &operand, Some(&text(stored)));
        assert_eq!(held, expected, "{stored:?} {operator} {operand}");
    }
}

#[test]
fn number_operators() {
    let cases = [
        ("equals", json!(5), true),
        ("not_equals", json!(5.0), false),
        ("in", json!([1, 5]), true),
        ("not_in", json!([1, 5]), false),
        ("gt", json!(5), false),
        ("gt", json!(4.9), true),
        ("gte", json!(5), true),
        ("lt", json!(5), false),
        ("lt", json!(5.1), true),
        ("lte", json!(5), true),
        ("between", json!([5, 6]), true),
        ("between", json!([4, 5]), true),
        ("between", json!([6, 7]), false),
        ("is_empty", json!(null), false),
        ("is_not_empty", json!(null), true),
    ];
    for (operator, operand, expected) in cases {
        let held = holds(
            "customFields.age",
            operator,
            &operand,
            Some(&FieldValue::Number(5.0)),
        );
        assert_eq!(held, expected, "5 {operator} {operand}");
    }
}

#[test]
fn boolean_operators() {
    for stored in [true, false] {
        let cases = [
            ("equals", json!(true), stored),
            ("not_equals", json!(true), !stored),
            ("is_true", json!(null), stored),
            ("is_false", json!(null), !stored),
            ("exists", json!(null), true),
            ("is_empty", json!(null), false),
        ];
        for (operator, operand, expected) in cases {
            let held = holds(
                "subscribed",
                operator,
                &operand,
                Some(&FieldValue::Bool(stored)),
            );
            assert_eq!(held, expected, "{stored} {operator} {operand}");
        }
    }
}

/// Each case holds for a custom date (seconds) and a core time (milliseconds) alike. The brand's day
/// runs from 22:00 to 22:00 UTC; the first column is hours after noon UTC of May 1st.
#[test]
fn date_operators_in_either_unit() {
    let cases = r#"
        0     true  equals          1777636800
        0     true  equals          "2026-05-01T14:00:00"
        0     true  equals          "2026-05-01"
        0     false not_equals      "2026-05-01"
        0     true  before          "2026-05-01T12:00:01Z"
        0     false before          "2026-05-01T12:00:00Z"
        0     false before          "2026-05-01"
        0     true  lt              "2026-05-02"
        0     true  lte             "2026-05-01"
        0     false after           "2026-05-01"
        0     true  after           "2026-04-30"
        0     false gt              1777636800
        0     true  gte             1777636800
        0     true  between         ["2026-04-01","2026-05-01"]
        0     false between         ["2026-05-02","2026-06-01"]
        9.9   true  on_date         "2026-05-01"
        10    false on_date         "2026-05-01"
        -14   true  on_date         "2026-05-01"
        -14.1 false on_date         "2026-05-01"
        10    true  on_date         "2026-05-01T22:30:00Z"
        0     true  on_date         1777636800
        -2    true  within_last     {"amount":2,"unit":"hours"}
        -2.1  false within_last     {"amount":2,"unit":"hours"}
        0.1   false within_last     {"amount":2,"unit":"hours"}
        -23   true  within_last     {"amount":1,"unit":"days"}
        -168  true  within_last     {"amount":1,"unit":"weeks"}
        -169  true  not_within_last {"amount":1,"unit":"weeks"}"#;
    for line in cases.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let seconds = (NOW / 1000) as f64 + words[0].parse::<f64>().unwrap() * 3600.0;
        let expected: bool = words[1].parse().unwrap();
        let operand = serde_json::from_str(words[3]).unwrap();
        let stored = |unit: f64| FieldValue::Number(seconds * unit);
        let fields = [
            ("customFields.born", 1.0),
            ("createdAt", 1e3),
            ("engagement.lastOpenedAt", 1e3),
        ];
        for (field, unit) in fields {
            let held = holds(field, words[2], &operand, Some(&stored(unit)));
            assert_eq!(held, expected, "{field} {line}");
        }
    }
}

/// An operand for every pair of type and operator in the table, so that a new one needs a row here.
fn operand(kind: FieldType, operator: Operator) -> Value {
    let one = match kind {
        FieldType::String => json!("a"),
        FieldType::Number => json!(1),
        FieldType::Boolean => json!(true),
        FieldType::Date => json!("2026-05-01"),
    };
    match operator {
        operator if operator.is_unary() => json!(null),
        Operator::WithinLast | Operator::NotWithinLast => json!({"amount": 1, "unit": "days"}),
        Operator::Between => json!([one, one]),
        Operator::In | Operator::NotIn | Operator::ContainsAny | Operator::NotContainsAny => {
            json!([one])
        }
        _ => one,
    }
}

const FIELDS: [(&str, FieldType); 4] = [
    ("customFields.plan", FieldType::String),
    ("customFields.age", FieldType::Number),
    ("customFields.vip", FieldType::Boolean),
    ("customFields.born", FieldType::Date),
];

#[test]
fn a_missing_value_fails_positive_comparisons_and_passes_their_opposites() {
    for (field, kind) in FIELDS {
        for operator in Operator::for_type(kind) {
            let name = operator.as_str();
            let passes = matches!(operator, Operator::IsEmpty) || name.starts_with("not_");
            assert_eq!(
                holds(field, name, &operand(kind, *operator), None),
                passes,
                "{kind:?} {name}"
            );
        }
    }
}

#[test]
fn operators_that_do_not_fit_the_type_are_refused() {
    for (field, kind) in FIELDS {
        for operator in Operator::ALL {
            let value = operand(kind, operator);
            let result = checked(&group(&json!([condition(
                field,
                operator.as_str(),
                &value
            )])));
            if Operator::for_type(kind).contains(&operator) {
                assert!(result.is_ok(), "{kind:?} {operator:?}: {result:?}");
            } else {
                let problem = result.unwrap_err();
                assert_eq!(
                    problem.param.as_deref(),
                    Some("filters.filters[0].operator")
                );
                assert!(problem.suggestion.unwrap().contains("equals"));
            }
        }
    }
}

#[test]
fn an_empty_filter_matches_everybody() {
    for logic in ["and", "or"] {
        let filter = checked(&json!({ "logicalOperator": logic, "filters": [] })).unwrap();
        assert!(matches(&filter.resolve(NOW, &TimeZone::UTC), &|_| None));
    }
}

#[test]
fn groups_combine_and_nest() {
    let filter = checked(&json!({ "logicalOperator": "or", "filters": [
        condition("firstName", "equals", &json!("ada")),
        { "logicalOperator": "and", "filters": [
            condition("customFields.age", "gt", &json!(30)),
            condition("customFields.plan", "not_equals", &json!("free")),
        ]},
    ]}))
    .unwrap()
    .resolve(NOW, &TimeZone::UTC);
    let people = [
        ("Ada", 1.0, "free", true),
        ("Bob", 31.0, "pro", true),
        ("Bob", 31.0, "free", false),
        ("Bob", 30.0, "pro", false),
    ];
    for (name, age, plan, expected) in people {
        let value_of = |field: &FieldRef| match field {
            FieldRef::Core(CoreColumn::FirstName) => Some(text(name)),
            FieldRef::Custom { number: 1, .. } => Some(text(plan)),
            FieldRef::Custom { number: 2, .. } => Some(FieldValue::Number(age)),
            _ => None,
        };
        assert_eq!(matches(&filter, &value_of), expected, "{name} {age} {plan}");
    }
}

#[test]
fn the_flat_list_of_search_has_its_own_paths() {
    let list = json!([
        condition("email", "equals", &json!("Jörg@Müller.de")),
        condition("nope!", "equals", &json!(1))
    ]);
    let nodes = FilterNode::read_list(&list, "filters").unwrap();
    let problem = check_list(LogicalOperator::Or, &nodes, &known(), "filters").unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("filters[1].field"));
    let filter = check_list(LogicalOperator::Or, &nodes[..1], &known(), "filters").unwrap();
    let stored = text("jörg@xn--mller-kva.de");
    assert!(matches(&filter.resolve(NOW, &TimeZone::UTC), &|_| Some(
        stored.clone()
    )));
}

#[test]
fn a_stored_filter_is_checked_again_with_the_fields_of_the_day() {
    let json = group(&json!([condition(
        "customFields.plan",
        "equals",
        &json!("pro")
    )]));
    let stored = serde_json::to_string(&FilterGroup::read(&json, "filters").unwrap()).unwrap();
    let again: FilterGroup = serde_json::from_str(&stored).unwrap();
    assert_eq!(serde_json::to_value(&again).unwrap(), json);
    assert!(check(&again, &known(), "filters").is_ok());
    let problem = check(&again, &KnownFields::default(), "filters").unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("filters.filters[0].field"));
    let retyped: KnownFields = [("plan", 9, FieldType::Number)].into_iter().collect();
    let problem = check(&again, &retyped, "filters").unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("filters.filters[0].value"));
}

#[test]
fn the_schema_lists_operators_and_both_kinds_of_node() {
    let schema = serde_json::to_string(&schemars::schema_for!(FilterGroup)).unwrap();
    for word in [
        "not_within_last",
        "logicalOperator",
        "anyOf",
        "FilterCondition",
    ] {
        assert!(schema.contains(word), "{word}");
    }
}

proptest! {
    #[test]
    fn a_negated_operator_is_the_exact_opposite(stored in proptest::option::of("[a-cA-C]{0,3}"), operand in "[a-cA-C]{1,2}") {
        let stored = stored.map(FieldValue::Text);
        for (positive, negative) in [("equals", "not_equals"), ("contains", "not_contains")] {
            let operand = json!(operand);
            let held = holds("customFields.plan", positive, &operand, stored.as_ref());
            prop_assert_ne!(held, holds("customFields.plan", negative, &operand, stored.as_ref()));
        }
    }
}
