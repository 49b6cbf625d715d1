//! Asks for what an address names, from where it leads.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use bytes::BytesMut;
use postrider_domain::network::AllowPrivate;
use reqwest::header::{ACCEPT, CONTENT_TYPE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use rustls::crypto::aws_lc_rs;
use rustls::{ClientConfig, RootCertStore};
use url::Url;

use super::data_uri;
use super::destination::{Destination, Nobody};
use super::error::FetchError;
use super::fetched::Fetched;
use super::limits::Limits;

pub(super) const USER_AGENT: &str = concat!("Postrider/", env!("CARGO_PKG_VERSION"));

/// Cheap to clone.
#[derive(Clone)]
pub struct Fetcher {
    allowed: Arc<AllowPrivate>,
    limits: Limits,
    tls: ClientConfig,
    /// What it asks for.
    accept: &'static str,
}

impl Fetcher {
    pub fn new(allowed: AllowPrivate, limits: Limits) -> Self {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        Self {
            allowed: Arc::new(allowed),
            limits,
            tls: trusting(roots),
            accept: "image/*, */*;q=0.5",
        }
    }

    /// Asks for pages instead of images.
    #[must_use]
    pub fn for_pages(self) -> Self {
        Self {
            accept: "text/html, application/xhtml+xml;q=0.9, */*;q=0.1",
            ..self
        }
    }

    /// Asks for videos instead of images.
    #[must_use]
    pub fn for_videos(self) -> Self {
        Self {
            accept: "video/*, */*;q=0.5",
            ..self
        }
    }

    /// Takes what these limits allow instead.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Believes certificates of these roots instead of the system's.
    #[must_use]
    pub fn trusting(self, roots: RootCertStore) -> Self {
        Self {
            tls: trusting(roots),
            ..self
        }
    }

    pub async fn get(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.get_while(url, || true).await
    }

    /// The same for whoever counts requests: before a redirect is followed, `may_go_on` is asked.
    pub async fn get_while(
        &self,
        url: &Url,
        may_go_on: impl FnMut() -> bool,
    ) -> Result<Fetched, FetchError> {
        if url.scheme() == "data" {
            let (url, max_bytes) = (url.clone(), self.limits.max_bytes);
            // Megabytes of text are unpacked off the threads that answer callers.
            return tokio::task::spawn_blocking(move || data_uri::read(url, max_bytes))
                .await
                .unwrap_or(Err(FetchError::BrokenData));
        }
        tokio::time::timeout(self.limits.whole, self.follow(url, may_go_on))
            .await
            .unwrap_or(Err(FetchError::TooSlow(self.limits.whole)))
    }

    /// From the host's addresses as somebody else has looked them up; follows no redirect.
    pub async fn get_at(&self, url: &Url, addresses: &[IpAddr]) -> Result<Fetched, FetchError> {
        let asked = async {
            let to = Destination::of(url)?;
            let reachable = to.reachable(addresses, &self.allowed)?;
            let response = self.ask_at(url, &to, &reachable).await?;
            match response.status() {
                status if status.is_success() => self.read(response, url.clone()).await,
                status => Err(FetchError::Status(status.as_u16())),
            }
        };
        tokio::time::timeout(self.limits.whole, asked)
            .await
            .unwrap_or(Err(FetchError::TooSlow(self.limits.whole)))
    }

    async fn follow(
        &self,
        url: &Url,
        mut may_go_on: impl FnMut() -> bool,
    ) -> Result<Fetched, FetchError> {
        let mut url = url.clone();
        let mut followed = 0;
        loop {
            let response = self.ask(&url).await?;
            let status = response.status();
            if status.is_success() {
                return self.read(response, url).await;
            }
            let Some(next) = response
                .headers()
                .get(LOCATION)
                .filter(|_| status.is_redirection())
            else {
                return Err(FetchError::Status(status.as_u16()));
            };
            let next = next.to_str().ok().and_then(|next| url.join(next).ok());
            url = next.ok_or(FetchError::BrokenRedirect)?;
            if followed >= self.limits.redirects || !may_go_on() {
                return Err(FetchError::TooManyRedirects(followed));
            }
            followed += 1;
        }
    }

    async fn ask(&self, url: &Url) -> Result<Response, FetchError> {
        let to = Destination::of(url)?;
        let addresses = to.addresses(&self.allowed).await?;
        self.ask_at(url, &to, &addresses).await
    }

    async fn ask_at(
        &self,
        url: &Url,
        to: &Destination,
        addresses: &[SocketAddr],
    ) -> Result<Response, FetchError> {
        // A client of its own knows no address but those that were just checked, so that nothing can
        // change between the look and the step; what is costly to make, the TLS settings, is shared.
        let client = Client::builder()
            .tls_backend_preconfigured(self.tls.clone())
            .dns_resolver(Arc::new(Nobody))
            .resolve_to_addrs(&to.host, addresses)
            .no_proxy()
            .redirect(Policy::none())
            .referer(false)
            .pool_max_idle_per_host(0)
            .connect_timeout(self.limits.connect)
            .user_agent(USER_AGENT)
            .build();
        let client = client.map_err(|error| {
            tracing::warn!(error = %error, "no client for fetching");
            FetchError::NotReachable
        })?;
        let request = client.get(url.clone()).header(ACCEPT, self.accept);
        request.send().await.map_err(|_| FetchError::NotReachable)
    }

    async fn read(&self, mut response: Response, url: Url) -> Result<Fetched, FetchError> {
        let max = self.limits.max_bytes;
        let announced = response.content_length().unwrap_or(0);
        if announced > max {
            return Err(FetchError::TooLarge(max));
        }
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type = content_type
            .and_then(|kind| kind.to_str().ok())
            .map(str::to_owned);
        let mut bytes = BytesMut::with_capacity(announced as usize);
        while let Some(part) = response
            .chunk()
            .await
            .map_err(|_| FetchError::NotReachable)?
        {
            if (bytes.len() + part.len()) as u64 > max {
                return Err(FetchError::TooLarge(max));
            }
            bytes.extend_from_slice(&part);
        }
        Ok(Fetched {
            bytes: bytes.freeze(),
            content_type,
            url,
        })
    }
}

fn trusting(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider knows the versions of TLS")
        .with_root_certificates(roots)
        .with_no_client_auth()
}
