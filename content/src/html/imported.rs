//! The stored form of an imported HTML: its bytes, with editable fields between them.

use std::borrow::Cow;

use postrider_domain::designs::design::LINE_MAX;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::entities;
use super::visible::{is_unseen, line};

/// The HTML in pieces. Put one after the other they are the HTML again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignHtml")]
pub struct ImportedHtml {
    pub parts: Vec<Part>,
    pub fields: Vec<Field>,
    /// The field with the hidden line that inboxes show beside the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preheader: Option<FieldId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "DesignHtmlPart")]
pub enum Part {
    /// HTML as it came.
    Literal(String),
    /// The place of a field.
    Field(Reference),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignHtmlReference")]
pub struct Reference {
    pub field: FieldId,
    pub value: Value,
    #[serde(default, skip_serializing_if = "Quoting::is_quoted")]
    pub place: Quoting,
    /// How the value was spelled here, where it would be spelled otherwise today. It comes out as it came in
    /// for as long as nobody changes the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Which of a field's values stands at a place.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignHtmlValue")]
pub enum Value {
    Text,
    Label,
    Href,
    Src,
    Alt,
}

impl Value {
    /// How a value of this kind is spelled in HTML.
    pub(super) fn escape(self, value: &str) -> String {
        match self {
            Self::Text | Self::Label => entities::escape(value),
            Self::Href | Self::Src | Self::Alt => entities::escape_attribute(value),
        }
    }

    pub(super) fn decode(self, html: &str) -> Cow<'_, str> {
        match self {
            Self::Text | Self::Label => entities::decode(html),
            Self::Href | Self::Src | Self::Alt => entities::decode_attribute(html),
        }
    }
}

/// What the HTML around a place has already written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignHtmlPlace")]
pub enum Quoting {
    /// Text, or an attribute with its quotes.
    #[default]
    Quoted,
    /// An attribute without quotes: a new value needs them.
    Bare,
    /// Not even the attribute: a value brings it along.
    Missing,
}

impl Quoting {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_quoted(&self) -> bool {
        *self == Self::Quoted
    }
}

#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
#[schemars(rename = "DesignHtmlFieldId")]
pub struct FieldId(pub String);

/// Something that can be changed by hand. Its values are plain text, and merge tags.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[schemars(rename = "DesignHtmlField")]
pub enum Field {
    /// The title of the page, which mail clients hardly show.
    Title {
        id: FieldId,
        value: String,
    },
    Text {
        id: FieldId,
        value: String,
    },
    Link {
        id: FieldId,
        href: String,
    },
    Button {
        id: FieldId,
        label: String,
        href: String,
    },
    Image {
        id: FieldId,
        src: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alt: Option<String>,
    },
}

impl ImportedHtml {
    /// The line that it hides for the inbox, if that fits there.
    pub fn preview_text(&self) -> Option<String> {
        let id = self.preheader.as_ref()?;
        let field = self.fields.iter().find(|field| field.id() == id)?;
        let text = field.value(Value::Text)?;
        line(text.trim_matches(is_unseen)).filter(|line| line.chars().count() <= LINE_MAX)
    }
}

impl Field {
    pub fn id(&self) -> &FieldId {
        match self {
            Self::Title { id, .. }
            | Self::Text { id, .. }
            | Self::Link { id, .. }
            | Self::Button { id, .. }
            | Self::Image { id, .. } => id,
        }
    }

    /// What it says to a reader; of an image, to those who do not see it.
    pub fn words(&self) -> &str {
        match self {
            Self::Title { value, .. } | Self::Text { value, .. } => value,
            Self::Button { label, .. } => label,
            Self::Image { alt, .. } => alt.as_deref().unwrap_or_default(),
            Self::Link { .. } => "",
        }
    }

    /// `None` where a field of this kind has no such value, or an image no text.
    pub fn value(&self, value: Value) -> Option<&str> {
        match (self, value) {
            (Self::Title { value, .. } | Self::Text { value, .. }, Value::Text) => Some(value),
            (Self::Link { href, .. } | Self::Button { href, .. }, Value::Href) => Some(href),
            (Self::Button { label, .. }, Value::Label) => Some(label),
            (Self::Image { src, .. }, Value::Src) => Some(src),
            (Self::Image { alt, .. }, Value::Alt) => alt.as_deref(),
            _ => None,
        }
    }

    /// Whether a field of this kind has such a value at all.
    pub fn takes(&self, value: Value) -> bool {
        matches!(
            (self, value),
            (Self::Title { .. } | Self::Text { .. }, Value::Text)
                | (Self::Link { .. }, Value::Href)
                | (Self::Button { .. }, Value::Href | Value::Label)
                | (Self::Image { .. }, Value::Src | Value::Alt)
        )
    }
}
