//! A part of a mail, as commands see it: a block, or a field of an imported HTML.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Heading,
    Text,
    Button,
    Image,
    List,
    Coupon,
    Facts,
    Product,
    Divider,
    Footer,
    /// Words in an imported HTML that lead somewhere.
    Link,
    /// Words of an imported HTML that nobody sees in the mail.
    Unseen,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub id: String,
    pub kind: Kind,
    /// Its main words, as `setText` takes them.
    pub text: String,
    pub url: Option<String>,
    /// Pixels of its letters, or of an image.
    pub size: Option<u16>,
    /// The part whose words it goes on with: a heading of an imported HTML may be in several fields.
    pub stretch_of: Option<String>,
    /// Whether no other words stand in its line: then its sentences begin and end in it.
    pub is_alone: bool,
}
