//! Made-up contacts, with and without a value of each type, as rows and as the domain sees them.

use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::{
    CoreColumn, FieldBounds, FieldType, FieldValue, KnownFields,
};
use postrider_domain::contacts::filter::{Engagement, FieldRef};
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactUpsert, UpsertRules};
use postrider_store::db::{Db, DbError, Value};
use postrider_store::{params, statements};
use proptest::option;
use proptest::prelude::{Just, any};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::TestRunner;
use serde_json::{Map, json};

use super::{NOW, contact, hash, sample};

pub const DAY: i64 = 24 * 60 * 60 * 1000;

/// Case, umlauts, and whatever means something in LIKE, JSON or SQL.
pub const TEXTS: &[&str] = &[
    "",
    "Ada",
    "ada",
    "müller",
    "MÜLLER",
    "Müller-Lüdenscheid",
    "50%",
    "%",
    "a_b",
    "axb",
    "a\\b",
    "\\",
    "it's",
    "\"quoted\"",
    "50",
    "true",
    "x",
    "$1",
    "{fold}",
    "İstanbul",
    "ΟΔΟΣ",
    "日本",
];
pub const NUMBERS: &[f64] = &[
    0.0,
    1.0,
    2.0,
    1.5,
    -2.0,
    50.0,
    0.1,
    1e300,
    9_007_199_254_740_993.0,
];
pub const IMPORTS: &[&str] = &["imp_Aa", "imp_bB"];

/// The field numbers by type, and a name for each.
pub fn known() -> KnownFields {
    let field = |(number, kind): (i64, FieldType)| (kind.as_str(), number, kind);
    (1..).zip(FieldType::ALL).map(field).collect()
}

/// Around now and around the change of a day, in milliseconds.
pub fn times() -> Vec<i64> {
    let midnight = NOW - NOW % DAY;
    vec![
        NOW,
        NOW - 1,
        NOW - DAY,
        NOW - 7 * DAY,
        midnight,
        midnight - 1,
        midnight + DAY,
        0,
        -DAY,
    ]
}

#[derive(Clone, Debug)]
pub struct Person {
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub subscribed: bool,
    pub suppressed: Option<&'static str>,
    pub validation_status: Option<&'static str>,
    pub validated_at: Option<i64>,
    pub import: Option<usize>,
    pub custom: Map<String, serde_json::Value>,
    pub created_at: i64,
    pub updated_at: i64,
    /// Times of the last mail, open and click, then the counts.
    pub engagement: Option<([Option<i64>; 3], [i64; 3])>,
}

fn text() -> impl Strategy<Value = Option<String>> {
    option::of(select(TEXTS).prop_map(str::to_owned))
}

fn time() -> impl Strategy<Value = i64> {
    select(times())
}

/// Mostly of the field's type; a value of another must count as none.
fn custom_value(kind: FieldType) -> BoxedStrategy<Option<serde_json::Value>> {
    let text = select(TEXTS).prop_map(|text| json!(text));
    let number = select(NUMBERS).prop_map(|number| json!(number));
    let whole = select(vec![0, 1, 2, 50]).prop_map(|number: i64| json!(number));
    let flag = any::<bool>().prop_map(|flag| json!(flag));
    let date = time().prop_map(|ms| json!(ms.div_euclid(1000)));
    let other = proptest::prop_oneof![text.clone(), whole.clone(), flag.clone(), Just(json!([1]))];
    let fitting = match kind {
        FieldType::String => text.boxed(),
        FieldType::Number => proptest::prop_oneof![number, whole].boxed(),
        FieldType::Boolean => flag.boxed(),
        FieldType::Date => date.boxed(),
    };
    option::of(proptest::prop_oneof![4 => fitting, 1 => other]).boxed()
}

fn custom() -> impl Strategy<Value = Map<String, serde_json::Value>> {
    let values = FieldType::ALL.map(custom_value);
    values.prop_map(|values| {
        (1..)
            .zip(values)
            .filter_map(|(number, value)| Some((number.to_string(), value?)))
            .collect()
    })
}

pub fn person(index: usize) -> impl Strategy<Value = Person> {
    let local = select(vec!["ada", "müller", "a_b", "50%", "it's", "x"]);
    let names = (text(), text());
    let state = (
        any::<bool>(),
        option::of(select(vec!["bounced", "complained"])),
        option::of(select(vec!["valid", "risky", "unknown"])),
        option::of(time()),
    );
    let engagement = option::of((
        [option::of(time()), option::of(time()), option::of(time())],
        [0..3_i64, 0..3, 0..3],
    ));
    let rest = (
        option::of(0..IMPORTS.len()),
        custom(),
        time(),
        time(),
        engagement,
    );
    (local, names, state, rest).prop_map(move |(local, names, state, rest)| Person {
        email: format!("{local}{index}@x.de"),
        first_name: names.0,
        last_name: names.1,
        subscribed: state.0,
        suppressed: state.1,
        validation_status: state.2,
        validated_at: state.3,
        import: rest.0,
        custom: rest.1,
        created_at: rest.2,
        updated_at: rest.3,
        engagement: rest.4,
    })
}

impl Person {
    /// A write that makes the contact so, or changes it to this: what is missing is cleared.
    pub fn upsert(&self) -> ContactUpsert {
        let name = |name: &Option<String>| name.clone().map_or(Patch::Clear, Patch::Set);
        let mut custom = self.custom.clone();
        for (number, _) in (1..).zip(FieldType::ALL) {
            let number: i64 = number;
            custom
                .entry(number.to_string())
                .or_insert(serde_json::Value::Null);
        }
        ContactUpsert {
            first_name: name(&self.first_name),
            last_name: name(&self.last_name),
            custom: serde_json::Value::Object(custom).to_string(),
            ..contact(&self.email)
        }
    }

