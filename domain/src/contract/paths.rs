//! Where the pages that mails, providers and browsers know by heart are found. Mails that were sent hold these
//! paths for ever: they are spelled here and nowhere else, and never change.

/// A path whose last part names something: a token, an image, a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// What stands before the name.
    pub start: &'static str,
    /// The path as a route pattern, with the name in braces.
    pub pattern: &'static str,
}

macro_rules! named {
    ($start:literal, $name:literal) => {
        NamedPath {
            start: $start,
            pattern: concat!($start, "{", $name, "}"),
        }
    };
}

/// The pixel of a mail.
pub const OPEN: NamedPath = named!("/o/", "name");
/// A counted link.
pub const CLICK: NamedPath = named!("/c/", "token");
/// A mail in the browser.
pub const VIEW: NamedPath = named!("/view/", "token");
pub const UNSUBSCRIBE: NamedPath = named!("/unsubscribe/", "token");
/// Images of designs.
pub const ASSETS: NamedPath = named!("/assets/", "name");
/// Our own icons in designs.
pub const ICONS: NamedPath = named!("/icons/", "name");
/// Pictures of the catalog.
pub const PICTURES: NamedPath = named!("/pictures/", "name");
/// A question that only a process of this installation can answer.
pub const PROBE: NamedPath = named!("/.well-known/postrider/", "question");
/// Where a provider posts its events.
pub const RECEIVER: &str = "/api/integrations/{provider}/webhook/{connectionId}";

/// Pages that the dashboard, monitoring and readers of the API open.
pub const HOME: &str = "/";
/// The dashboard, and whatever stands below it: its files and its screens.
pub const APP: &str = "/app";
pub const APP_HOME: &str = "/app/";
pub const APP_BELOW: &str = "/app/{*path}";
/// What the dashboard calls: there or not, but no screen.
pub const APP_CALLS: &str = "/app/api/{*path}";
pub const DOCS: &str = "/docs";
pub const DOCS_ERRORS: &str = "/docs/errors";
pub const DOCS_STYLE: &str = "/docs/reference.css";
pub const DOCS_SCRIPT: &str = "/docs/reference.js";
pub const DOCS_ICON: &str = "/docs/icon.svg";
pub const OPENAPI: &str = "/openapi.json";
pub const HEALTH: &str = "/healthz";
pub const READY: &str = "/readyz";
pub const METRICS: &str = "/metrics";

/// Where the events of a connection are posted to, below the public URL.
pub fn receiver(provider: &str, connection_id: &str) -> String {
    RECEIVER
        .replace("{provider}", provider)
        .replace("{connectionId}", connection_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_its_start_and_a_name() {
        assert_eq!(OPEN.pattern, "/o/{name}");
        assert_eq!(PROBE.pattern, "/.well-known/postrider/{question}");
    }

    #[test]
    fn a_receiver_names_provider_and_connection() {
        assert_eq!(
            receiver("stripe", "id"),
            "/api/integrations/stripe/webhook/id"
        );
    }
}
