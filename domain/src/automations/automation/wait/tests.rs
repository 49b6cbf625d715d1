use serde_json::{Map, Value, json};

use super::*;
use crate::automations::automation::facts::Person;
use crate::automations::automation::graph::{DateField, Span, SpanUnit};
use crate::contacts::field::{FieldType, KnownFields};
use crate::contacts::filter::{Contract, FieldRef};

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn until(clock: &str, days: &[Weekday], from: &str, in_zone: &str) -> String {
    let of_day = TimeOfDay {
        time: parse_clock(clock).unwrap(),
        zone: None,
        days: days.to_vec(),
    };
    let from = time::parse_iso(from).unwrap();
    time::format(of_day.next(from, &zone(in_zone)).unwrap())
}

/// Columns: clock, zone, from, expected.
fn check(cases: &str) {
    for line in cases.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let found = until(words[0], &[], words[2], words[1]);
        assert_eq!(found, words[3], "{line}");
    }
}

#[test]
fn the_next_time_that_it_is_this_late_itself_included() {
    check(
        "
        09:00 UTC              2026-05-01T08:59:59.999Z 2026-05-01T09:00:00.000Z
        09:00 UTC              2026-05-01T09:00:00.000Z 2026-05-01T09:00:00.000Z
        09:00 UTC              2026-05-01T09:00:00.001Z 2026-05-02T09:00:00.000Z
        00:00 UTC              2026-05-01T00:00:00.000Z 2026-05-01T00:00:00.000Z
        23:59 UTC              2026-05-01T00:00:00.000Z 2026-05-01T23:59:00.000Z
        09:00 Europe/Berlin    2026-05-01T07:00:00.000Z 2026-05-01T07:00:00.000Z
        09:00 America/New_York 2026-05-01T02:00:00.000Z 2026-05-01T13:00:00.000Z
        20:00 America/New_York 2026-05-01T00:30:00.000Z 2026-05-02T00:00:00.000Z
        09:00 Asia/Kathmandu   2026-05-01T03:15:00.001Z 2026-05-02T03:15:00.000Z",
    );
}

#[test]
fn months_and_years_end() {
    check(
        "
        08:00 UTC              2026-01-31T08:00:00.001Z 2026-02-01T08:00:00.000Z
        08:00 UTC              2026-02-28T12:00:00.000Z 2026-03-01T08:00:00.000Z
        08:00 UTC              2028-02-28T12:00:00.000Z 2028-02-29T08:00:00.000Z
        08:00 UTC              2028-02-29T12:00:00.000Z 2028-03-01T08:00:00.000Z
        08:00 UTC              2026-04-30T12:00:00.000Z 2026-05-01T08:00:00.000Z
        08:00 Europe/Berlin    2026-12-31T23:30:00.000Z 2027-01-01T07:00:00.000Z
        23:30 America/New_York 2026-12-31T23:00:00.000Z 2027-01-01T04:30:00.000Z",
    );
}

/// Berlin leaps from 02:00 to 03:00 on March 29th, New York on March 8th.
#[test]
fn in_spring_a_time_that_is_left_out_comes_after_the_leap() {
    check(
        "
        02:30 Europe/Berlin    2026-03-28T02:00:00.000Z 2026-03-29T01:30:00.000Z
        02:30 Europe/Berlin    2026-03-29T01:30:00.001Z 2026-03-30T00:30:00.000Z
        03:00 Europe/Berlin    2026-03-29T00:59:59.999Z 2026-03-29T01:00:00.000Z
        09:00 Europe/Berlin    2026-03-28T08:00:00.000Z 2026-03-28T08:00:00.000Z
        09:00 Europe/Berlin    2026-03-28T08:00:00.001Z 2026-03-29T07:00:00.000Z
        02:30 America/New_York 2026-03-07T12:00:00.000Z 2026-03-08T07:30:00.000Z
        09:00 America/New_York 2026-03-07T14:00:00.001Z 2026-03-08T13:00:00.000Z",
    );
}

/// Berlin shows the hour from 02:00 to 03:00 twice on October 25th, New York that from 01:00 on November 1st.
#[test]
fn in_autumn_a_time_that_comes_twice_counts_once() {
    check(
        "
        02:30 Europe/Berlin    2026-10-24T12:00:00.000Z 2026-10-25T00:30:00.000Z
        02:30 Europe/Berlin    2026-10-25T00:30:00.001Z 2026-10-26T01:30:00.000Z
        02:30 Europe/Berlin    2026-10-25T01:00:00.000Z 2026-10-26T01:30:00.000Z
        03:00 Europe/Berlin    2026-10-25T00:30:00.000Z 2026-10-25T02:00:00.000Z
        09:00 Europe/Berlin    2026-10-24T07:00:00.001Z 2026-10-25T08:00:00.000Z
        01:30 America/New_York 2026-10-31T12:00:00.000Z 2026-11-01T05:30:00.000Z
        01:30 America/New_York 2026-11-01T05:30:00.001Z 2026-11-02T06:30:00.000Z
        09:00 America/New_York 2026-10-31T13:00:00.001Z 2026-11-01T14:00:00.000Z",
    );
}

