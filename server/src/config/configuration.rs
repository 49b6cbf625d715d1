//! Every setting, read and checked.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use postrider_domain::accounts::credits::Plan;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contract::policy::Policy;
use postrider_domain::network::AllowPrivate;
use postrider_domain::proxies::TrustedProxies;
use postrider_engine::content_urls::ContentUrls;
use postrider_engine::objects::{FLOOR, Location};
use postrider_engine::pictures::ImageModelSettings;
use postrider_engine::placement::PlacementSettings;
use postrider_engine::sending::Signing;
use postrider_mail::inbound::CertificateFiles;
use postrider_media::browser::BrowserSettings;
use url::{Host, Url};

use super::format::{Format, log_format};
use super::hidden::Hidden;
use super::mail::{self, MailMode};
use super::model::{self, ModelConfig};
use super::process_role::ProcessRoles;
use super::settings::{ConfigError, Settings, setting};
use super::{browser, ffmpeg, limits, placement, processes};

/// Where the kernel says which boot this is.
const BOOT_ID: &str = "/proc/sys/kernel/random/boot_id";

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// Connections of callers at the same time; fewer where the system allows fewer files.
    pub connections: usize,
    /// Requests of one organization that may wait for heavy reads, for designs or for DNS; more are refused.
    pub waiting: usize,
    pub data: PathBuf,
    pub database_url: Hidden<String>,
    pub public_url: String,
    /// A host of its own for what brands show and mails lead to.
    pub content_url: Option<String>,
    /// Whose `X-Forwarded-For` is believed.
    pub trusted_proxies: TrustedProxies,
    /// What this process does.
    pub roles: ProcessRoles,
    /// Where large files are kept; every process on one database needs the same.
    pub objects: Location,
    /// How many custom fields there may be, and how much of them on a contact.
    pub field_bounds: FieldBounds,
    /// Bytes of answers that are kept for an organization, so that a request may come again.
    pub kept_answers: u64,
    /// Bytes of the volume with large files that stay free.
    pub min_free: u64,
    /// Bytes that one import may have.
    pub max_import: u64,
    /// How long events are kept; nothing means for ever.
    pub event_days: Option<NonZeroU32>,
    /// How long rows of the audit log are kept; nothing means for ever.
    pub audit_days: Option<NonZeroU32>,
    /// Who writes mails of prompts; the designer that is built in, if none is set.
    pub model: Option<ModelConfig>,
    /// Who draws pictures of prompts; nobody, if none is set.
    pub image_model: Option<ImageModelSettings>,
    /// What reads videos; nothing does, if none is found.
    pub ffmpeg: Option<PathBuf>,
    /// The folder with weights that queries are understood by; without them they go by their words.
    pub embeddings: Option<PathBuf>,
    /// What takes pictures of designs; nobody, where none is installed.
    pub browser: BrowserSettings,
    pub mail: MailMode,
    /// Whom placement tests are mailed to, and who is asked about them.
    pub placement: Arc<PlacementSettings>,
    /// The name this sender has in DNS: what it says at EHLO, and what records of domains point to.
    pub mail_host: String,
    /// What the SPF record of a return path allows.
    pub spf: String,
    /// Sender of mails that come from no domain of a brand.
    pub mail_from: String,
    /// Mails of tests that an organization may have in a day.
    pub tests_a_day: u32,
    /// Connections for mail that are open at the same time.
    pub mail_connections: usize,
    /// Of those, to one receiving site.
    pub site_connections: usize,
    /// The port that receivers listen on.
    pub mx_port: u16,
    /// How long a receiver that encrypted is not mailed in the clear.
    pub encrypted_ms: i64,
    /// Whose keys sign what leaves.
    pub signing: Signing,
    /// The file in which the kernel says which boot this is.
    pub boot_id: PathBuf,
    /// Where bounces, complaints and replies arrive; none come back without it.
    pub inbound_smtp: Option<SocketAddr>,
    /// What that listener shows to those who ask for encryption; it offers none without.
    pub inbound_certificate: Option<CertificateFiles>,
    /// The resolver to ask; the system's if none is given.
    pub dns: Option<SocketAddr>,
    /// Private addresses that are reached all the same.
    pub allow_private: AllowPrivate,
    /// After this long what an absent process had taken is in doubt.
    pub takeover_ms: i64,
    /// How long a process that stops still takes requests, while balancers look away.
    pub drain: Duration,
    /// What is run for work in a child process: this program itself.
    pub program: PathBuf,
    pub secret: Option<Hidden<String>>,
    /// Holds the rate windows of all processes; without it each counts for itself.
    pub redis: Option<Hidden<redis::Client>>,
    pub rate_limits: HashMap<Policy, u32>,
    /// The length of a rate window; the contract's is a minute.
    pub rate_window_ms: i64,
    pub plans: Vec<Plan>,
    pub metrics_token: Option<Hidden<String>>,
    /// A listener of its own for those who watch over the service.
    pub metrics_listen: Option<SocketAddr>,
    pub logs: Format,
}

