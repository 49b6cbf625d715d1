//! What strangers' bytes are thrown at, and what has to hold whatever they are. A target panics when it does not.

mod html_import;
mod jsx;
mod merge_tags;
mod returned;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    HtmlImport,
    Jsx,
    MergeTags,
    Returned,
}

impl Target {
    pub const ALL: [Self; 4] = [Self::HtmlImport, Self::Jsx, Self::MergeTags, Self::Returned];

    pub fn name(self) -> &'static str {
        match self {
            Self::HtmlImport => "html-import",
            Self::Jsx => "jsx",
            Self::MergeTags => "merge-tags",
            Self::Returned => "returned",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// Bytes that are no text are nothing to the targets that read texts.
    pub fn run(self, input: &[u8]) {
        let Ok(source) = str::from_utf8(input) else {
            if self == Self::Returned {
                returned::run(input);
            }
            return;
        };
        match self {
            Self::HtmlImport => html_import::run(source),
            Self::Jsx => jsx::run(source),
            Self::MergeTags => merge_tags::run(source),
            Self::Returned => returned::run(input),
        }
    }
}
