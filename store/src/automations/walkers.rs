//! The people who walk through automations, as filters and waits see them.

use postrider_domain::contacts::field::{CoreColumn, FieldValue};
use postrider_domain::contacts::filter::{Engagement, FieldRef};
use postrider_domain::tenant::BrandKey;
use serde_json::{Map, Value as Json};

use crate::db::{Cell, DbError, FromCell, Tx, Value};
use crate::{lookups, params, record, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns}
            FROM contacts AS c
            LEFT JOIN engagement AS e ON e.org = c.org AND e.brand = c.brand AND e.contact = c.id
            WHERE c.org = $1 AND c.brand = $2 AND ",
            $rest
        )
    };
}

statements! {
    BY_NUMBERS -> Walker = select!("c.id {in_ints}($3)");
    WITH_ADDRESS -> Walker = select!("c.email = $3");
}

record! {
    #[derive(Clone, Debug, Default)]
    pub struct Walker {
        pub contact: i64 = "c.id",
        pub email: String = "c.email",
        pub first_name: Option<String> = "c.first_name",
        pub last_name: Option<String> = "c.last_name",
        pub subscribed: bool = "c.subscribed",
        pub is_suppressed: bool = "c.suppressed_reason IS NOT NULL",
        validation_status: Option<String> = "c.validation_status",
        validated_at: Option<i64> = "c.validated_at",
        import_id: Option<String> = "(SELECT i.public_id FROM imports AS i
            WHERE i.org = c.org AND i.brand = c.brand AND i.id = c.import)",
        custom: Custom = "{json}(c.custom)",
        created_at: i64 = "c.created_at",
        updated_at: i64 = "c.updated_at",
        engagement: Engaged = ..,
    }
}

record! {
    /// Nothing in all of it before the first mail.
    #[derive(Clone, Copy, Debug, Default)]
    struct Engaged {
        last_sent_at: Option<i64> = "e.last_sent_at",
        last_opened_at: Option<i64> = "e.last_opened_at",
        last_clicked_at: Option<i64> = "e.last_clicked_at",
        sends: Option<i64> = "e.sends",
        opens: Option<i64> = "e.opens",
        clicks: Option<i64> = "e.clicks",
    }
}

/// The values of custom fields, by field number.
#[derive(Clone, Debug, Default)]
struct Custom(Map<String, Json>);

impl FromCell for Custom {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        match cell {
            Cell::Text(json) => Ok(Self(serde_json::from_str(json).unwrap_or_default())),
            _ => Err("JSON"),
        }
    }
}

pub async fn by_numbers(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<i64>,
) -> Result<Vec<Walker>, DbError> {
    if contacts.is_empty() {
        return Ok(Vec::new());
    }
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    tx.all(&BY_NUMBERS, values).await
}

lookups! {
    pub with_address(&str) -> Walker = WITH_ADDRESS;
}

impl Walker {
    /// The value as it is stored: core and engagement times in milliseconds, custom dates in seconds.
    pub fn value_of(&self, field: &FieldRef) -> Option<FieldValue> {
        match field {
            FieldRef::Core(column) => self.core(*column),
            FieldRef::Custom { number, .. } => match self.custom.0.get(&number.to_string())? {
                Json::String(text) => Some(FieldValue::Text(text.clone())),
                Json::Bool(value) => Some(FieldValue::Bool(*value)),
                value => value.as_f64().map(FieldValue::Number),
            },
            FieldRef::Engagement(field) => self.engagement(*field),
        }
    }

    fn core(&self, column: CoreColumn) -> Option<FieldValue> {
        let text = |value: &Option<String>| value.clone().map(FieldValue::Text);
        let time = |value: i64| Some(FieldValue::Number(value as f64));
        match column {
            CoreColumn::Email => Some(FieldValue::Text(self.email.clone())),
            CoreColumn::FirstName => text(&self.first_name),
            CoreColumn::LastName => text(&self.last_name),
            CoreColumn::Subscribed => Some(FieldValue::Bool(self.subscribed)),
            CoreColumn::Suppressed => Some(FieldValue::Bool(self.is_suppressed)),
            CoreColumn::ValidationStatus => text(&self.validation_status),
            CoreColumn::LastValidatedAt => self.validated_at.and_then(time),
            CoreColumn::ImportId => text(&self.import_id),
            CoreColumn::CreatedAt => time(self.created_at),
            CoreColumn::UpdatedAt => time(self.updated_at),
        }
    }

    /// Nobody has a row before the first mail: then all counts are 0.
    fn engagement(&self, field: Engagement) -> Option<FieldValue> {
        let engaged = self.engagement;
        let value = match field {
            Engagement::LastSentAt => engaged.last_sent_at?,
            Engagement::LastOpenedAt => engaged.last_opened_at?,
            Engagement::LastClickedAt => engaged.last_clicked_at?,
            Engagement::Sends => engaged.sends.unwrap_or(0),
            Engagement::Opens => engaged.opens.unwrap_or(0),
            Engagement::Clicks => engaged.clicks.unwrap_or(0),
        };
        Some(FieldValue::Number(value as f64))
    }
}
