//! Where settings are looked up, and what is said of one that is wrong.

use std::net::SocketAddr;

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{key}: {problem}")]
    Setting { key: String, problem: String },
    #[error("postrider.toml: {0}")]
    File(String),
}

/// Where a setting comes from: the environment first, then the file.
pub(super) struct Settings {
    pub(super) file: toml::Table,
    pub(super) environment: fn(&str) -> Option<String>,
}

impl Settings {
    pub(super) fn get(&self, key: &str) -> Option<String> {
        (self.environment)(key)
            .filter(|value| !value.is_empty())
            .or_else(|| {
                Some(match self.file.get(key)? {
                    toml::Value::String(text) => text.clone(),
                    other => other.to_string(),
                })
            })
    }

    pub(super) fn get_or(&self, key: &str, usual: impl FnOnce() -> String) -> String {
        self.get(key).unwrap_or_else(usual)
    }

    pub(super) fn parsed<T: std::str::FromStr>(
        &self,
        key: &str,
        default: T,
    ) -> Result<T, ConfigError>
    where
        T::Err: std::fmt::Display,
    {
        match self.get(key) {
            None => Ok(default),
            Some(text) => text
                .parse()
                .map_err(|error: T::Err| setting(key, error.to_string())),
        }
    }

    /// Where to listen, if anywhere: `host:port`.
    pub(super) fn address(
        &self,
        key: &str,
        example: &str,
    ) -> Result<Option<SocketAddr>, ConfigError> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let problem = || format!("`{text}` is not an IP address with a port, such as {example}");
        let address = text.parse().map_err(|_| setting(key, problem()))?;
        Ok(Some(address))
    }
}

/// What is wrong with one of them.
pub(super) fn setting(key: &str, problem: impl Into<String>) -> ConfigError {
    ConfigError::Setting {
        key: key.to_owned(),
        problem: problem.into(),
    }
}
