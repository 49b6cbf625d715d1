//! Why a command failed, in words for the terminal.

use postrider_engine::accounts::AccountError;
use postrider_store::db::DbError;

use crate::config::ConfigError;
use crate::installation::OpenError;
use crate::process::start_error::StartError;

#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error("{0}")]
    Refused(String),
}

impl From<AccountError> for CommandError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Database(error) => Self::Database(error),
            AccountError::NoOrganization(_) => {
                Self::Refused(format!("{error}; see `postrider org list`"))
            }
            error => Self::Refused(error.to_string()),
        }
    }
}
