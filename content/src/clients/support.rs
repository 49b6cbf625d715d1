//! What mail clients know of HTML and CSS.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Written by `scripts/client_support.py`: a mark for each program, then a kind and a name.
const TABLE: &str = include_str!("support.txt");

/// Programs that show mails, in the order of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    GmailWeb,
    GmailAndroid,
    GmailIos,
    /// It shows mails with Word.
    OutlookWindows,
    OutlookWeb,
    OutlookMac,
    OutlookIos,
    AppleMailMac,
    AppleMailIos,
    YahooWeb,
    Samsung,
    Thunderbird,
    Proton,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// `@media`, by the name alone.
    At,
    Attribute,
    Element,
    Function,
    Image,
    /// What a media query asks.
    Media,
    Property,
    Pseudo,
    /// How selectors are joined.
    Selector,
    Unit,
    /// `display:flex`, or a word that any property may have.
    Value,
}

impl Program {
    pub fn is_gmail(self) -> bool {
        matches!(self, Self::GmailWeb | Self::GmailAndroid | Self::GmailIos)
    }

    pub fn is_word(self) -> bool {
        self == Self::OutlookWindows
    }

    /// What nobody has tried counts as known.
    pub fn knows(self, kind: Kind, name: &str) -> bool {
        let marks = UNKNOWN.get(&kind).and_then(|names| names.get(name));
        marks.is_none_or(|marks| marks.as_bytes().get(self as usize) != Some(&b'n'))
    }
}

/// Marks by kind and name.
static UNKNOWN: LazyLock<HashMap<Kind, HashMap<&str, &str>>> = LazyLock::new(|| {
    let mut unknown: HashMap<Kind, HashMap<&str, &str>> = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        if let (Some(marks), Some(kind), Some(name)) = (words.next(), words.next(), words.next())
            && let Some(kind) = Kind::read(kind)
        {
            unknown.entry(kind).or_default().insert(name, marks);
        }
    }
    unknown
});

impl Kind {
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "at" => Self::At,
            "attribute" => Self::Attribute,
            "element" => Self::Element,
            "function" => Self::Function,
            "image" => Self::Image,
            "media" => Self::Media,
            "property" => Self::Property,
            "pseudo" => Self::Pseudo,
            "selector" => Self::Selector,
            "unit" => Self::Unit,
            "value" => Self::Value,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let [marks, kind, name] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            assert_eq!(marks.len(), Program::Proton as usize + 1, "{line}");
            assert!(marks.bytes().all(|mark| matches!(mark, b'n' | b'.')));
            let kind = Kind::read(kind).unwrap();
            assert_eq!(UNKNOWN[&kind][name], marks, "{line}");
        }
        assert!(TABLE.len() < 40_000);
        assert!(TABLE.contains("Permission is hereby granted"));
    }

    #[test]
    fn programs_differ() {
        assert!(!Program::OutlookWindows.knows(Kind::Property, "border-radius"));
        assert!(Program::OutlookWeb.knows(Kind::Property, "border-radius"));
        assert!(!Program::GmailWeb.knows(Kind::Image, "data"));
        assert!(!Program::Proton.knows(Kind::Attribute, "srcset"));
        assert!(Program::AppleMailIos.knows(Kind::Media, "prefers-color-scheme"));
        assert!(Program::GmailIos.knows(Kind::Property, "never-heard-of"));
    }
}
