use serde_json::{Value, json};

use super::*;

fn contract(fields: &Value, enforcement: Enforcement) -> Contract {
    let mut all = vec![json!({ "key": "email", "type": "string", "required": true })];
    all.extend(fields.as_array().unwrap().clone());
    let fields = serde_json::from_value(all.into()).unwrap();
    Contract::check(fields, enforcement).unwrap()
}

fn check(contract: &Contract, payload: Value) -> Result<CheckedPayload, Vec<PayloadError>> {
    let Value::Object(payload) = payload else {
        panic!("an object")
    };
    check_payload(contract, payload)
}

fn codes(errors: Vec<PayloadError>) -> Vec<(&'static str, String)> {
    errors.into_iter().map(|e| (e.code, e.field)).collect()
}

#[test]
fn values_fit_their_types() {
    let cases = [
        ("string", json!("x"), json!(1), "number"),
        ("number", json!(1.5), json!("1"), "string"),
        ("integer", json!(2), json!(2.5), "number"),
        ("integer", json!(3.0), json!(true), "boolean"),
        ("boolean", json!(false), json!("false"), "string"),
        (
            "date",
            json!("2026-01-31T09:00:00Z"),
            json!("soon"),
            "string",
        ),
        ("date", json!("2026-01-31"), json!({}), "object"),
        (
            "date",
            json!(1_700_000_000),
            json!(1_700_000_000_000_i64),
            "number",
        ),
        ("object", json!({ "a": 1 }), json!([]), "array"),
        ("array", json!([1]), json!({}), "object"),
    ];
    for (kind, good, bad, actual) in cases {
        let contract = contract(&json!([{ "key": "v", "type": kind }]), Enforcement::Warn);
        let passed = check(&contract, json!({ "email": "a@x.io", "v": good })).unwrap();
        assert_eq!(passed.values["v"], good, "{kind}");
        let errors = check(&contract, json!({ "email": "a@x.io", "v": bad })).unwrap_err();
        let expected = PayloadError {
            code: "WRONG_TYPE",
            field: "v".to_owned(),
            message: format!("`v` is declared as {kind}."),
            expected_type: Some(errors[0].expected_type.unwrap()),
            actual_type: Some(actual),
        };
        assert_eq!(errors, [expected], "{kind} {bad}");
        assert_eq!(errors[0].expected_type, Some(kind));
    }
}

#[test]
fn what_is_missing_has_a_fallback_or_is_an_error() {
    let fields = json!([
        { "key": "plan", "type": "string", "required": true, "fallback": "free" },
        { "key": "seats", "type": "integer", "required": true },
        { "key": "note", "type": "string" },
        { "key": "tone", "type": "string", "fallback": "kind" },
    ]);
    let contract = contract(&fields, Enforcement::Warn);
    let errors = check(&contract, json!({ "email": "a@x.io", "seats": null })).unwrap_err();
    assert_eq!(codes(errors), [("MISSING_FIELD", "seats".to_owned())]);
    let given = json!({ "email": "a@x.io", "seats": 3, "note": null, "tone": null });
    let passed = check(&contract, given).unwrap();
    let expect = json!({ "email": "a@x.io", "plan": "free", "seats": 3, "tone": "kind" });
    assert_eq!(Value::Object(passed.values), expect);
    assert_eq!(passed.warnings, []);
}

#[test]
fn undeclared_keys_are_kept_dropped_or_refused() {
    let payload = json!({ "email": "a@x.io", "extra": [1] });
    let warned = check(&contract(&json!([]), Enforcement::Warn), payload.clone()).unwrap();
    assert_eq!(warned.values["extra"], json!([1]));
    assert_eq!(warned.warnings[0].code, "UNKNOWN_FIELD");
    let pruned = check(&contract(&json!([]), Enforcement::Prune), payload.clone()).unwrap();
    assert!(!pruned.values.contains_key("extra"));
    assert_eq!(pruned.warnings[0].field, "extra");
    let errors = check(&contract(&json!([]), Enforcement::Strict), payload).unwrap_err();
    assert_eq!(codes(errors), [("UNKNOWN_FIELD", "extra".to_owned())]);
}

#[test]
fn the_address_is_spelled_as_addresses_are_stored() {
    let contract = contract(&json!([]), Enforcement::Warn);
    let passed = check(&contract, json!({ "email": "Ada@EXAMPLE.com" })).unwrap();
    assert_eq!(passed.email.as_str(), "ada@example.com");
    assert_eq!(passed.values["email"], "ada@example.com");
    for (given, code) in [
        (json!({ "email": "ada" }), "INVALID_EMAIL"),
        (json!({ "email": "" }), "INVALID_EMAIL"),
        (json!({ "email": 1 }), "WRONG_TYPE"),
        (json!({ "email": null }), "MISSING_FIELD"),
        (json!({}), "MISSING_FIELD"),
    ] {
        let errors = check(&contract, given.clone()).unwrap_err();
        assert_eq!(codes(errors), [(code, "email".to_owned())], "{given}");
    }
}

#[test]
fn ten_levels_are_enough() {
    let contract = contract(&json!([]), Enforcement::Warn);
    let nested = |levels: usize| {
        let inner = (0..levels).fold(json!(1), |inner, _| json!([inner]));
        json!({ "email": "a@x.io", "deep": inner })
    };
    // The payload is a level of its own.
    check(&contract, nested(9)).unwrap();
    let errors = check(&contract, nested(10)).unwrap_err();
    assert_eq!(codes(errors), [("TOO_DEEP", String::new())]);
}

#[test]
fn declared_scalars_land_and_nothing_else() {
    let fields = json!([
        { "key": "firstName", "type": "string" },
        { "key": "lastName", "type": "string" },
        { "key": "subscribed", "type": "boolean" },
        { "key": "seats", "type": "integer" },
        { "key": "due", "type": "date" },
        { "key": "order", "type": "object" },
        { "key": "tags", "type": "array" },
        { "key": "absent", "type": "string" },
    ]);
    let contract = contract(&fields, Enforcement::Warn);
    let payload = json!({
        "email": "a@x.io", "firstName": "Ada", "subscribed": false, "seats": 3, "due": "2026-01-31",
        "order": { "id": 1 }, "tags": [], "other": "x",
    });
    let passed = check(&contract, payload).unwrap();
    let landing = contract.landing(&passed.values);
    assert_eq!(
        landing,
        Landing {
            first_name: Some("Ada".to_owned()),
            last_name: None,
            subscribed: Some(false),
            custom: vec![
                ("seats".to_owned(), FieldType::Number, json!(3)),
                ("due".to_owned(), FieldType::Date, json!("2026-01-31")),
            ],
        }
    );
}

#[test]
fn fallbacks_count_as_what_they_fill_in() {
    let half = "x".repeat(30 << 10);
    let contract = contract(
        &json!([
            { "key": "note", "type": "string", "fallback": half },
            { "key": "own", "type": "string" },
        ]),
        Enforcement::Warn,
    );
    let own = "y".repeat(40 << 10);
    for note in [json!({}), json!({ "note": null })] {
        let mut payload = note;
        payload["email"] = json!("a@x.io");
        payload["own"] = json!(own);
        let errors = check(&contract, payload).unwrap_err();
        assert_eq!(codes(errors), [("TOO_LARGE", String::new())]);
    }
    let given = json!({ "email": "a@x.io", "own": own, "note": "short" });
    assert!(check(&contract, given).is_ok());
}
