//! The icons of social networks: our own drawings, served by us, so that no mail asks a foreign host.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the icons look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignIconStyle")]
pub enum IconStyle {
    /// White on a dark disc, for light backgrounds.
    #[default]
    Dark,
    /// Dark on a light disc, for dark backgrounds.
    Light,
}

macro_rules! networks {
    ($($variant:ident = $name:literal, $title:literal;)+) => {
        /// Where a social link goes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        #[schemars(rename = "DesignNetwork")]
        pub enum Network {
            $($variant,)+
        }

        impl Network {
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What people call it.
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)+
                }
            }
        }

        fn of_network(name: &str) -> Option<&'static [u8]> {
            let (network, style) = match name.strip_suffix("-light") {
                Some(network) => (network, IconStyle::Light),
                None => (name, IconStyle::Dark),
            };
            match (network, style) {
                $(
                    ($name, IconStyle::Dark) => {
                        Some(include_bytes!(concat!("../assets/icons/", $name, ".png")))
                    }
                    ($name, IconStyle::Light) => {
                        Some(include_bytes!(concat!("../assets/icons/", $name, "-light.png")))
                    }
                )+
                _ => None,
            }
        }
    };
}

networks! {
    Facebook = "facebook", "Facebook";
    Instagram = "instagram", "Instagram";
    X = "x", "X";
    LinkedIn = "linkedin", "LinkedIn";
    YouTube = "youtube", "YouTube";
    TikTok = "tiktok", "TikTok";
    GitHub = "github", "GitHub";
    Pinterest = "pinterest", "Pinterest";
    Threads = "threads", "Threads";
    Bluesky = "bluesky", "Bluesky";
    Mastodon = "mastodon", "Mastodon";
    WhatsApp = "whatsapp", "WhatsApp";
    Telegram = "telegram", "Telegram";
    Website = "website", "Website";
    Email = "email", "Email";
}

/// The PNG file of an icon by its name without the ending: `github`, or `github-light`.
pub fn get(name: &str) -> Option<&'static [u8]> {
    match name {
        // What opens an accordion, and turns a carousel.
        "plus" => Some(include_bytes!("../assets/icons/plus.png")),
        "minus" => Some(include_bytes!("../assets/icons/minus.png")),
        "left" => Some(include_bytes!("../assets/icons/left.png")),
        "right" => Some(include_bytes!("../assets/icons/right.png")),
        // The horn in mails of the installation itself.
        "postrider" => Some(include_bytes!("../assets/icons/postrider.png")),
        other => of_network(other),
    }
}

impl Network {
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|network| network.as_str() == name)
    }

    /// The URL of its icon below our own.
    pub fn icon(self, icons: &str, style: IconStyle) -> String {
        let ending = match style {
            IconStyle::Dark => "",
            IconStyle::Light => "-light",
        };
        format!("{icons}/{}{ending}.png", self.as_str())
    }
}
