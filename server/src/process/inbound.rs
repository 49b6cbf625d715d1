//! The listener that mail comes back to.

use std::net::SocketAddr;
use std::sync::Arc;

use postrider_engine::inbound::InboundPipeline;
use postrider_mail::inbound::{Inbound, Limits};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::config::Config;
use crate::config::process_role::ProcessRole;
use crate::process::start_error::StartError;

/// Nothing if no address is set for it, or if it is not this process's part.
pub async fn bind(config: &Config) -> Result<Option<(TcpListener, SocketAddr)>, StartError> {
    let wanted = config
        .inbound_smtp
        .filter(|_| config.roles.have(ProcessRole::Inbound));
    let Some(address) = wanted else {
        return Ok(None);
    };
    let failed = |error| StartError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Some((listener, address)))
}

/// Serves until `stop`.
pub async fn serve(app: App, process: i64, listener: TcpListener, stop: CancellationToken) {
    let pipeline = InboundPipeline::new(
        app.db.clone(),
        Arc::clone(&app.mailer.clock),
        Arc::clone(&app.keys().track),
        process,
        &app.config.mail_host,
    );
    let inbound = Inbound::new(Arc::new(pipeline), &app.config.mail_host, Limits::default());
    inbound.run(listener, stop).await;
}
