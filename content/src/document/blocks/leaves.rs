//! Blocks that hold no others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::values::{
    Align, Color, FontSize, Id, Inline, Link, Padding, Plain, Radius, Raw, Source, Whole,
};
use crate::icons::{IconStyle, Network};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignHeading")]
pub struct Heading {
    pub id: Id,
    #[serde(default = "Heading::level")]
    pub level: Whole<1, 3>,
    pub html: Inline,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_size: Option<FontSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

impl Heading {
    fn level() -> Whole<1, 3> {
        Whole::of(2)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignText")]
pub struct Text {
    pub id: Id,
    pub html: Inline,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_size: Option<FontSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignButton")]
pub struct Button {
    pub id: Id,
    pub label: Plain,
    pub href: Link,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Radius>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(default)]
    pub full_width: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignImage")]
pub struct Image {
    pub id: Id,
    pub src: Source,
    /// What the image says to those who do not see it; empty for mere decoration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<Plain>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<Link>,
    /// Pixels; without it the image fills its column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Whole<1, 800>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Radius>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignDivider")]
pub struct Divider {
    pub id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(default = "Divider::thickness")]
    pub thickness: Whole<1, 20>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

impl Divider {
    fn thickness() -> Whole<1, 20> {
        Whole::of(1)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignSpacer")]
pub struct Spacer {
    pub id: Id,
    pub height: Whole<1, 200>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignList")]
pub struct List {
    pub id: Id,
    /// Numbers instead of dots.
    #[serde(default)]
    pub ordered: bool,
    #[schemars(length(min = 1, max = 100))]
    pub items: Vec<Inline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_size: Option<FontSize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignSocial")]
pub struct Social {
    pub id: Id,
    #[schemars(length(min = 1, max = 15))]
    pub links: Vec<SocialLink>,
    #[serde(default)]
    pub icon_style: IconStyle,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignSocialLink")]
pub struct SocialLink {
    pub network: Network,
    pub url: Link,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignProductCard")]
pub struct ProductCard {
    pub id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<ProductImage>,
    pub title: Plain,
    /// Where title and image lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Inline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Plain>,
    /// The price before, shown crossed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_price: Option<Plain>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button: Option<ProductButton>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    /// Of its words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignProductImage")]
pub struct ProductImage {
    pub src: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alt: Option<Plain>,
    /// Where it leads, if not where the title does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<Link>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignProductButton")]
pub struct ProductButton {
    pub label: Plain,
    pub href: Link,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignFooter")]
pub struct FooterBlock {
    pub id: Id,
    /// Stands above address and links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<Inline>,
    #[serde(default = "yes")]
    pub show_address: bool,
    #[serde(default = "yes")]
    pub show_unsubscribe: bool,
    #[serde(default)]
    pub show_view_in_browser: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub align: Option<Align>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignRawHtml")]
pub struct RawHtml {
    pub id: Id,
    pub html: Raw,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

/// What a switch is that nobody touched.
pub(super) fn yes() -> bool {
    true
}
