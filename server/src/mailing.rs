//! What mailing needs, from the settings.

use std::path::Path;
use std::sync::Arc;

use postrider_engine::sending::{
    Dispatcher, Letters, Mailer, Owner, RecoveryError, Route, Start, Transport, start,
};
use postrider_mail::capture::Captured;
use postrider_mail::smtp::{BadRelay, Relay, Timeouts};
use postrider_store::db::{Clock, Db};

use crate::app::{App, Keys};
use crate::config::{Config, MailMode};

/// Where captured mail is kept, below the data folder.
pub const CAPTURED: &str = "captured";

pub fn mailer(
    config: &Config,
    db: &Db,
    keys: &Keys,
    clock: Clock,
    timeouts: Timeouts,
) -> Result<Mailer, BadRelay> {
    let seal = Arc::clone(&keys.dkim);
    Ok(Mailer {
        letters: Letters::new(db.clone(), seal, &config.public_url, config.signing),
        db: db.clone(),
        transport: Arc::new(transport(config, Arc::clone(&clock), timeouts)?),
        clock,
        tokens: Arc::clone(&keys.track),
        from: config.mail_from.clone(),
        public_url: config.public_url.clone(),
    })
}

fn transport(config: &Config, clock: Clock, timeouts: Timeouts) -> Result<Transport, BadRelay> {
    let MailMode::Relay(url) = &config.mail else {
        // Direct delivery is not there yet, and no send is accepted for it: nothing comes this way.
        return Ok(Transport::Capture(Captured::open(
            &config.data.join(CAPTURED),
        )));
    };
    let route = Route::new(Relay::parse(url)?, &config.mail_host, timeouts, clock);
    Ok(Transport::Relay(route))
}

/// Settles what an earlier life left, then gives the loop that mails.
pub async fn dispatcher(app: &App, process: i64) -> Result<Dispatcher, RecoveryError> {
    let config = &app.config;
    start(Start {
        db: &app.db,
        clock: &app.mailer.clock,
        data: &config.data,
        owner: Owner {
            process,
            boot: boot_id(&config.boot_id)?,
        },
        letters: app.mailer.letters.clone(),
        tokens: Arc::clone(&app.mailer.tokens),
        transport: Arc::clone(&app.mailer.transport),
        connections: config.mail_connections,
    })
    .await
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
