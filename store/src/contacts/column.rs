//! Where a filter or a sort finds the value of a field.

use postrider_domain::contacts::field::{CoreColumn, FieldType};
use postrider_domain::contacts::filter::{Engagement, FieldRef};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text whose case does not count; kept in lower case already, or not.
    Text {
        folded: bool,
    },
    /// Counts, and times in milliseconds.
    Int,
    /// Numbers of custom fields, and dates in seconds.
    Float,
    Bool,
}

/// An expression over a row of `contacts`; NULL is no value.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) kind: Kind,
    pub(super) value: String,
    pub(super) may_be_null: bool,
    /// The same without a look at the value's type, for a comparison that looks at it afterwards.
    pub(super) bare: Option<Bare>,
}

#[derive(Clone, Debug)]
pub(super) struct Bare {
    pub(super) value: String,
    /// Whether the value has the type that the field has, where that is a question.
    pub(super) guard: Option<String>,
}

impl Bare {
    /// Of the value under a key of a JSON column.
    pub(super) fn of(kind: Kind, json: &str, key: &str) -> Option<Self> {
        let name = match kind {
            Kind::Text { .. } => "text",
            Kind::Float => "number",
            Kind::Int | Kind::Bool => return None,
        };
        Some(Self {
            value: format!("{{bare}}({json}, {key})"),
            guard: Some(format!("{{is_{name}}}({json}, {key})")),
        })
    }
}

impl Column {
    pub(super) fn of(field: FieldRef) -> Self {
        match field {
            FieldRef::Core(column) => core(column),
            FieldRef::Custom { number, field_type } => custom(number, field_type),
            FieldRef::Engagement(field) => engagement(field),
        }
    }

    /// What comparisons look at.
    pub(super) fn compared(&self) -> String {
        match self.kind {
            Kind::Text { folded: false } => format!("{{fold}}({})", self.value),
            _ => self.value.clone(),
        }
    }

    /// The same over the bare value, with what has to hold besides.
    pub(super) fn compared_bare(&self) -> Option<(String, Option<&str>)> {
        let Bare { value, guard } = self.bare.as_ref()?;
        let compared = match self.kind {
            Kind::Text { folded: false } => format!("{{fold}}({value})"),
            _ => value.clone(),
        };
        Some((compared, guard.as_deref()))
    }
}

fn core(column: CoreColumn) -> Column {
    let folded = Kind::Text { folded: true };
    let text = Kind::Text { folded: false };
    let (kind, value, may_be_null) = match column {
        CoreColumn::Email => (folded, "contacts.email", false),
        CoreColumn::FirstName => (text, "contacts.first_name", true),
        CoreColumn::LastName => (text, "contacts.last_name", true),
        CoreColumn::Subscribed => (Kind::Bool, "contacts.subscribed", false),
        CoreColumn::Suppressed => (
            Kind::Bool,
            "(contacts.suppressed_reason IS NOT NULL)",
            false,
        ),
        CoreColumn::ValidationStatus => (folded, "contacts.validation_status", true),
        CoreColumn::LastValidatedAt => (Kind::Int, "contacts.validated_at", true),
        CoreColumn::ImportId => (
            text,
            "(SELECT i.public_id FROM imports AS i WHERE i.org = contacts.org
                AND i.brand = contacts.brand AND i.id = contacts.import)",
            true,
        ),
        CoreColumn::CreatedAt => (Kind::Int, "contacts.created_at", false),
        CoreColumn::UpdatedAt => (Kind::Int, "contacts.updated_at", false),
    };
    Column {
        kind,
        value: value.to_owned(),
        may_be_null,
        bare: None,
    }
}

fn custom(number: i64, field_type: FieldType) -> Column {
    let (kind, token) = match field_type {
        FieldType::String => (Kind::Text { folded: false }, "json_text"),
        FieldType::Number | FieldType::Date => (Kind::Float, "json_number"),
        FieldType::Boolean => (Kind::Bool, "json_bool"),
    };
    let value = format!("{{{token}}}(contacts.custom, {number})");
    Column {
        kind,
        value,
        may_be_null: true,
        bare: Bare::of(kind, "contacts.custom", &number.to_string()),
    }
}

/// Somebody who never got mail has no row: no times, and counts of zero.
fn engagement(field: Engagement) -> Column {
    let (column, is_count) = match field {
        Engagement::LastSentAt => ("last_sent_at", false),
        Engagement::LastOpenedAt => ("last_opened_at", false),
        Engagement::LastClickedAt => ("last_clicked_at", false),
        Engagement::Sends => ("sends", true),
        Engagement::Opens => ("opens", true),
        Engagement::Clicks => ("clicks", true),
    };
    let value = format!(
        "(SELECT e.{column} FROM engagement AS e WHERE e.org = contacts.org
            AND e.brand = contacts.brand AND e.contact = contacts.id)"
    );
    let value = if is_count {
        format!("COALESCE({value}, 0)")
    } else {
        value
    };
    Column {
        kind: Kind::Int,
        value,
        may_be_null: !is_count,
        bare: None,
    }
}
