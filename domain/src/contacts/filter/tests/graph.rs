//! Conditions inside a graph: the same language over payload and contact.

use super::*;

const DECLARED: [Declared<'_>; 5] = [
    Declared {
        key: "plan",
        field_type: Some(FieldType::String),
    },
    Declared {
        key: "seats",
        field_type: Some(FieldType::Number),
    },
    Declared {
        key: "ends",
        field_type: Some(FieldType::Date),
    },
    Declared {
        key: "trial",
        field_type: Some(FieldType::Boolean),
    },
    Declared {
        key: "cart",
        field_type: None,
    },
];

fn graph_check(
    contract: Contract<'_>,
    field: &str,
    operator: &str,
    value: &Value,
) -> Result<Filter<Test, GraphField>, Problem> {
    let known = known();
    let fields = GraphFields {
        known: &known,
        contract,
    };
    let list = group(&json!([condition(field, operator, value)]));
    check(&FilterGroup::read(&list, "config")?, &fields, "config")
}

fn graph_holds(field: &str, operator: &str, value: &Value, payload: &Value) -> bool {
    let filter = graph_check(Contract::Open(&DECLARED), field, operator, value).unwrap();
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    let payload = payload.as_object().unwrap();
    matches(&filter.resolve(NOW, &zone), &|field| match field {
        GraphField::Payload(field) => field.value_in(payload, &zone),
        GraphField::Contact(_) => None,
    })
}

#[test]
fn payload_values_are_compared_by_their_declared_type() {
    let payload = json!({
        "plan": "Pro", "seats": 5, "ends": "2026-05-01", "trial": false,
        "cart": { "total": 99.5, "tags": ["New", "vip"], "at": 1_777_636_800, "note": null, "left": [] },
        "extra": 7,
    });
    let cases = [
        ("payload.plan", "equals", json!("PRO"), true),
        ("payload.plan", "starts_with", json!("x"), false),
        ("payload.seats", "gte", json!(5), true),
        ("payload.seats", "between", json!([6, 9]), false),
        ("payload.ends", "on_date", json!("2026-05-01"), true),
        ("payload.ends", "before", json!("2026-05-01"), false),
        (
            "payload.ends",
            "within_last",
            json!({ "amount": 1, "unit": "days" }),
            true,
        ),
        ("payload.trial", "is_false", json!(null), true),
        ("payload.cart.total", "gt", json!(99), true),
        ("payload.cart.tags.1", "equals", json!("VIP"), true),
        ("payload.cart.tags", "contains", json!("vip"), true),
        (
            "payload.cart.at",
            "before",
            json!("2026-05-01T12:00:01Z"),
            true,
        ),
        (
            "payload.cart.at",
            "gt",
            json!("2026-05-01T12:00:00Z"),
            false,
        ),
        ("payload.cart.note", "exists", json!(null), false),
        ("payload.cart.left", "is_empty", json!(null), true),
        ("payload.cart", "exists", json!(null), true),
        ("payload.cart.total.x", "exists", json!(null), false),
        ("payload.extra", "equals", json!(7), true),
        ("payload.extra", "equals", json!("7"), true),
        ("payload.extra", "is_true", json!(null), false),
        ("payload.gone", "not_equals", json!("x"), true),
        ("payload.gone", "equals", json!("x"), false),
    ];
    for (field, operator, value, expected) in cases {
        let held = graph_holds(field, operator, &value, &payload);
        assert_eq!(held, expected, "{field} {operator} {value}");
    }
    let odd = json!({ "seats": "5", "ends": "soon", "trial": "yes" });
    for (field, operator, value) in [
        ("payload.seats", "equals", json!(5)),
        ("payload.ends", "after", json!("1990-01-01")),
        ("payload.trial", "is_true", json!(null)),
    ] {
        assert!(
            !graph_holds(field, operator, &value, &odd),
            "{field} {operator}"
        );
        assert!(graph_holds(field, "exists", &json!(null), &odd), "{field}");
    }
}

#[test]
fn names_in_a_graph_begin_with_what_they_belong_to() {
    let closed = Contract::Closed(&DECLARED);
    for field in ["contact.email", "contact.customFields.plan", "payload.plan"] {
        assert!(
            graph_check(closed, field, "equals", &json!("x")).is_ok(),
            "{field}"
        );
    }
    assert!(graph_check(closed, "engagement.opens", "gt", &json!(1)).is_ok());
    for field in [
        "email",
        "customFields.plan",
        "plan",
        "contact.engagement.opens",
        "contact.customFields.plna",
        "payload.plna",
        "seats",
    ] {
        let problem = graph_check(closed, field, "equals", &json!("x")).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("config.filters[0].field"));
        assert!(
            problem.message.contains(field),
            "{field}: {}",
            problem.message
        );
        let suggestion = problem.suggestion.unwrap();
        assert!(
            suggestion.contains("payload.<key>"),
            "{field}: {suggestion}"
        );
    }
}

#[test]
fn a_closed_contract_refuses_what_it_does_not_declare() {
    let closed = Contract::Closed(&DECLARED);
    let open = Contract::Open(&DECLARED);
    for field in ["payload.gone", "payload.plan.part", "payload.gone.part"] {
        assert!(
            graph_check(closed, field, "exists", &json!(null)).is_err(),
            "{field}"
        );
        assert!(
            graph_check(open, field, "exists", &json!(null)).is_ok(),
            "{field}"
        );
    }
    assert!(graph_check(closed, "payload.cart.any.thing", "exists", &json!(null)).is_ok());
    let problem = graph_check(closed, "payload.seats", "contains", &json!("5")).unwrap_err();
    assert_eq!(problem.param.as_deref(), Some("config.filters[0].operator"));
}

#[test]
fn audiences_and_search_know_no_payload() {
    for field in ["payload.plan", "contact.email", "contact.customFields.plan"] {
        let filter = group(&json!([condition(field, "equals", &json!("x"))]));
        assert!(checked(&filter).is_err(), "{field}");
    }
}