impl Config {
    /// Whether the service is reached from this machine alone, as far as it says itself.
    pub fn is_local(&self) -> bool {
        let url = Url::parse(&self.public_url).ok();
        match url.as_ref().and_then(Url::host) {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        }
    }

    /// Whether receivers can report about domains to an address of ours: mail comes back, to a name.
    pub fn takes_reports(&self) -> bool {
        self.inbound_smtp.is_some() && mail::is_name(&self.mail_host)
    }

    /// Where what mails show and lead to is served.
    pub fn content_urls(&self) -> ContentUrls {
        match &self.content_url {
            Some(url) => ContentUrls {
                current: url.clone(),
                earlier: Some(self.public_url.clone()),
            },
            None => ContentUrls {
                current: self.public_url.clone(),
                earlier: None,
            },
        }
    }

    pub fn load(file: &Path) -> Result<Self, ConfigError> {
        Self::from(&Self::settings(file)?)
    }

    /// Another place for objects, with the settings that buckets have.
    pub fn place(file: &Path, text: &str) -> Result<Location, ConfigError> {
        processes::place(&Self::settings(file)?, "--to", text)
    }

    fn settings(file: &Path) -> Result<Settings, ConfigError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is where the environment is read"
        )]
        fn environment(key: &str) -> Option<String> {
            std::env::var(key).ok()
        }
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(ConfigError::File(error.to_string())),
        };
        let file = text
            .parse()
            .map_err(|error| ConfigError::File(misread(&text, &error)))?;
        Ok(Settings { file, environment })
    }

    pub(super) fn from(settings: &Settings) -> Result<Self, ConfigError> {
        let listen: SocketAddr =
            settings.parsed("POSTRIDER_LISTEN", SocketAddr::from(([127, 0, 0, 1], 8080)))?;
        let data = PathBuf::from(settings.get_or("POSTRIDER_DATA", || "./data".to_owned()));
        let database_url = database_url(settings, &data);
        let public_url = public_url(settings, listen);
        let mail_host = mail::mail_host(settings.get("POSTRIDER_MAIL_HOST"), &public_url)?;
        let mail = mail::mail_mode(settings.get("POSTRIDER_MAIL"))?;
        let mail_connections = mail::mail_connections(settings, &mail)?;
        let placement = placement::placement(settings, &mail_host, &mail)?;
        Ok(Self {
            content_url: content_url(settings.get("POSTRIDER_CONTENT_URL"), &public_url)?,
            public_url,
            spf: settings.get_or("POSTRIDER_SPF", || format!("a:{mail_host}")),
            mail_from: mail::mail_from(settings.get("POSTRIDER_FROM"), &mail_host)?,
            tests_a_day: settings.parsed("POSTRIDER_TEST_SENDS_A_DAY", 200)?,
            mail_connections,
            site_connections: mail::site_connections(settings, mail_connections)?,
            mx_port: settings.parsed("POSTRIDER_MX_PORT", 25)?,
            encrypted_ms: mail::encrypted_ms(settings)?,
            signing: mail::signing(settings.get("POSTRIDER_DKIM").as_deref())?,
            boot_id: boot_id(settings),
            mail_host,
            listen,
            connections: limits::connections(settings)?,
            waiting: limits::waiting(settings)?,
            roles: settings.parsed("POSTRIDER_ROLES", ProcessRoles::default())?,
            objects: processes::objects(settings, &data)?,
            takeover_ms: processes::takeover_ms(settings)?,
            drain: processes::drain(settings)?,
            field_bounds: limits::field_bounds(settings)?,
            kept_answers: settings.parsed("POSTRIDER_MAX_KEPT_ANSWERS", 64 << 20)?,
            min_free: settings.parsed("POSTRIDER_MIN_FREE", FLOOR)?,
            max_import: settings.parsed("POSTRIDER_MAX_IMPORT", 2 << 30)?,
            event_days: NonZeroU32::new(settings.parsed("POSTRIDER_EVENT_RETENTION_DAYS", 400)?),
            audit_days: NonZeroU32::new(settings.parsed("POSTRIDER_AUDIT_RETENTION_DAYS", 400)?),
            model: model::model(settings)?,
            image_model: model::image_model(settings)?,
            ffmpeg: ffmpeg::ffmpeg(settings)?,
            embeddings: settings.get("POSTRIDER_EMBEDDINGS").map(PathBuf::from),
            browser: browser::browser(settings)?,
            placement: Arc::new(placement),
            mail,
            inbound_smtp: settings.address("POSTRIDER_INBOUND_SMTP", "0.0.0.0:25")?,
            inbound_certificate: mail::inbound_certificate(settings)?,
            dns: dns(settings.get("POSTRIDER_DNS"))?,
            allow_private: settings.parsed("POSTRIDER_ALLOW_PRIVATE", AllowPrivate::default())?,
            trusted_proxies: settings
                .parsed("POSTRIDER_TRUSTED_PROXIES", TrustedProxies::default())?,
            program: program()?,
            data,
            database_url: database_url.into(),
            secret: secret(settings.get("POSTRIDER_SECRET"))?.map(Hidden::from),
            rate_limits: limits::rate_limits(settings)?,
            redis: limits::redis(settings.get("POSTRIDER_REDIS_URL").as_deref())?.map(Hidden::from),
            rate_window_ms: settings.parsed("POSTRIDER_RATE_WINDOW_MS", 60_000)?,
            plans: limits::plans(settings.file.get("plans"))?,
            metrics_token: settings.get("POSTRIDER_METRICS_TOKEN").map(Hidden::from),
            metrics_listen: settings.address("POSTRIDER_METRICS_LISTEN", "127.0.0.1:9090")?,
            logs: log_format(settings.get("POSTRIDER_LOG_FORMAT").as_deref())?,
        })
    }
}