    /// As `filter::matches` wants it.
    pub fn value_of(&self, field: &FieldRef) -> Option<FieldValue> {
        let text = |text: &Option<String>| text.clone().map(FieldValue::Text);
        let word = |word: Option<&str>| word.map(|word| FieldValue::Text(word.to_owned()));
        let time = |ms: i64| FieldValue::Number(ms as f64);
        match field {
            FieldRef::Core(column) => match column {
                CoreColumn::Email => word(Some(&self.email)),
                CoreColumn::FirstName => text(&self.first_name),
                CoreColumn::LastName => text(&self.last_name),
                CoreColumn::Subscribed => Some(FieldValue::Bool(self.subscribed)),
                CoreColumn::Suppressed => Some(FieldValue::Bool(self.suppressed.is_some())),
                CoreColumn::ValidationStatus => word(self.validation_status),
                CoreColumn::LastValidatedAt => self.validated_at.map(time),
                CoreColumn::ImportId => word(self.import.map(|import| IMPORTS[import])),
                CoreColumn::CreatedAt => Some(time(self.created_at)),
                CoreColumn::UpdatedAt => Some(time(self.updated_at)),
            },
            FieldRef::Custom { number, field_type } => self.custom_value(*number, *field_type),
            FieldRef::Engagement(field) => self.engaged(*field),
        }
    }

    fn custom_value(&self, number: i64, field_type: FieldType) -> Option<FieldValue> {
        let value = self.custom.get(&number.to_string())?;
        match field_type {
            FieldType::String => value.as_str().map(|text| FieldValue::Text(text.to_owned())),
            FieldType::Number | FieldType::Date => value.as_f64().map(FieldValue::Number),
            FieldType::Boolean => value.as_bool().map(FieldValue::Bool),
        }
    }

    fn engaged(&self, field: Engagement) -> Option<FieldValue> {
        let ([sent, opened, clicked], [sends, opens, clicks]) =
            self.engagement.unwrap_or(([None; 3], [0; 3]));
        let number = match field {
            Engagement::LastSentAt => sent?,
            Engagement::LastOpenedAt => opened?,
            Engagement::LastClickedAt => clicked?,
            Engagement::Sends => sends,
            Engagement::Opens => opens,
            Engagement::Clicks => clicks,
        };
        Some(FieldValue::Number(number as f64))
    }
}

statements! {
    bulk(
        org: Int, brand: Int, id: Int, subscribed: Bool, reason: Text, status: Text, validated_at: Int,
        import: Int, created_at: Int, updated_at: Int
    ) SET_STATE = "
        UPDATE contacts SET subscribed = r.subscribed, suppressed_reason = r.reason,
            validation_status = r.status, validated_at = r.validated_at, import = r.import,
            created_at = r.created_at, updated_at = r.updated_at
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.id";
    bulk(
        org: Int, brand: Int, contact: Int, sent: Int, opened: Int, clicked: Int, sends: Int, opens: Int,
        clicks: Int
    ) ADD_ENGAGEMENT = "
        INSERT INTO engagement (org, brand, contact, last_sent_at, last_opened_at, last_clicked_at,
            sends, opens, clicks)
        SELECT r.org, r.brand, r.contact, r.sent, r.opened, r.clicked, r.sends, r.opens, r.clicks
        FROM {rows} AS r WHERE true";
    ADD_IMPORT = "
        INSERT INTO imports (org, brand, id, public_id, status, processed_rows, created, updated, failed,
            skipped, errors, created_at)
        VALUES ($1, $2, $3, $4, 'completed', 0, 0, 0, 0, 0, '[]', 0)";
}

/// Row numbers grow in the order of the list.
pub async fn add(db: &Db, brand: BrandKey, people: &[Person]) {
    let people = people.to_vec();
    db.write(move |tx| {
        let people = people.clone();
        async move {
            for (id, public_id) in (0_i64..).zip(IMPORTS) {
                tx.execute(&ADD_IMPORT, params![brand.org, brand.brand, id, *public_id])
                    .await?;
            }
            let mut ids = Vec::new();
            for person in &people {
                let terms = UpsertRules {
                    intent: Intent::Upload,
                    now: NOW,
                    bounds: FieldBounds::default(),
                    address_hash: &hash,
                };
                let made = contacts::upsert(&tx, brand, vec![person.upsert()], terms).await?;
                ids.push(made.written[0].id);
            }
            let states = ids.iter().zip(&people);
            let states = states.map(|(id, person)| state_of(brand, *id, person));
            tx.bulk(&SET_STATE, states.collect()).await?;
            let engaged = ids.iter().zip(&people).filter_map(|(id, person)| {
                let ([sent, opened, clicked], [sends, opens, clicks]) = person.engagement?;
                let row = params![
                    brand.org,
                    brand.brand,
                    *id,
                    sent,
                    opened,
                    clicked,
                    sends,
                    opens,
                    clicks
                ];
                Some(row.into())
            });
            tx.bulk(&ADD_ENGAGEMENT, engaged.collect()).await?;
            Ok::<_, DbError>(())
        }
    })
    .await
    .unwrap();
}

fn state_of(brand: BrandKey, id: i64, person: &Person) -> Vec<Value> {
    params![
        brand.org,
        brand.brand,
        id,
        person.subscribed,
        person.suppressed,
        person.validation_status,
        person.validated_at,
        person.import.map(|import| import as i64),
        person.created_at,
        person.updated_at,
    ]
    .into()
}

pub fn some(runner: &mut TestRunner, count: usize) -> Vec<Person> {
    (0..count)
        .map(|index| sample(runner, &person(index)))
        .collect()
}
