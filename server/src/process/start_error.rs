//! Why the service does not start.

use std::net::SocketAddr;
use std::path::PathBuf;

use postrider_engine::accounts::AccountError;
use postrider_engine::objects::{Location, Mark, ObjectError};
use postrider_engine::sending::{JOURNAL, RecoveryError};
use postrider_mail::dns::ResolverError;
use postrider_mail::inbound::BadCertificate;
use postrider_mail::smtp::BadRelay;
use postrider_store::db::DbError;

use crate::installation::OpenError;
use crate::installation::data_folder::{self, PROCESS};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Folder(#[from] data_folder::DataFolderError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error(transparent)]
    FirstStart(#[from] AccountError),
    #[error(transparent)]
    Objects(#[from] ObjectError),
    #[error("{0}: {1}")]
    Moved(Box<Location>, Mark),
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: SocketAddr,
        error: std::io::Error,
    },
    #[error("POSTRIDER_INBOUND_TLS_CERT, POSTRIDER_INBOUND_TLS_KEY: {0}")]
    Certificate(#[from] BadCertificate),
    #[error(transparent)]
    Dns(#[from] ResolverError),
    #[error("POSTRIDER_MAIL: {0}")]
    Relay(#[from] BadRelay),
    #[error("mail that was under way cannot be settled: {0}")]
    Recovery(#[from] RecoveryError),
    #[error(
        "{0} is a copy of a data folder that another postrider works with. To run a second one beside it, delete \
         `{PROCESS}` and `{JOURNAL}` in the copy"
    )]
    Copy(PathBuf),
    #[error("POSTRIDER_AI_URL: {0}")]
    Model(String),
    #[error("the route table is wrong: {0}")]
    Routes(#[from] matchit::InsertError),
}
