//! `postrider serve`.

use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use metrics_exporter_prometheus::PrometheusBuilder;
use postrider_engine::accounts::first_start::Made;
use serde_json::json;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use super::admin::claim_link;
use super::command_error::CommandError;
use super::output::{self, Output};
use crate::clock::Clock;
use crate::config::process_role::ProcessRoles;
use crate::config::{Config, Format};
use crate::installation::data_folder;
use crate::process::server::{self, Setup};

/// Buckets for request durations, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

#[derive(Args)]
pub struct ServeArgs {
    /// What this process does, of several on one database: a comma list of api, worker, track, inbound
    #[arg(long)]
    roles: Option<ProcessRoles>,
}

pub async fn serve(
    mut config: Config,
    args: ServeArgs,
    format: Format,
) -> Result<Output, CommandError> {
    config.roles = args.roles.unwrap_or(config.roles);
    start_logs(config.logs);
    let metrics = PrometheusBuilder::new()
        .set_buckets(&BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| CommandError::Refused(format!("cannot start metrics: {error}")))?;
    let mut setup = Setup::new(config, Clock::machine());
    setup.metrics = Some(metrics);
    let running = Box::pin(server::start(setup)).await?;
    let url = running.app.config.public_url.clone();
    if let Some(made) = &running.made {
        introduce(made, &url, &running.app.config.data, format);
    }
    let signal = ending_signal()?;
    tracing::info!(address = %running.address, url = %url, "serving");
    if let Some(address) = running.metrics {
        tracing::info!(%address, "serving metrics");
    }
    let replaced = running.replaced.clone();
    tokio::select! {
        () = signal => {}
        () = replaced.cancelled() => {}
    }
    tracing::info!("stopping: open requests finish, new ones are refused");
    tokio::select! {
        () = running.stop() => tracing::info!("stopped"),
        () = ending_signal()? => {
            tracing::warn!("second signal: stopping at once");
        }
    }
    if replaced.is_cancelled() {
        let why = "another postrider has started with a copy of this data folder, and took this one's place";
        return Err(CommandError::Refused(why.to_owned()));
    }
    Ok(Output::silent())
}

fn start_logs(format: Format) {
    // RUST_LOG is read by the library that defines it.
    let mut filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    // The driver's debug lines show the values of a statement, and those are addresses.
    if let Ok(quiet) = "tokio_postgres=info".parse() {
        filter = filter.add_directive(quiet);
    }
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match format {
        Format::Json => logs.json().flatten_event(true).init(),
        Format::Text => logs.init(),
    }
}

/// The first start's one and only look at the secrets it made. What is no terminal is a log, which is kept and read by
/// many: it is told where they stand.
fn introduce(made: &Made, url: &str, data: &Path, format: Format) {
    let secrets = introduction(made, url);
    if output::is_terminal() {
        secrets.print(format);
        return;
    }
    match data_folder::keep_first_start(data, &secrets.rendered(format)) {
        Ok(path) => {
            whereabouts(made, url, &path).print(format);
        }
        Err(error) => tracing::error!(
            error = %error,
            "The first key and link could not be written; make others with `postrider key create` and `user link`"
        ),
    }
}

fn whereabouts(made: &Made, url: &str, path: &Path) -> Output {
    let text = format!(
        "\n  Postrider is ready at {url}\n\n  \
         API key, and the link that makes you its owner, are in {path}\n  \
         Read the file, then delete it.\n",
        path = path.display(),
    );
    let json = json!({
        "url": url, "organizationId": made.organization_id, "brandId": made.brand_id,
        "keyId": made.key_id, "owner": made.owner, "secretsIn": path,
    });
    Output::new(text, json)
}

fn introduction(made: &Made, url: &str) -> Output {
    let link = claim_link(url, &made.claim_token);
    let text = format!(
        "\n  Postrider is ready at {url}\n\n  \
         API key (shown once)    {secret}\n  \
         brandId                 {brand}\n  \
         organizationId          {org}\n  \
         To become its owner, open within a day (shown once)\n    \
         {link}\n\n  \
         Try it:\n    \
         curl {url}/v1/contacts -H \"Authorization: Bearer {secret}\" \\\n      \
         -H \"Content-Type: application/json\" -d '{{\"email\":\"ada@example.com\",\"firstName\":\"Ada\"}}'\n\n  \
         Reference: {url}/docs\n",
        secret = made.secret,
        brand = made.brand_id,
        org = made.organization_id,
    );
    let json = json!({
        "url": url, "organizationId": made.organization_id, "brandId": made.brand_id,
        "keyId": made.key_id, "secret": made.secret, "owner": made.owner, "claimLink": link,
    });
    Output::new(text, json)
}

/// Listens from the call on: what is sent before anybody waits is heard too.
pub fn ending_signal() -> Result<impl Future<Output = ()>, CommandError> {
    let listen = |kind| {
        signal(kind)
            .map_err(|error| CommandError::Refused(format!("cannot listen for signals: {error}")))
    };
    let (mut terminate, mut interrupt) = (
        listen(SignalKind::terminate())?,
        listen(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        // A shell may deliver one Ctrl-C twice.
        tokio::time::sleep(Duration::from_millis(20)).await;
    })
}
