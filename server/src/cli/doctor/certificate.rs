//! The certificate that browsers get.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

const PATIENCE: Duration = Duration::from_secs(5);
/// Whatever renews it by itself has done so earlier.
const SOON: Duration = Duration::from_hours(14 * 24);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certificate {
    Valid,
    EndsSoon,
}

/// One handshake; `Err` says in words why a browser would not go on.
pub async fn look(host: &str, address: SocketAddr, now_ms: i64) -> Result<Certificate, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("this machine has no root certificates to check against".to_owned());
    }
    let roots = Arc::new(roots);
    let provider = Arc::new(aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(Arc::clone(&roots))
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
    let chain = handshake(config, name.clone(), address).await?;
    let verifier = WebPkiServerVerifier::builder_with_provider(roots, provider)
        .build()
        .map_err(|error| error.to_string())?;
    let now = Duration::from_millis(now_ms.unsigned_abs());
    let later = UnixTime::since_unix_epoch(now + SOON);
    let (first, rest) = chain.split_first().ok_or("there is no certificate")?;
    match verifier.verify_server_cert(first, rest, &name, &[], later) {
        Ok(_) => Ok(Certificate::Valid),
        Err(_) => Ok(Certificate::EndsSoon),
    }
}

async fn handshake(
    config: ClientConfig,
    name: ServerName<'static>,
    address: SocketAddr,
) -> Result<Vec<CertificateDer<'static>>, String> {
    let stream = timeout(PATIENCE, TcpStream::connect(address))
        .await
        .map_err(|_| format!("no connection to {address} in time"))?
        .map_err(|error| format!("no connection to {address}: {error}"))?;
    let connector = TlsConnector::from(Arc::new(config));
    let stream = timeout(PATIENCE, connector.connect(name, stream))
        .await
        .map_err(|_| "no TLS handshake in time".to_owned())?
        .map_err(|error| error.to_string())?;
    let chain = stream.get_ref().1.peer_certificates();
    Ok(chain.unwrap_or_default().to_vec())
}
