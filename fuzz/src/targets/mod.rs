//! What strangers' bytes are thrown at, and what has to hold whatever they are. A target panics when it does not.

mod html_import;
mod image;
mod jsx;
mod merge_tags;
mod reports;
mod returned;
mod svg;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    HtmlImport,
    Image,
    Jsx,
    MergeTags,
    Reports,
    Returned,
    Svg,
}

impl Target {
    pub const ALL: [Self; 7] = [
        Self::HtmlImport,
        Self::Image,
        Self::Jsx,
        Self::MergeTags,
        Self::Reports,
        Self::Returned,
        Self::Svg,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::HtmlImport => "html-import",
            Self::Image => "image",
            Self::Jsx => "jsx",
            Self::MergeTags => "merge-tags",
            Self::Reports => "reports",
            Self::Returned => "returned",
            Self::Svg => "svg",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    pub fn run(self, input: &[u8]) {
        match self {
            Self::HtmlImport => on_text(input, html_import::run),
            Self::Image => image::run(input),
            Self::Jsx => on_text(input, jsx::run),
            Self::MergeTags => on_text(input, merge_tags::run),
            Self::Reports => reports::run(input),
            Self::Returned => returned::run(input),
            Self::Svg => svg::run(input),
        }
    }
}

/// Bytes that are no text are nothing to what reads texts.
fn on_text(input: &[u8], run: impl Fn(&str)) {
    if let Ok(text) = str::from_utf8(input) {
        run(text);
    }
}
