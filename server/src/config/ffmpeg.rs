//! Where the program is that reads videos.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::settings::{ConfigError, Settings, setting};

const KEY: &str = "POSTRIDER_FFMPEG";

/// The one that is named, or the first that is found; none where somebody says so, or where no fence for it exists.
pub(super) fn ffmpeg(settings: &Settings) -> Result<Option<PathBuf>, ConfigError> {
    let named = match settings.get(KEY) {
        Some(off) if off == "off" => return Ok(None),
        named => named.map(PathBuf::from),
    };
    match named {
        Some(path) if !is_program(&path) => {
            let problem = format!("there is no program at {}", path.display());
            Err(setting(KEY, problem))
        }
        _ if !cfg!(target_os = "linux") => Ok(None),
        Some(path) => Ok(Some(path)),
        None => {
            let folders = (settings.environment)("PATH").unwrap_or_default();
            let mut places = std::env::split_paths(&folders).map(|folder| folder.join("ffmpeg"));
            Ok(places.find(|path| path.is_absolute() && is_program(path)))
        }
    }
}

fn is_program(path: &Path) -> bool {
    let found = std::fs::metadata(path);
    found.is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(
        file: &str,
        environment: fn(&str) -> Option<String>,
    ) -> Result<Option<PathBuf>, String> {
        let file = file.parse().unwrap();
        ffmpeg(&Settings { file, environment }).map_err(|error| error.to_string())
    }

    #[test]
    fn it_is_named_found_or_off() {
        let nothing: fn(&str) -> Option<String> = |_| None;
        assert_eq!(told("", nothing), Ok(None));
        assert_eq!(told("POSTRIDER_FFMPEG = 'off'", |_| None), Ok(None));
        assert_eq!(
            told("POSTRIDER_FFMPEG = '/bin/sh'", nothing),
            Ok(Some("/bin/sh".into()))
        );
        for wrong in ["/bin", "/no/such/program", "/etc/passwd"] {
            let refused = told(&format!("POSTRIDER_FFMPEG = '{wrong}'"), nothing);
            assert!(refused.unwrap_err().contains(wrong));
        }
        let elsewhere = |key: &str| (key == "PATH").then(|| "/no/such:relative".to_owned());
        assert_eq!(told("", elsewhere), Ok(None));
    }
}
