//! Rows of one address in batches and files, made up, against a plain model: each row changes what it names.

use std::collections::BTreeMap;
use std::fmt::Write;

use postrider_domain::patch::Patch;
use postrider_domain::time::parse_iso;
use proptest::option;
use proptest::sample::select;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::consent;
use crate::import::{ended, upload};
use crate::support::{Answer, Brand, TestServer};

const NOW: &str = "2026-06-01T12:00:00Z";
/// When consent was given: one ends opt-outs that are made now, the other is older than they are.
const CAPTURED: [&str; 2] = ["2026-06-01T18:00:00Z", "2026-01-01T00:00:00Z"];
/// No number: the row is refused.
const UNFIT: &str = "many";

/// What a row says of a contact.
#[derive(Clone, Debug)]
struct Row {
    email: String,
    first_name: Patch<&'static str>,
    last_name: Patch<&'static str>,
    subscribed: Option<bool>,
    plan: Patch<&'static str>,
    seats: Option<&'static str>,
    consent: Option<&'static str>,
}

fn row(addresses: usize) -> impl Strategy<Value = Row> {
    let texts = [
        Patch::Keep,
        Patch::Clear,
        Patch::Set("Ada"),
        Patch::Set("Grace"),
        Patch::Set("Ünal"),
    ];
    let text = move || select(texts.to_vec());
    let email = (0..addresses, select(&["example.com", "EXAMPLE.com"][..]));
    let seats = option::of(select(&["1", "2", "3", UNFIT][..]));
    let consent = option::weighted(0.2, select(&CAPTURED[..]));
    let subscribed = option::of(proptest::bool::ANY);
    let given = (email, text(), text(), subscribed, text(), seats, consent);
    given.prop_map(
        |((number, domain), first, last, subscribed, plan, seats, consent)| Row {
            email: format!("n{number}@{domain}"),
            first_name: first,
            last_name: last,
            subscribed,
            plan,
            seats,
            consent,
        },
    )
}

impl Row {
    fn json(&self) -> Value {
        let mut custom = json!({});
        set(&mut custom, "plan", &self.plan);
        if let Some(seats) = self.seats {
            custom["seats"] = seats
                .parse()
                .map_or(json!(seats), |seats: i64| json!(seats));
        }
        let mut row = json!({ "email": self.email, "customFields": custom });
        set(&mut row, "firstName", &self.first_name);
        set(&mut row, "lastName", &self.last_name);
        if let Some(subscribed) = self.subscribed {
            row["subscribed"] = json!(subscribed);
        }
        if let Some(captured_at) = self.consent {
            row["consent"] = consent(captured_at);
        }
        row
    }

    /// A cell can neither clear nor consent.
    fn of_file(self) -> Self {
        Self {
            first_name: kept(self.first_name),
            last_name: kept(self.last_name),
            plan: kept(self.plan),
            consent: None,
            ..self
        }
    }

    fn line(&self) -> String {
        let text = |given: &Patch<&'static str>| given.clone().apply(None).unwrap_or_default();
        let subscribed = self.subscribed.map(|flag| flag.to_string());
        [
            &self.email,
            text(&self.first_name),
            text(&self.last_name),
            &subscribed.unwrap_or_default(),
            text(&self.plan),
            self.seats.unwrap_or_default(),
        ]
        .join(",")
    }
}

fn set(object: &mut Value, key: &str, given: &Patch<&'static str>) {
    match given {
        Patch::Keep => {}
        Patch::Clear => object[key] = Value::Null,
        Patch::Set(text) => object[key] = json!(text),
    }
}

