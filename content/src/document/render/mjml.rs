//! Writes MJML, with the texts of the document beside it.

use std::fmt::Display;

use crate::mjml::compile::{push_attribute, slot};

#[derive(Default)]
pub(super) struct Mjml {
    pub source: String,
    /// HTML that takes its place once the MJML is compiled.
    pub slots: Vec<String>,
}

impl Mjml {
    pub fn tag(&mut self, name: &'static str) -> Tag<'_> {
        self.source.push('<');
        self.source.push_str(name);
        Tag { mjml: self, name }
    }

    pub fn close(&mut self, name: &str) {
        self.source.push_str("</");
        self.source.push_str(name);
        self.source.push('>');
    }
}

/// A tag that is being written.
pub(super) struct Tag<'m> {
    mjml: &'m mut Mjml,
    name: &'static str,
}

impl Tag<'_> {
    pub fn set(self, name: &str, value: impl Display) -> Self {
        let source = &mut self.mjml.source;
        source.push(' ');
        source.push_str(name);
        source.push_str("=\"");
        push_attribute(&value.to_string(), source);
        source.push('"');
        self
    }

    pub fn set_some(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// Leaves it open for what stands in it.
    pub fn open(self) {
        self.mjml.source.push('>');
    }

    pub fn empty(self) {
        self.mjml.source.push_str("/>");
    }

    pub fn html(self, html: String) {
        let number = self.mjml.slots.len();
        self.mjml.slots.push(html);
        self.mjml.source.push('>');
        self.mjml.source.push_str(&slot(number));
        self.mjml.close(self.name);
    }
}
