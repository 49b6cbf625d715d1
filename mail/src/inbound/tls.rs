//! The certificate that is shown to those who ask for encryption. Its files are read again from time to time: whoever
//! renews them restarts nobody.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;

/// How long what was read is shown before the files are looked at again.
const KEPT: Duration = Duration::from_mins(10);

/// Two files in PEM: the chain, the own certificate first, and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateFiles {
    pub chain: PathBuf,
    pub key: PathBuf,
}

#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    #[error("{} cannot be read: {why}", file.display())]
    File { file: PathBuf, why: String },
    #[error("the certificate and its key cannot be used: {0}")]
    Unusable(String),
}

impl CertificateFiles {
    /// What the files hold, if it can be used. Reads them at once, so it is for the start and for whoever looks.
    pub fn read(&self) -> Result<Arc<ServerConfig>, BadCertificate> {
        let failed = |file: &Path, why: &dyn std::fmt::Display| BadCertificate::File {
            file: file.to_owned(),
            why: why.to_string(),
        };
        let chain = CertificateDer::pem_file_iter(&self.chain)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| failed(&self.chain, &error))?;
        if chain.is_empty() {
            return Err(failed(&self.chain, &"there is no certificate in it"));
        }
        let key =
            PrivateKeyDer::from_pem_file(&self.key).map_err(|error| failed(&self.key, &error))?;
        let unusable = |error: rustls::Error| BadCertificate::Unusable(error.to_string());
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unusable)?;
        Ok(Arc::new(config))
    }
}

/// What is shown now.
pub struct Certificates {
    files: CertificateFiles,
    shown: Mutex<Shown>,
}

struct Shown {
    config: Arc<ServerConfig>,
    read_at: Instant,
}

impl Certificates {
    pub fn open(files: CertificateFiles) -> Result<Self, BadCertificate> {
        let shown = Shown {
            config: files.read()?,
            read_at: Instant::now(),
        };
        Ok(Self {
            files,
            shown: Mutex::new(shown),
        })
    }

    /// Files that cannot be read are told, and what was shown before is shown on.
    pub(super) async fn acceptor(&self) -> TlsAcceptor {
        let mut shown = self.shown.lock().await;
        if shown.read_at.elapsed() >= KEPT {
            shown.read_at = Instant::now();
            let files = self.files.clone();
            match tokio::task::spawn_blocking(move || files.read()).await {
                Ok(Ok(config)) => shown.config = config,
                Ok(Err(error)) => {
                    tracing::warn!(error = %error, "the certificate for inbound mail cannot be read again");
                }
                Err(error) => tracing::warn!(error = %error, "reading a certificate was cut off"),
            }
        }
        TlsAcceptor::from(Arc::clone(&shown.config))
    }
}
