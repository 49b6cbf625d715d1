//! What mailing needs, from the settings.

use std::path::Path;
use std::sync::Arc;

use postrider_engine::jobs::{Peers, Process};
use postrider_engine::sending::{
    Direct, DirectOptions, Dispatcher, Letters, Mailer, Owner, PolicyHosts, RecoveryError, Route,
    Start, TestAllowance, Transport, start,
};
use postrider_mail::capture::Captured;
use postrider_mail::dns::Resolver;
use postrider_mail::smtp::{BadRelay, Relay, Timeouts};
use postrider_store::db::{Clock, Db};

use crate::app::{App, Keys};
use crate::config::{Config, MailMode};
use crate::installation::data_folder;

/// Where captured mail is kept, below the data folder.
pub const CAPTURED: &str = "captured";

pub fn mailer(
    config: &Config,
    db: &Db,
    keys: &Keys,
    resolver: &Resolver,
    clock: Clock,
    timeouts: Timeouts,
) -> Result<Mailer, BadRelay> {
    let seal = Arc::clone(&keys.dkim);
    let content_url = config.content_urls().current;
    Ok(Mailer {
        letters: Letters::new(db.clone(), seal, &content_url, config.signing),
        db: db.clone(),
        transport: Arc::new(transport(config, resolver, Arc::clone(&clock), timeouts)?),
        clock,
        tokens: Arc::clone(&keys.track),
        from: config.mail_from.clone(),
        content_url,
        tests: TestAllowance {
            a_day: config.tests_a_day,
        },
    })
}

fn transport(
    config: &Config,
    resolver: &Resolver,
    clock: Clock,
    timeouts: Timeouts,
) -> Result<Transport, BadRelay> {
    Ok(match &config.mail {
        MailMode::Capture => Transport::Capture(Captured::open(&config.data.join(CAPTURED))),
        MailMode::Relay(url) => {
            let relay = Relay::parse(url)?;
            Transport::Relay(Box::new(Route::new(
                relay,
                &config.mail_host,
                timeouts,
                clock,
            )))
        }
        MailMode::Direct => Transport::Direct(Box::new(Direct::new(DirectOptions {
            resolver: resolver.clone(),
            hello: config.mail_host.clone(),
            port: config.mx_port,
            allow_private: config.allow_private.clone(),
            encrypted_ms: config.encrypted_ms,
            policy_hosts: PolicyHosts::default(),
            timeouts,
            clock,
        })?)),
    })
}

/// Settles what an earlier life left, then gives the loop that mails.
pub async fn dispatcher(
    app: &App,
    process: &Process,
    peers: Peers,
) -> Result<Dispatcher, RecoveryError> {
    let config = &app.config;
    start(Start {
        db: &app.db.for_work("mailing"),
        clock: &app.mailer.clock,
        data: &config.data,
        owner: Owner {
            process: process.number,
            boot: boot(config)?,
        },
        life: process.life,
        takeover_ms: process.takeover_ms,
        peers,
        letters: app.mailer.letters.clone(),
        tokens: Arc::clone(&app.mailer.tokens),
        transport: Arc::clone(&app.mailer.transport),
        connections: config.mail_connections,
        site_connections: config.site_connections,
    })
    .await
}

/// Since when the journal has all that happened: this start of the machine, in this folder. What a copied journal
/// does not say may have happened where it came from.
fn boot(config: &Config) -> std::io::Result<String> {
    let place = data_folder::place(&config.data).map_err(std::io::Error::other)?;
    Ok(format!("{} {place}", boot_id(&config.boot_id)?))
}

/// Tells one start of the machine from another. Where nobody knows, each start of the process is one: then the journal
/// is trusted for replies alone.
fn boot_id(file: &Path) -> std::io::Result<String> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(text.trim().chars().take(100).collect()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok(data_encoding::HEXLOWER.encode(&crate::entropy::bytes::<16>()))
        }
        Err(error) => Err(error),
    }
}
