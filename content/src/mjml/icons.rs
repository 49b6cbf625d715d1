//! Pictures that the compiler would fetch from foreign hosts: ours instead.

use crate::html::scan::Tag;
use crate::icons::{IconStyle, Network};

pub(super) struct Icons<'b> {
    /// The base URL of our own icons.
    pub base: &'b str,
}

impl Icons<'_> {
    /// What holds where the author says nothing.
    pub fn defaults(&self) -> String {
        let base = self.base;
        format!(
            concat!(
                r#"<mj-attributes><mj-accordion icon-wrapped-url="{base}/plus.png" icon-unwrapped-url="{base}/minus.png"/>"#,
                r#"<mj-carousel left-icon="{base}/left.png" right-icon="{base}/right.png"/></mj-attributes>"#,
            ),
            base = base
        )
    }

    /// Attributes that an element needs besides its own.
    pub fn missing(&self, tag: &Tag, source: &str) -> Vec<(&'static str, String)> {
        let Some(name) = tag
            .value(source, "name")
            .filter(|_| tag.name == "mj-social-element")
        else {
            return Vec::new();
        };
        if tag.attribute("src").is_some() {
            return Vec::new();
        }
        let network = network(name);
        let mut missing = vec![("src", network.icon(self.base, IconStyle::Dark))];
        for (attribute, value) in [
            ("alt", network.title()),
            // The icon brings its own disc.
            ("background-color", "transparent"),
            ("border-radius", "50%"),
        ] {
            if tag.attribute(attribute).is_none() {
                missing.push((attribute, value.to_owned()));
            }
        }
        missing
    }
}

/// A network by the compiler's name for it; a globe stands for those without an icon of ours.
fn network(name: &str) -> Network {
    let name = name.strip_suffix("-noshare").unwrap_or(name);
    match name {
        "twitter" => Network::X,
        known => Network::parse(known).unwrap_or(Network::Website),
    }
}
