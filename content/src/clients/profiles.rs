//! The clients whose looks are simulated.

use super::support::Program;

/// A mail client as it shows mails.
#[derive(Debug)]
pub struct Client {
    pub id: &'static str,
    name: &'static str,
    pub family: Family,
    pub platform: &'static str,
    pub viewport: Viewport,
    /// Whether it is asked where nobody says which.
    pub is_default: bool,
    pub(super) program: Program,
    pub(super) scheme: Scheme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Gmail,
    Outlook,
    Apple,
    Yahoo,
    Other,
}

/// Pixels of the pane in which a mail is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
}

/// What a client does to the colours of mails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Light,
    /// The mail's own dark scheme counts.
    Own,
    /// Light grounds and dark letters are turned.
    Partly,
    /// All colours are turned.
    Wholly,
}

const DESK: Viewport = Viewport {
    width: 800,
    height: 900,
};
const IPHONE: Viewport = Viewport {
    width: 390,
    height: 844,
};
const ANDROID: Viewport = Viewport {
    width: 412,
    height: 915,
};

impl Client {
    /// By its id.
    pub fn find(id: &str) -> Option<&'static Self> {
        CLIENTS.iter().find(|client| client.id == id)
    }

    /// Those that are asked where nobody says which.
    pub fn defaults() -> impl Iterator<Item = &'static Self> {
        CLIENTS.iter().filter(|client| client.is_default)
    }

    /// What it is called; no picture of it is the client's own.
    pub fn label(&self) -> String {
        format!("{} (simulated)", self.name)
    }

    pub fn is_dark(&self) -> bool {
        self.scheme != Scheme::Light
    }
}

impl Family {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gmail => "gmail",
            Self::Outlook => "outlook",
            Self::Apple => "apple",
            Self::Yahoo => "yahoo",
            Self::Other => "other",
        }
    }
}

const fn client(
    (id, name): (&'static str, &'static str),
    (family, platform): (Family, &'static str),
    viewport: Viewport,
    program: Program,
) -> Client {
    Client {
        id,
        name,
        family,
        platform,
        viewport,
        is_default: true,
        program,
        scheme: Scheme::Light,
    }
}

impl Client {
    const fn dark(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    const fn on_demand(self) -> Self {
        Self {
            is_default: false,
            ..self
        }
    }
}

/// In the order in which they are shown.
pub static CLIENTS: [Client; 18] = [
    client(
        ("gmail-web", "Gmail on the web"),
        (Family::Gmail, "web"),
        DESK,
        Program::GmailWeb,
    ),
    client(
        ("gmail-android", "Gmail on Android"),
        (Family::Gmail, "android"),
        ANDROID,
        Program::GmailAndroid,
    ),
    client(
        ("gmail-ios", "Gmail on iOS"),
        (Family::Gmail, "ios"),
        IPHONE,
        Program::GmailIos,
    ),
    client(
        ("gmail-ios-dark", "Gmail on iOS, dark"),
        (Family::Gmail, "ios"),
        IPHONE,
        Program::GmailIos,
    )
    .dark(Scheme::Wholly),
    client(
        ("outlook-windows", "Outlook on Windows"),
        (Family::Outlook, "windows"),
        DESK,
        Program::OutlookWindows,
    ),
    client(
        ("outlook-windows-dark", "Outlook on Windows, dark"),
        (Family::Outlook, "windows"),
        DESK,
        Program::OutlookWindows,
    )
    .dark(Scheme::Wholly)
    .on_demand(),
    client(
        ("outlook-web", "Outlook on the web"),
        (Family::Outlook, "web"),
        DESK,
        Program::OutlookWeb,
    ),
    client(
        ("outlook-web-dark", "Outlook on the web, dark"),
        (Family::Outlook, "web"),
        DESK,
        Program::OutlookWeb,
    )
    .dark(Scheme::Partly),
    client(
        ("outlook-mac", "Outlook on macOS"),
        (Family::Outlook, "macos"),
        DESK,
        Program::OutlookMac,
    )
    .on_demand(),
    client(
        ("outlook-ios", "Outlook on iOS"),
        (Family::Outlook, "ios"),
        IPHONE,
        Program::OutlookIos,
    ),
    client(
        ("apple-mail-mac", "Apple Mail on macOS"),
        (Family::Apple, "macos"),
        DESK,
        Program::AppleMailMac,
    ),
    client(
        ("apple-mail-mac-dark", "Apple Mail on macOS, dark"),
        (Family::Apple, "macos"),
        DESK,
        Program::AppleMailMac,
    )
    .dark(Scheme::Own)
    .on_demand(),
    client(
        ("apple-mail-ios", "Apple Mail on iOS"),
        (Family::Apple, "ios"),
        IPHONE,
        Program::AppleMailIos,
    ),
    client(
        ("apple-mail-ios-dark", "Apple Mail on iOS, dark"),
        (Family::Apple, "ios"),
        IPHONE,
        Program::AppleMailIos,
    )
    .dark(Scheme::Own),
    client(
        ("yahoo-web", "Yahoo Mail on the web"),
        (Family::Yahoo, "web"),
        DESK,
        Program::YahooWeb,
    ),
    client(
        ("samsung", "Samsung Email on Android"),
        (Family::Other, "android"),
        ANDROID,
        Program::Samsung,
    )
    .on_demand(),
    client(
        ("thunderbird", "Thunderbird"),
        (Family::Other, "desktop"),
        DESK,
        Program::Thunderbird,
    )
    .on_demand(),
    client(
        ("proton", "Proton Mail on the web"),
        (Family::Other, "web"),
        DESK,
        Program::Proton,
    )
    .on_demand(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_are_asked_by_default() {
        assert_eq!(Client::defaults().count(), 12);
        assert_eq!(CLIENTS.iter().filter(|client| client.is_dark()).count(), 5);
        for client in &CLIENTS {
            assert_eq!(
                Client::find(client.id).map(|found| found.id),
                Some(client.id)
            );
            assert_eq!(client.id.ends_with("-dark"), client.is_dark());
            assert!(client.label().ends_with(" (simulated)"));
        }
    }
}