/// May 1st of 2026 is a Friday.
#[test]
fn only_the_days_that_are_named() {
    use Weekday::{Fri, Mon, Sat, Sun};
    let cases: [(&[Weekday], &str, &str); 7] = [
        (&[Fri], "2026-05-01T09:00:00Z", "2026-05-01"),
        (&[Fri], "2026-05-01T09:00:01Z", "2026-05-08"),
        (&[Mon], "2026-05-01T08:00:00Z", "2026-05-04"),
        (&[Mon, Sat], "2026-05-01T08:00:00Z", "2026-05-02"),
        (&[Sun], "2026-05-31T10:00:00Z", "2026-06-07"),
        (&[Mon, Fri], "2026-12-29T10:00:00Z", "2027-01-01"),
        (&[], "2026-05-01T10:00:00Z", "2026-05-02"),
    ];
    for (days, from, day) in cases {
        let expected = format!("{day}T09:00:00.000Z");
        assert_eq!(
            until("09:00", days, from, "UTC"),
            expected,
            "{days:?} {from}"
        );
    }
    // It is Monday in Auckland while it is still Sunday in UTC.
    let found = until("09:00", &[Mon], "2026-05-03T20:00:00Z", "Pacific/Auckland");
    assert_eq!(found, "2026-05-03T21:00:00.000Z");
    // Samoa had no December 30th, a Friday, in 2011.
    let found = until("09:00", &[Fri], "2011-12-29T20:00:00Z", "Pacific/Apia");
    assert_eq!(found, "2012-01-05T19:00:00.000Z");
}

fn ends(config: &WaitConfig, payload: &Value, value: Option<&FieldValue>) -> Option<i64> {
    let known: KnownFields = [
        ("due", 1, FieldType::Date),
        ("said", 2, FieldType::String),
        ("number", 3, FieldType::Number),
    ]
    .into_iter()
    .collect();
    let fields = GraphFields {
        known: &known,
        contract: Contract::Open(&[]),
    };
    let payload: Map<String, Value> = payload.as_object().cloned().unwrap_or_default();
    let value_of = |_: &FieldRef| value.cloned();
    let person = Person {
        email: "ada@example.com",
        subscribed: true,
        suppressed: false,
        value_of: &value_of,
    };
    let facts = Facts {
        now: 5_000,
        zone: &zone("Europe/Berlin"),
        person: value.map(|_| &person),
        payload: &payload,
        mails: &[],
        is_test: false,
    };
    Wait::compile(config, &fields).unwrap().ends(1_000, &facts)
}

const NOON: i64 = 1_777_636_800_000;

fn until_field(field: &str, payload: &Value, value: Option<&FieldValue>) -> Option<i64> {
    let field = field.to_owned();
    let until = DateField { field };
    ends(&WaitConfig::Until { until }, payload, value)
}

#[test]
fn a_date_in_the_payload_in_any_spelling() {
    let seconds = NOON / 1000;
    let cases = [
        (json!(seconds), Some(NOON)),
        (json!("2026-05-01T12:00:00Z"), Some(NOON)),
        (json!(" 2026-05-01T14:00:00+02:00"), Some(NOON)),
        (json!("2026-05-01T14:00"), Some(NOON)),
        (json!("2026-05-01"), Some(NOON - 14 * 3_600_000)),
        (json!(null), None),
        (json!("soon"), None),
        (json!(1e300), None),
        (json!(true), None),
    ];
    for (at, expected) in cases {
        let found = until_field("payload.at", &json!({ "at": at }), None);
        assert_eq!(found, expected, "{at}");
    }
    let deep = json!({ "trip": { "start": seconds, "stops": [0, seconds] }, "a.b": seconds });
    for path in ["trip.start", "trip.stops.1", "a.b"] {
        let field = format!("payload.{path}");
        assert_eq!(until_field(&field, &deep, None), Some(NOON), "{path}");
    }
    assert_eq!(until_field("payload.trip.end", &deep, None), None);
}

#[test]
fn a_date_of_the_contact_in_its_own_unit() {
    let number = |number: i64| FieldValue::Number(number as f64);
    let cases = [
        ("customFields.due", number(NOON / 1000)),
        ("customFields.number", number(NOON / 1000)),
        (
            "customFields.said",
            FieldValue::Text("2026-05-01T12:00:00Z".into()),
        ),
        ("createdAt", number(NOON)),
    ];
    for (column, value) in cases {
        let field = format!("contact.{column}");
        assert_eq!(
            until_field(&field, &json!({}), Some(&value)),
            Some(NOON),
            "{field}"
        );
        assert_eq!(until_field(&field, &json!({}), None), None, "{field}");
    }
    let opened = until_field("engagement.lastOpenedAt", &json!({}), Some(&number(NOON)));
    assert_eq!(opened, Some(NOON));
}

#[test]
fn a_span_counts_from_the_arrival() {
    for (unit, seconds) in [
        (SpanUnit::Seconds, 1),
        (SpanUnit::Minutes, 60),
        (SpanUnit::Hours, 3_600),
        (SpanUnit::Days, 86_400),
        (SpanUnit::Weeks, 604_800),
    ] {
        let span = WaitConfig::For(Span { duration: 3, unit });
        assert_eq!(ends(&span, &json!({}), None), Some(1_000 + 3_000 * seconds));
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    let known = KnownFields::default();
    let fields = GraphFields {
        known: &known,
        contract: Contract::Open(&[]),
    };
    let until_time = |clock: &str, zone: Option<&str>| WaitConfig::UntilTime {
        until_time: clock.into(),
        time_zone: zone.map(ToOwned::to_owned),
        days: None,
    };
    let until = |field: &str| WaitConfig::Until {
        until: DateField {
            field: field.into(),
        },
    };
    for config in [
        until_time("24:00", None),
        until_time("9:00", None),
        until_time("09:60", None),
        until_time("+9:00", None),
        until_time("09:00:00", None),
        until_time("09:00", Some("Europe/Nowhere")),
        until("contact.customFields.gone"),
        until("contact.subscribed"),
        until("createdAt"),
    ] {
        assert!(Wait::compile(&config, &fields).is_err(), "{config:?}");
    }
    assert!(Wait::compile(&until_time("09:00", Some("Asia/Tokyo")), &fields).is_ok());
}
