//! Which certificates are believed.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

use super::bad_relay::BadRelay;

pub(super) fn system_roots() -> Result<Arc<ClientConfig>, BadRelay> {
    let mut store = RootCertStore::empty();
    store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    roots(store)
}

pub(super) fn roots(store: RootCertStore) -> Result<Arc<ClientConfig>, BadRelay> {
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(|e| BadRelay(e.to_string()))?
        .with_root_certificates(store)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// Encryption for mail that would else go in the clear: any certificate is better than none. Cheap to clone;
/// clones share the sessions that servers resume.
#[derive(Clone)]
pub struct AnyCertificate(pub(super) Arc<ClientConfig>);

impl AnyCertificate {
    pub fn new() -> Result<Self, BadRelay> {
        let config = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(|e| BadRelay(e.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Believed(provider())))
            .with_no_client_auth();
        Ok(Self(Arc::new(config)))
    }

    #[cfg(test)]
    pub(crate) fn config(&self) -> Arc<ClientConfig> {
        Arc::clone(&self.0)
    }
}

/// Certificates that somebody vouches for. Cheap to clone; clones share the sessions that servers resume.
#[derive(Clone)]
pub struct TrustedCertificate(pub(super) Arc<ClientConfig>);

impl TrustedCertificate {
    /// Those of the system's roots.
    pub fn system() -> Result<Self, BadRelay> {
        system_roots().map(Self)
    }

    pub fn of(store: RootCertStore) -> Result<Self, BadRelay> {
        roots(store).map(Self)
    }

    pub(crate) fn config(&self) -> Arc<ClientConfig> {
        Arc::clone(&self.0)
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(aws_lc_rs::default_provider())
}

#[derive(Debug)]
struct Believed(Arc<CryptoProvider>);

impl ServerCertVerifier for Believed {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
