//! The blocks. Each has a name of its own that stays when it is moved or changed.

mod block;
mod facts;
mod leaves;

pub use crate::icons::IconStyle;
pub(super) use block::section_padding;
pub use block::{Block, Column, Columns, Section, VerticalAlign};
pub use facts::{Coupon, Fact, Facts};
pub use leaves::{
    Button, Divider, FooterBlock, Heading, Image, List, ProductButton, ProductCard, ProductImage,
    RawHtml, Social, SocialLink, Spacer, Text,
};