fn database_url(settings: &Settings, data: &Path) -> String {
    settings.get_or("POSTRIDER_DATABASE_URL", || {
        format!("sqlite:{}", data.join("postrider.db").display())
    })
}

fn public_url(settings: &Settings, listen: SocketAddr) -> String {
    settings.get("POSTRIDER_PUBLIC_URL").map_or_else(
        || format!("http://{listen}"),
        |url| url.trim_end_matches('/').to_owned(),
    )
}

fn boot_id(settings: &Settings) -> PathBuf {
    settings
        .get_or("POSTRIDER_BOOT_ID", || BOOT_ID.to_owned())
        .into()
}

/// What is wrong, and in which line. The library's own words show the line itself, and it may hold a password.
fn misread(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map_or(1, |before| 1 + before.matches('\n').count());
    format!("line {line}: {}", error.message())
}

/// Another host than the app's: browsers tell sessions apart by it, and not by the port.
fn content_url(text: Option<String>, public_url: &str) -> Result<Option<String>, ConfigError> {
    const KEY: &str = "POSTRIDER_CONTENT_URL";
    let Some(text) = text else {
        return Ok(None);
    };
    let url = Url::parse(&text).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let Some(url) = url else {
        let problem = "must be a URL such as https://content.example.com";
        return Err(setting(KEY, problem));
    };
    let public = Url::parse(public_url).ok();
    if public.as_ref().and_then(Url::host) == url.host() {
        let problem =
            "must name another host than POSTRIDER_PUBLIC_URL; another port is not enough";
        return Err(setting(KEY, problem));
    }
    Ok(Some(text.trim_end_matches('/').to_owned()))
}

fn secret(text: Option<String>) -> Result<Option<String>, ConfigError> {
    match text {
        Some(secret) if secret.chars().count() < 32 => Err(setting(
            "POSTRIDER_SECRET",
            "must have at least 32 characters",
        )),
        text => Ok(text),
    }
}

/// Where Linux shows it, it is still this program after an upgrade has put another file in its place.
fn program() -> Result<PathBuf, ConfigError> {
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Ok(running.to_owned());
    }
    std::env::current_exe().map_err(|error| setting("the path of this program", error.to_string()))
}

/// `host:port`, or an address alone, which means port 53.
fn dns(text: Option<String>) -> Result<Option<SocketAddr>, ConfigError> {
    let Some(text) = text else { return Ok(None) };
    let with_port = text.parse().ok();
    let alone = text
        .parse()
        .ok()
        .map(|address| SocketAddr::new(address, 53));
    match with_port.or(alone) {
        Some(server) => Ok(Some(server)),
        None => Err(setting(
            "POSTRIDER_DNS",
            format!("`{text}` is not an IP address with a port, such as 127.0.0.1:53"),
        )),
    }
}