fn kept(given: Patch<&'static str>) -> Patch<&'static str> {
    match given {
        Patch::Clear => Patch::Keep,
        given => given,
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Person {
    first_name: Option<&'static str>,
    last_name: Option<&'static str>,
    out_since: Option<i64>,
    plan: Option<&'static str>,
    seats: Option<&'static str>,
}

impl Person {
    /// As its contact is shown.
    fn shown(&self) -> [Value; 5] {
        let seats = self.seats.and_then(|seats| seats.parse::<i64>().ok());
        [
            json!(self.first_name),
            json!(self.last_name),
            json!(self.out_since.is_none()),
            json!(self.plan),
            json!(seats),
        ]
    }
}

#[derive(Default)]
struct Model {
    people: BTreeMap<String, Person>,
    created: usize,
    updated: usize,
    /// Indexes of rows that are refused, and of those that subscribe nobody.
    failed: Vec<usize>,
    skipped: Vec<usize>,
}

impl Model {
    /// One row after the other; `all` is the consent of rows without their own.
    fn take(&mut self, rows: &[Row], all: Option<&'static str>) {
        (self.created, self.updated) = (0, 0);
        self.failed.clear();
        self.skipped.clear();
        for (index, row) in rows.iter().enumerate() {
            if row.seats == Some(UNFIT) {
                self.failed.push(index);
                continue;
            }
            let email = row.email.to_lowercase();
            let count = match self.people.get(&email) {
                Some(_) => &mut self.updated,
                None => &mut self.created,
            };
            *count += 1;
            let person = self.people.entry(email).or_default();
            person.first_name = row.first_name.clone().apply(person.first_name);
            person.last_name = row.last_name.clone().apply(person.last_name);
            person.plan = row.plan.clone().apply(person.plan);
            person.seats = row.seats.or(person.seats);
            let consented = row.consent.or(all).and_then(parse_iso);
            match (row.subscribed, person.out_since) {
                (Some(false), None) => person.out_since = parse_iso(NOW),
                (Some(true), since @ Some(_)) if consented > since => person.out_since = None,
                (Some(true), Some(_)) => self.skipped.push(index),
                _ => {}
            }
        }
    }

    /// What was told about the rows, as far as it is told.
    fn assert_told(&self, answer: &Answer) {
        let summary = &answer["summary"];
        assert_eq!(
            [&summary["created"], &summary["updated"], &summary["failed"]],
            [self.created, self.updated, self.failed.len()]
                .map(|count| json!(count))
                .each_ref()
        );
        for (key, indexes) in [("errors", &self.failed), ("warnings", &self.skipped)] {
            let told = answer[key].as_array().into_iter().flatten();
            let told: Vec<Value> = told.map(|entry| entry["index"].clone()).collect();
            let expected: Vec<Value> = indexes.iter().take(100).map(|index| json!(index)).collect();
            assert_eq!(told, expected, "{key}");
        }
    }

    async fn assert_stands(&self, brand: &Brand) {
        let mut found = BTreeMap::new();
        let mut path = "/v1/contacts?limit=100".to_owned();
        loop {
            let page = brand.get(&path).await.expect(200);
            for contact in page["data"].as_array().expect("a list") {
                let custom = &contact["customFields"];
                let (first, last) = (&contact["firstName"], &contact["lastName"]);
                let shown = [
                    first,
                    last,
                    &contact["subscribed"],
                    &custom["plan"],
                    &custom["seats"],
                ];
                let email = contact["email"].as_str().expect("an address").to_owned();
                found.insert(email, shown.map(Value::clone));
            }
            let Some(cursor) = page["pagination"]["cursor"].as_str() else {
                break;
            };
            path = format!("/v1/contacts?limit=100&cursor={cursor}");
        }
        let shown = |(email, person): (&String, &Person)| (email.clone(), person.shown());
        assert_eq!(found, self.people.iter().map(shown).collect());
    }
}

async fn brand_with_fields(server: &TestServer) -> Brand {
    let brand = server.brand().await;
    for (name, kind) in [("plan", "string"), ("seats", "number")] {
        let field = json!({ "fieldName": name, "fieldType": kind });
        brand.post("/v1/fields", field).await.expect(201);
    }
    brand
}

fn sample<T>(runner: &mut TestRunner, strategy: impl Strategy<Value = T>) -> T {
    strategy.new_tree(runner).expect("a value").current()
}

#[tokio::test]
async fn batches_write_their_rows_one_after_the_other() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let mut runner = TestRunner::deterministic();
    for _ in 0..12 {
        let brand = brand_with_fields(&server).await;
        let mut model = Model::default();
        for _ in 0..4 {
            let rows = sample(&mut runner, proptest::collection::vec(row(4), 1..16));
            let contacts: Vec<Value> = rows.iter().map(Row::json).collect();
            let body = json!({ "contacts": contacts });
            let written = brand.post("/v1/contacts", body).await.expect(200);
            model.take(&rows, None);
            model.assert_told(&written);
            model.assert_stands(&brand).await;
        }
    }
}

/// On either database such a file is written in several commits, and most addresses stand in more than one of them.
#[tokio::test]
async fn files_write_their_rows_one_after_the_other_however_far_apart_they_are() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = brand_with_fields(&server).await;
    let mut runner = TestRunner::deterministic();
    let mut model = Model::default();
    for all in [None, Some(CAPTURED[1]), Some(CAPTURED[0])] {
        let rows = sample(&mut runner, proptest::collection::vec(row(700), 4500));
        let rows: Vec<Row> = rows.into_iter().map(Row::of_file).collect();
        let mut file = "Email,First Name,Last Name,Subscribed,plan,seats\n".to_owned();
        for row in &rows {
            writeln!(file, "{}", row.line()).expect("room");
        }
        let query = all.map_or_else(String::new, |captured_at| {
            format!("?consent={{\"source\":\"fair\",\"capturedAt\":\"{captured_at}\"}}")
        });
        let accepted = upload(&brand, &query, file).await.expect(202);
        let ended = ended(&server, &brand, &accepted).await;
        model.take(&rows, all);
        model.assert_told(&ended);
        model.assert_stands(&brand).await;
    }
}
