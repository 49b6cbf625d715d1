//! The modules that templates run on: what React and React Email are, for a mail that is rendered once.

/// What a template imports.
pub const INDEX: &str = "postrider";
/// What turns its elements into HTML.
pub const RENDER: &str = "postrider:render";

/// Name and source of each, those that others need first.
pub const MODULES: [(&str, &str); 10] = [
    ("postrider:element", include_str!("runtime/element.js")),
    (
        "postrider:attributes",
        include_str!("runtime/attributes.js"),
    ),
    ("postrider:palette", include_str!("runtime/palette.js")),
    ("postrider:scales", include_str!("runtime/scales.js")),
    ("postrider:utilities", include_str!("runtime/utilities.js")),
    ("postrider:tailwind", include_str!("runtime/tailwind.js")),
    (RENDER, include_str!("runtime/render.js")),
    (
        "postrider:components",
        include_str!("runtime/components.js"),
    ),
    ("postrider:locale", include_str!("runtime/locale.js")),
    (INDEX, include_str!("runtime/index.js")),
];
