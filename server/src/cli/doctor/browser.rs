//! The browser that takes pictures of mails, where there is one.

use postrider_engine::camera::{CameraError, WHERE_TO_GET};
use postrider_media::browser::{Browser, BrowserSettings, Installed, NotThere, Sandbox};

use super::finding::{Check, Finding};

const CHECK: Check = Check::Browser;

/// Starts it, unlike a server that starts.
pub async fn look(settings: &BrowserSettings) -> Finding {
    let installed = match Installed::find(settings).await {
        Ok(installed) => installed,
        Err(NotThere::NotInstalled) => return missing(settings),
        Err(error) => {
            let advice = CameraError::from(error).advice().unwrap_or_default();
            return Finding::warning(CHECK, error.to_string(), advice);
        }
    };
    match Browser::try_out(installed).await {
        Ok(name) if settings.sandbox == Sandbox::Off => Finding::warning(
            CHECK,
            format!("{name}, and nothing holds it (POSTRIDER_BROWSER_SANDBOX=off)"),
            "A mail of a stranger that breaks out of it finds what the service can reach. Leave the setting out where the kernel \
             lets processes make user namespaces.",
        ),
        Ok(name) => Finding::ok(CHECK, format!("{name} takes pictures of designs")),
        Err(error) => Finding::problem(
            CHECK,
            error.to_string(),
            "Check that POSTRIDER_BROWSER names a Chromium that starts without a window. Until then no pictures are taken.",
        ),
    }
}

/// A service without pictures is well, unless somebody wanted some.
fn missing(settings: &BrowserSettings) -> Finding {
    match &settings.program {
        Some(program) => Finding::problem(
            CHECK,
            format!(
                "POSTRIDER_BROWSER names {}, where no program is",
                program.display()
            ),
            WHERE_TO_GET,
        ),
        None => Finding::ok(
            CHECK,
            "none: no pictures of designs are taken. To have some, install chromium-headless-shell, or set POSTRIDER_BROWSER",
        ),
    }
}
