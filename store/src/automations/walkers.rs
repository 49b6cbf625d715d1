//! The people who walk through automations, as filters and waits see them.

use postrider_domain::contacts::field::{CoreColumn, FieldValue};
use postrider_domain::contacts::filter::{Engagement, FieldRef};
use postrider_domain::tenant::BrandKey;
use serde_json::{Map, Value as Json};

use crate::db::{DbError, Row, Tx, Value};
use crate::{params, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.email, c.first_name, c.last_name, c.subscribed, c.suppressed_reason, c.validation_status,
                c.validated_at, (SELECT i.public_id FROM imports AS i
                    WHERE i.org = c.org AND i.brand = c.brand AND i.id = c.import),
                {json}(c.custom), c.created_at, c.updated_at, e.last_sent_at, e.last_opened_at, e.last_clicked_at, e.sends,
                e.opens, e.clicks
            FROM contacts AS c
            LEFT JOIN engagement AS e ON e.org = c.org AND e.brand = c.brand AND e.contact = c.id
            WHERE c.org = $1 AND c.brand = $2 AND ",
            $rest
        )
    };
}

statements! {
    BY_NUMBERS = select!("c.id {in_ints}($3)");
    WITH_ADDRESS = select!("c.email = $3");
}

#[derive(Clone, Debug, Default)]
pub struct Walker {
    pub contact: i64,
    pub email: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub subscribed: bool,
    pub is_suppressed: bool,
    validation_status: Option<String>,
    validated_at: Option<i64>,
    import_id: Option<String>,
    /// By field number.
    custom: Map<String, Json>,
    created_at: i64,
    updated_at: i64,
    engagement: [Option<i64>; 6],
}

pub async fn by_numbers(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<i64>,
) -> Result<Vec<Walker>, DbError> {
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    let rows = tx.rows(&BY_NUMBERS, values).await?;
    rows.iter().map(walker_of).collect()
}

pub async fn with_address(
    tx: &Tx,
    brand: BrandKey,
    email: &str,
) -> Result<Option<Walker>, DbError> {
    let row = tx
        .row(&WITH_ADDRESS, params![brand.org, brand.brand, email])
        .await?;
    row.as_ref().map(walker_of).transpose()
}

fn walker_of(row: &Row) -> Result<Walker, DbError> {
    let mut engagement = [None; 6];
    for (value, column) in engagement.iter_mut().zip(12..) {
        *value = row.opt_int(column)?;
    }
    Ok(Walker {
        contact: row.int(0)?,
        email: row.text(1)?,
        first_name: row.opt_text(2)?,
        last_name: row.opt_text(3)?,
        subscribed: row.bool(4)?,
        is_suppressed: row.opt_str(5)?.is_some(),
        validation_status: row.opt_text(6)?,
        validated_at: row.opt_int(7)?,
        import_id: row.opt_text(8)?,
        custom: serde_json::from_str(row.str(9)?).unwrap_or_default(),
        created_at: row.int(10)?,
        updated_at: row.int(11)?,
        engagement,
    })
}

impl Walker {
    /// The value as it is stored: core and engagement times in milliseconds, custom dates in seconds.
    pub fn value_of(&self, field: &FieldRef) -> Option<FieldValue> {
        match field {
            FieldRef::Core(column) => self.core(*column),
            FieldRef::Custom { number, .. } => match self.custom.get(&number.to_string())? {
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
        let [sent, opened, clicked, sends, opens, clicks] = self.engagement;
        let value = match field {
            Engagement::LastSentAt => sent?,
            Engagement::LastOpenedAt => opened?,
            Engagement::LastClickedAt => clicked?,
            Engagement::Sends => sends.unwrap_or(0),
            Engagement::Opens => opens.unwrap_or(0),
            Engagement::Clicks => clicks.unwrap_or(0),
        };
        Some(FieldValue::Number(value as f64))
    }
}
