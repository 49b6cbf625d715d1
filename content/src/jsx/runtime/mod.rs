//! The modules that templates run on: what React and React Email are, for a mail that is rendered once.

/// What a template imports.
pub const INDEX: &str = "postrider";
/// What turns its elements into HTML.
pub const RENDER: &str = "postrider:render";

/// Name and source of each, those that others need first.
pub const MODULES: [(&str, &str); 10] = [
    ("postrider:element", include_str!("element.js")),
    ("postrider:attributes", include_str!("attributes.js")),
    ("postrider:palette", include_str!("palette.js")),
    ("postrider:scales", include_str!("scales.js")),
    ("postrider:utilities", include_str!("utilities.js")),
    ("postrider:tailwind", include_str!("tailwind.js")),
    (RENDER, include_str!("render.js")),
    ("postrider:components", include_str!("components.js")),
    ("postrider:locale", include_str!("locale.js")),
    (INDEX, include_str!("index.js")),
];
