//! The listener that mail comes back to.

use std::net::SocketAddr;
use std::sync::Arc;

use postrider_engine::inbound::{InboundPipeline, InboundTools, Postmaster};
use postrider_mail::inbound::{Certificates, Inbound, Limits};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::config::Config;
use crate::config::process_role::ProcessRole;
use crate::process::mailing::CAPTURED;
use crate::process::start_error::StartError;

/// Where mail comes in, and what is shown to those who ask for encryption.
pub struct InboundListener {
    pub address: SocketAddr,
    listener: TcpListener,
    certificates: Option<Certificates>,
}

/// Nothing if no address is set for it, or if it is not this process's part.
pub async fn bind(config: &Config) -> Result<Option<InboundListener>, StartError> {
    let wanted = config
        .inbound_smtp
        .filter(|_| config.roles.have(ProcessRole::Inbound));
    let Some(address) = wanted else {
        return Ok(None);
    };
    let files = config.inbound_certificate.clone();
    let certificates = files.map(Certificates::open).transpose()?;
    let failed = |error| StartError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    Ok(Some(InboundListener {
        address: listener.local_addr().map_err(failed)?,
        listener,
        certificates,
    }))
}

/// Serves until `stop`.
pub async fn serve(app: App, process: i64, bound: InboundListener, stop: CancellationToken) {
    let (config, clock) = (&app.config, &app.mailer.clock);
    let tools = InboundTools {
        db: app.db.clone(),
        clock: Arc::clone(clock),
        tokens: Arc::clone(&app.keys().track),
        resolver: app.domains.resolver().clone(),
        postmaster: Postmaster::new(&config.data.join(CAPTURED), Arc::clone(clock)),
    };
    let pipeline = InboundPipeline::new(tools, process, &config.mail_host);
    let (room, limits) = (Arc::new(pipeline), Limits::default());
    let inbound = Inbound::new(room, &config.mail_host, bound.certificates, limits);
    inbound.run(bound.listener, stop).await;
}
