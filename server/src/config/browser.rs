//! Which browser takes pictures of mails.

use std::env::split_paths;
use std::path::PathBuf;

use postrider_media::browser::{BrowserSettings, Sandbox};

use super::settings::{ConfigError, Settings, setting};

/// What is looked for where nothing is set; the first is made for nothing else.
const NAMES: [&str; 2] = ["chromium-headless-shell", "chromium"];

pub(super) fn browser(settings: &Settings) -> Result<BrowserSettings, ConfigError> {
    let program = match settings.get("POSTRIDER_BROWSER").as_deref() {
        Some("off") => None,
        Some(path) => Some(PathBuf::from(path)),
        None => installed(settings),
    };
    Ok(BrowserSettings {
        program,
        sandbox: sandbox(settings)?,
    })
}

fn sandbox(settings: &Settings) -> Result<Sandbox, ConfigError> {
    const KEY: &str = "POSTRIDER_BROWSER_SANDBOX";
    match settings.get(KEY).as_deref() {
        None | Some("on") => Ok(Sandbox::On),
        Some("off") => Ok(Sandbox::Off),
        Some(other) => Err(setting(KEY, format!("`{other}` is neither `on` nor `off`"))),
    }
}

fn installed(settings: &Settings) -> Option<PathBuf> {
    let path = (settings.environment)("PATH")?;
    let places: Vec<PathBuf> = split_paths(&path).collect();
    let of_name = |name: &str| {
        places
            .iter()
            .map(|place| place.join(name))
            .find(|at| at.is_file())
    };
    NAMES.iter().find_map(|name| of_name(name))
}
