//! A date without a time is one day, whichever way it comes in and wherever it is looked at.

use jiff::ToSpan;
use jiff::civil::date;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::*;
use crate::automations::automation::facts::Person;
use crate::automations::automation::graph::DateField;
use crate::automations::trigger::{Contract as PayloadContract, Enforcement, check_payload};
use crate::contacts::field::{FieldType, KnownFields};
use crate::contacts::filter::{Contract, FieldRef, FilterGroup, check, matches};
use crate::contacts::import;
use crate::designs::merge::{self, compile_text, show_dates};

/// From -11 to +14, with clocks that change at midnight, by half an hour, or never, and with a day left out.
const ZONES: [&str; 18] = [
    "Pacific/Pago_Pago",
    "Pacific/Honolulu",
    "America/New_York",
    "America/Havana",
    "America/St_Johns",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "UTC",
    "Europe/Berlin",
    "Africa/Cairo",
    "Asia/Beirut",
    "Asia/Tehran",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Pacific/Kiritimati",
];
const MINUTE: i64 = 60_000;

/// The plain model: goes from minute to minute until it is that day, or later where there is none such.
fn first_moment(day: Date, zone: &TimeZone) -> (i64, Date) {
    let midnight = time::parse_iso(&day.to_string()).unwrap();
    let mut at = midnight - 27 * 60 * MINUTE;
    loop {
        let then = zone.to_datetime(Timestamp::from_millisecond(at).unwrap());
        if then.date() >= day {
            return (at, then.date());
        }
        at += MINUTE;
    }
}

/// Any day, or one beside a change of clocks.
fn day_in(zone: &TimeZone, days: i64, beside: Option<i64>) -> Date {
    let any = date(1975, 1, 1).checked_add(days.days()).unwrap();
    let Some(beside) = beside else {
        return any;
    };
    let start = zone.to_zoned(any.at(12, 0, 0, 0)).unwrap().timestamp();
    let change = zone.following(start).next();
    let near = change.map_or(any, |change| zone.to_datetime(change.timestamp()).date());
    near.checked_add(beside.days()).unwrap()
}

fn known() -> KnownFields {
    [("due", 1, FieldType::Date)].into_iter().collect()
}

fn payload_of(day: Date) -> Map<String, Value> {
    let payload = json!({ "email": "ada@example.com", "due": day.to_string() });
    payload.as_object().cloned().unwrap()
}

/// Unix seconds of the field, by each way in.
fn ways_in(day: Date, zone: &TimeZone) -> Vec<(&'static str, Option<FieldValue>)> {
    let read = |value: &Value| FieldValue::read(value, FieldType::Date, zone, "due").unwrap();
    let csv = format!("email,due\nada@example.com,{day}\n");
    let import = import::parse(&csv, &std::collections::BTreeMap::new(), &known());
    let row = import.unwrap().rows.remove(0).contact.unwrap();
    let fields = json!([
        { "key": "email", "type": "string", "required": true }, { "key": "due", "type": "date" }
    ]);
    let fields = serde_json::from_value(fields).unwrap();
    let contract = PayloadContract::check(fields, Enforcement::Strict).unwrap();
    let fired = check_payload(&contract, payload_of(day)).unwrap();
    let landing = contract.landing(&fired.values);
    vec![
        ("a contact", read(&json!(day.to_string()))),
        ("a file", read(&row.custom_fields[0].1)),
        ("a fire", read(&landing.custom[0].2)),
    ]
}

fn waits_until(field: &str, zone: &TimeZone, day: Date, value: &FieldValue) -> Option<i64> {
    let value_of = |_: &FieldRef| Some(value.clone());
    let person = Person {
        email: "ada@example.com",
        subscribed: true,
        suppressed: false,
        value_of: &value_of,
    };
    let facts = Facts {
        now: 0,
        zone,
        person: Some(&person),
        payload: &payload_of(day),
        mails: &[],
        is_test: false,
    };
    let fields = GraphFields {
        known: &known(),
        contract: Contract::Open(&[]),
    };
    let until = DateField {
        field: field.to_owned(),
    };
    let wait = Wait::compile(&WaitConfig::Until { until }, &fields).unwrap();
    wait.ends(0, &facts)
}

fn holds(operator: &str, day: Date, zone: &TimeZone, value: &FieldValue) -> bool {
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "customFields.due", "operator": operator, "value": day.to_string() }
    ] });
    let group = FilterGroup::read(&filters, "filters").unwrap();
    let filter = check(&group, &known(), "filters").unwrap();
    matches(&filter.resolve(0, zone), &|_| Some(value.clone()))
}

/// In a mail: the contact's, and the payload's.
fn shown(day: Date, zone: &TimeZone, seconds: i64) -> [String; 2] {
    let template = compile_text("{{ due }}");
    let mut contact = String::new();
    template.render(zone, |_| Some(merge::Value::Date(seconds)), &mut contact);
    let mut payload = payload_of(day);
    show_dates(&mut payload, ["due"], zone);
    let mut fired = String::new();
    template.render(
        zone,
        |name| merge::Value::of_json(payload.get(name)?),
        &mut fired,
    );
    [contact, fired]
}

proptest! {
    #[test]
    fn a_day_is_that_day_everywhere(
        zone in prop::sample::select(&ZONES[..]),
        days in 0_i64..22_000,
        beside in prop::option::of(-1_i64..=1),
    ) {
        let zone = TimeZone::get(zone).unwrap();
        let day = day_in(&zone, days, beside);
        let (start, real) = first_moment(day, &zone);
        let seconds = start.div_euclid(1000);
        let value = FieldValue::Number(seconds as f64);
        for (way, stored) in ways_in(day, &zone) {
            prop_assert_eq!(stored.as_ref(), Some(&value), "{}", way);
        }
        for field in ["contact.customFields.due", "payload.due"] {
            prop_assert_eq!(waits_until(field, &zone, day, &value), Some(start), "{}", field);
        }
        let words = format!("{} {} {}", real.day(), real.strftime("%B"), real.year());
        prop_assert_eq!(shown(day, &zone, seconds), [words.clone(), words]);
        prop_assert_eq!(time::start_of_day(real, &zone), start);
        let (before, after) = (real.yesterday().unwrap(), real.tomorrow().unwrap());
        for (operator, of, expected) in [
            ("on_date", real, true), ("equals", real, true), ("gte", real, true), ("lte", real, true),
            ("before", real, false), ("after", real, false),
            ("on_date", before, false), ("after", before, true), ("lte", before, false),
            ("on_date", after, false), ("before", after, true), ("gte", after, false),
        ] {
            // A day that was left out is nobody's day before.
            prop_assume!(first_moment(of, &zone).1 == of);
            prop_assert_eq!(holds(operator, of, &zone, &value), expected, "{} {}", operator, of);
        }
    }
}
