use super::nearest::nearest;
use crate::contacts::field::{CoreColumn, FieldType, KnownFields};
use crate::contract::problem::Problem;

const CUSTOM: &str = "customFields.";

/// What a contact did with the mail it got; machine opens and clicks are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engagement {
    LastSentAt,
    LastOpenedAt,
    LastClickedAt,
    Sends,
    Opens,
    Clicks,
}

impl Engagement {
    pub const ALL: [Self; 6] = [
        Self::LastSentAt,
        Self::LastOpenedAt,
        Self::LastClickedAt,
        Self::Sends,
        Self::Opens,
        Self::Clicks,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LastSentAt => "engagement.lastSentAt",
            Self::LastOpenedAt => "engagement.lastOpenedAt",
            Self::LastClickedAt => "engagement.lastClickedAt",
            Self::Sends => "engagement.sends",
            Self::Opens => "engagement.opens",
            Self::Clicks => "engagement.clicks",
        }
    }

    const fn field_type(self) -> FieldType {
        match self {
            Self::LastSentAt | Self::LastOpenedAt | Self::LastClickedAt => FieldType::Date,
            Self::Sends | Self::Opens | Self::Clicks => FieldType::Number,
        }
    }
}

/// A field that a filter can ask for and a search can sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldRef {
    Core(CoreColumn),
    Custom { number: i64, field_type: FieldType },
    Engagement(Engagement),
}

impl FieldRef {
    /// A custom field has its bare name too, as long as no column has it.
    pub fn find(name: &str, known: &KnownFields) -> Option<Self> {
        let custom = |name: &str| {
            let field = known.get(name)?;
            Some(Self::Custom {
                number: field.number,
                field_type: field.field_type,
            })
        };
        if let Some(name) = name.strip_prefix(CUSTOM) {
            return custom(name);
        }
        let engagement = || {
            Engagement::ALL
                .into_iter()
                .find(|field| field.as_str() == name)
        };
        CoreColumn::parse(name)
            .map(Self::Core)
            .or_else(|| engagement().map(Self::Engagement))
            .or_else(|| custom(name))
    }

    /// The custom field that a name may mean, whether or not there is one.
    pub fn custom_name(name: &str) -> Option<&str> {
        name.strip_prefix(CUSTOM).or_else(|| {
            let is_other = CoreColumn::parse(name).is_some() || name.contains('.');
            (!is_other).then_some(name)
        })
    }

    /// Like [`FieldRef::find`]; an unknown name is refused with the nearest known one.
    pub fn read(name: &str, known: &KnownFields, param: &str) -> Result<Self, Problem> {
        Self::find(name, known).ok_or_else(|| {
            let problem = Problem::invalid(param, format!("There is no field `{name}`."));
            match suggestion(name, known) {
                Some(near) => problem.suggest(format!("Did you mean `{near}`?")),
                None => problem.suggest(
                    "Use a core column such as `email`, a custom field as `customFields.<name>`, or \
                     an `engagement.` field; `GET /v1/fields` lists the first two.",
                ),
            }
        })
    }

    pub const fn field_type(self) -> FieldType {
        match self {
            Self::Core(column) => column.field_type(),
            Self::Custom { field_type, .. } => field_type,
            Self::Engagement(field) => field.field_type(),
        }
    }

    /// Core and engagement times are stored as milliseconds, custom dates as the contract's seconds.
    /// This is the one place that knows.
    pub const fn ms_per_unit(self) -> f64 {
        match self {
            Self::Core(_) | Self::Engagement(_) => 1.0,
            Self::Custom { .. } => 1000.0,
        }
    }
}

fn suggestion(name: &str, known: &KnownFields) -> Option<String> {
    let custom: Vec<String> = known
        .names()
        .map(|name| format!("{CUSTOM}{name}"))
        .collect();
    let fixed = CoreColumn::ALL.iter().map(|column| column.as_str());
    let fixed = fixed.chain(Engagement::ALL.iter().map(|field| field.as_str()));
    let full = fixed.chain(custom.iter().map(String::as_str));
    let near = nearest(name, full.chain(known.names()))?;
    // The full name is shown: it is right wherever fields are named.
    Some(match known.get(near) {
        Some(_) => format!("{CUSTOM}{near}"),
        None => near.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_field_suggests_the_nearest() {
        let known: KnownFields = [
            ("plan", 1, FieldType::String),
            ("Favourite Colour", 2, FieldType::String),
        ]
        .into_iter()
        .collect();
        let cases = [
            ("plna", "`customFields.plan`"),
            ("customFields.plna", "`customFields.plan`"),
            (
                "customFields.favourite_colour",
                "`customFields.Favourite Colour`",
            ),
            ("first_name", "`firstName`"),
            ("engagement.lastOpened", "`engagement.lastOpenedAt`"),
            ("zzzzzzzzzzzzzzzzzz", "GET /v1/fields"),
        ];
        for (name, near) in cases {
            let problem = FieldRef::read(name, &known, "sort").unwrap_err();
            assert_eq!(problem.param.as_deref(), Some("sort"));
            let suggestion = problem.suggestion.unwrap();
            assert!(suggestion.contains(near), "{name}: {suggestion}");
        }
        for name in ["customFields.plan", "plan"] {
            let plan = FieldRef::read(name, &known, "sort").unwrap();
            let expected = FieldRef::Custom {
                number: 1,
                field_type: FieldType::String,
            };
            assert_eq!(plan, expected);
        }
    }
}
