//! The values that blocks are made of. Each is checked where it is read, so that rendering can trust it.

use std::fmt;
use std::ops::Deref;

use postrider_domain::accounts::brand;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::check;
use super::inline;
use super::raw;

/// A text with a rule: read through its check, written as it is.
macro_rules! text_value {
    ($(#[doc = $doc:literal])+ $name:ident, $most:expr, $check:path) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                check::length(&text, $most)?;
                let text = $check(text)?;
                // What is kept is read again, by the same rule.
                check::length(&text, $most)?;
                Ok(Self(text))
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                concat!("Design", stringify!($name)).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let description = [$($doc.trim()),+].join(" ");
                json_schema!({ "type": "string", "maxLength": $most, "description": description })
            }
        }
    };
}

text_value! {
    /// Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`.
    Id, 64, check::id
}
text_value! {
    /// `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
    Color, 11, check::color
}
text_value! {
    /// Font families, the wanted one first: `Georgia, serif`.
    Font, 200, check::font
}
text_value! {
    /// A language as `en` or `pt-BR`.
    Lang, 35, check::lang
}
text_value! {
    /// Where a link goes: `http`, `https`, `mailto`, `tel`, `#`, or a merge tag.
    Link, 4_096, check::link
}
text_value! {
    /// Where an image is: `http`, `https`, or a merge tag.
    Source, 4_096, check::source
}
text_value! {
    /// Plain text; merge tags are filled in.
    Plain, 1_000, check::plain
}
text_value! {
    /// Text with simple marks (`b strong i em u s a br span sup sub code`); anything else is taken out.
    Inline, 50_000, inline::read
}
text_value! {
    /// The author's own HTML. Scripts, forms and what else has no place in a mail are taken out.
    Raw, raw::SIZE_MAX, raw::read
}

impl Color {
    /// Trusted to follow the rule.
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The color if nothing shines through it.
    pub(crate) fn solid(&self) -> Option<brand::Color> {
        brand::Color::parse(self)
    }
}

impl From<brand::Color> for Color {
    fn from(color: brand::Color) -> Self {
        Self(color.css())
    }
}

impl Font {
    /// Trusted to follow the rule.
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Lang {
    /// Trusted to follow the rule.
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Id {
    /// Trusted to follow the rule.
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// A whole number between two others, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64")]
pub struct Whole<const MIN: u16, const MAX: u16>(u16);

impl<const MIN: u16, const MAX: u16> Whole<MIN, MAX> {
    pub const fn of(number: u16) -> Self {
        assert!(
            MIN <= number && number <= MAX,
            "a default within its bounds"
        );
        Self(number)
    }

    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const MIN: u16, const MAX: u16> TryFrom<u64> for Whole<MIN, MAX> {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        match u16::try_from(number) {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("Must be between {MIN} and {MAX}.")),
        }
    }
}

impl<const MIN: u16, const MAX: u16> JsonSchema for Whole<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("DesignWhole{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// Pixels of space around something.
pub type Space = Whole<0, 200>;
/// Pixels of a rounded corner.
pub type Radius = Whole<0, 100>;
/// Pixels of a text's height.
pub type FontSize = Whole<8, 96>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignAlign")]
pub enum Align {
    Left,
    Center,
    Right,
}

impl Align {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Center => "center",
            Self::Right => "right",
        }
    }
}

/// Pixels of space on each side; a side that is left out has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "DesignPadding")]
pub struct Padding {
    pub top: Space,
    pub right: Space,
    pub bottom: Space,
    pub left: Space,
}

impl Default for Padding {
    fn default() -> Self {
        Self::of(0, 0)
    }
}

impl Padding {
    pub const fn of(vertical: u16, horizontal: u16) -> Self {
        Self {
            top: Space::of(vertical),
            right: Space::of(horizontal),
            bottom: Space::of(vertical),
            left: Space::of(horizontal),
        }
    }
}

impl fmt::Display for Padding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [top, right, bottom, left] =
            [self.top, self.right, self.bottom, self.left].map(Space::get);
        write!(f, "{top}px {right}px {bottom}px {left}px")
    }
}
