//! What a filter may not say, and how the answer points at it.

use super::*;

/// param | part of the suggestion | the third of three nodes
const BAD_NODES: &str = r#"
    field           | customFields.plan | {"field": "plna", "operator": "equals", "value": "a"}
    field           | email             | {"field": "emial", "operator": "equals", "value": "a"}
    field           |                   | {"operator": "equals", "value": "a"}
    operator        | equals            | {"field": "email", "operator": "equal", "value": "a"}
    operator        | starts_with       | {"field": "email", "operator": "~", "value": "a"}
    operator        |                   | {"field": "email", "operator": 5}
    value           | is_empty          | {"field": "email", "operator": "equals"}
    value           | is_empty          | {"field": "email", "operator": "equals", "value": null}
    value           |                   | {"field": "email", "operator": "equals", "value": 5}
    value           |                   | {"field": "email", "operator": "contains", "value": ""}
    value           |                   | {"field": "email", "operator": "contains", "value": "a\u0000"}
    value           |                   | {"field": "email", "operator": "in", "value": []}
    value           |                   | {"field": "email", "operator": "in", "value": "a"}
    value[1]        |                   | {"field": "email", "operator": "in", "value": ["a", 5]}
    value           | out               | {"field": "email", "operator": "exists", "value": true}
    value           |                   | {"field": "validationStatus", "operator": "equals", "value": "good"}
    value           |                   | {"field": "engagement.opens", "operator": "gt", "value": "five"}
    value           |                   | {"field": "engagement.opens", "operator": "gt", "value": "NaN"}
    value           |                   | {"field": "engagement.opens", "operator": "gt", "value": ""}
    value[1]        |                   | {"field": "engagement.opens", "operator": "in", "value": ["1", "two"]}
    value           |                   | {"field": "engagement.opens", "operator": "between", "value": [1]}
    value           |                   | {"field": "engagement.opens", "operator": "between", "value": [2, 1]}
    value[1]        |                   | {"field": "engagement.opens", "operator": "between", "value": [1, "x"]}
    value           |                   | {"field": "subscribed", "operator": "equals", "value": "yes"}
    value           |                   | {"field": "subscribed", "operator": "is_true", "value": " "}
    value           | 2026              | {"field": "createdAt", "operator": "before", "value": "soon"}
    value           | 2026              | {"field": "createdAt", "operator": "before", "value": 1e14}
    value           | 2026              | {"field": "createdAt", "operator": "before", "value": "1e14"}
    value.amount    |                   | {"field": "createdAt", "operator": "within_last", "value": {"amount": "some", "unit": "days"}}
    value           | amount            | {"field": "createdAt", "operator": "within_last", "value": 5}
    value           | amount            | {"field": "createdAt", "operator": "within_last", "value": {"days": 5}}
    value.amount    |                   | {"field": "createdAt", "operator": "within_last", "value": {"amount": 0, "unit": "days"}}
    value.amount    |                   | {"field": "createdAt", "operator": "within_last", "value": {"amount": 1.5, "unit": "days"}}
    value.unit      |                   | {"field": "createdAt", "operator": "within_last", "value": {"amount": 1, "unit": "months"}}
    type            | string            | {"field": "email", "operator": "equals", "value": "a", "type": "number"}
    values          | `value`           | {"field": "email", "operator": "equals", "values": "a"}
    logicalOperator |                   | {"logicalOperator": "xor", "filters": []}
    filters         | out               | {"logicalOperator": "or", "filters": []}
    filters         |                   | {"logicalOperator": "or", "filters": {}}
    filters[0]      |                   | {"logicalOperator": "or", "filters": [1]}"#;

#[test]
fn problems_name_the_exact_place() {
    let good = condition("email", "exists", &json!(null));
    for line in BAD_NODES.lines().skip(1) {
        let columns: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
        let node: Value = serde_json::from_str(columns[2]).unwrap();
        let problem = checked(&group(&json!([good, good, node]))).unwrap_err();
        let expected = format!("filters.filters[2].{}", columns[0]);
        assert_eq!(problem.param, Some(expected), "{line}: {}", problem.message);
        let suggestion = problem.suggestion.unwrap_or_default();
        assert!(suggestion.contains(columns[1]), "{line}: {suggestion}");
    }
}

#[test]
fn a_list_has_at_most_a_thousand_values() {
    let with = |count: i64| {
        let list: Vec<i64> = (0..count).collect();
        checked(&group(&json!([condition(
            "engagement.opens",
            "in",
            &json!(list)
        )])))
    };
    assert!(with(1000).is_ok());
    let problem = with(1001).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("filters.filters[0].value"));
}

#[test]
fn size_and_depth_are_limited() {
    let good = condition("email", "exists", &json!(null));
    assert!(checked(&group(&json!(vec![good.clone(); 100]))).is_ok());
    let problem = checked(&group(&json!(vec![good.clone(); 10_000]))).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("filters.filters[100]"));
    let nested = |levels: usize| (0..levels).fold(good.clone(), |inner, _| group(&json!([inner])));
    assert!(checked(&nested(5)).is_ok());
    let problem = checked(&nested(6)).unwrap_err();
    let inner = ".filters[0]".repeat(5);
    assert_eq!(problem.param, Some(format!("filters{inner}")));
    // A stored filter does not come through the strict reader.
    let stored: FilterGroup = serde_json::from_value(nested(6)).unwrap();
    assert!(check(&stored, &known(), "filters").is_err());
}
