//! What a design is composed in: the look of a brand, and one of six layouts.

use postrider_domain::accounts::brand::{Logo, Theme};
use serde::{Deserialize, Serialize};

/// What a brand gives to a design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The name that readers see.
    pub name: String,
    /// Where the logo leads.
    pub site: Option<String>,
    pub logos: Vec<Logo>,
    pub theme: Theme,
    /// The language of the words; English where nothing is said. Its direction follows from it.
    pub lang: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Words on paper, as a person writes them.
    Letter,
    /// The headline on a band of the brand's colour.
    Banner,
    /// A picture from edge to edge, the headline below it.
    Picture,
    /// A picture beside the headline.
    Split,
    /// A card for each part.
    Cards,
    /// Sober facts: orders, accounts, billing.
    Notice,
}

impl Layout {
    pub const ALL: [Self; 6] = [
        Self::Letter,
        Self::Banner,
        Self::Picture,
        Self::Split,
        Self::Cards,
        Self::Notice,
    ];
}
