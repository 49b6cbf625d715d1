//! Whether bounces and complaints can come home.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;
use postrider_mail::smtp::{AnyCertificate, Connection, Relay};

use super::finding::{Check, Finding};
use super::patience::PATIENT;
use crate::config::Config;
use crate::config::process_role::ProcessRole;

/// Where the world delivers; no MX record can name another.
const SMTP_PORT: u16 = 25;

pub async fn look(config: &Config, resolver: &Resolver) -> Finding {
    let Some(listen) = config.inbound_smtp else {
        return Finding::warning(
            Check::Inbound,
            "nobody listens for what comes back",
            "Set POSTRIDER_INBOUND_SMTP=0.0.0.0:25 (or another port that port 25 of this host is forwarded to). Without \
             it dead addresses and complaints are mailed again and again, which costs the reputation.",
        );
    };
    if let Some(files) = &config.inbound_certificate
        && let Err(error) = files.read()
    {
        return Finding::problem(
            Check::Inbound,
            error.to_string(),
            "POSTRIDER_INBOUND_TLS_CERT is a file with the chain of certificates in PEM, its own first, \
             POSTRIDER_INBOUND_TLS_KEY one with the key of the first; the service has to be able to read both.",
        );
    }
    let name = &config.mail_host;
    // Where others have this role, the listener is on another machine.
    if config.roles.have(ProcessRole::Inbound)
        && let Err(why) = greets(name, here(listen)).await
    {
        return Finding::problem(
            Check::Inbound,
            format!("POSTRIDER_INBOUND_SMTP is {listen}, and nothing listens there: {why}"),
            "Start the service, or see in its log why it does not listen. A process with --roles needs `inbound`.",
        );
    }
    let addresses = match resolver.addresses(name).await {
        Answer::Found(addresses) => addresses,
        Answer::Nothing | Answer::NoAnswer => Vec::new(),
    };
    for ip in &addresses {
        if greets(name, SocketAddr::new(*ip, SMTP_PORT)).await.is_ok() {
            return Finding::ok(
                Check::Inbound,
                format!("{listen} is set, and {name}:25 answers"),
            );
        }
    }
    Finding::warning(
        Check::Inbound,
        format!("{listen} is set, but nothing answers at {name}:25 from here"),
        format!(
            "Bounces go to port 25 of {name}: forward it to {listen}, and open it in the firewall. Behind a translation \
             of addresses try from another machine before you believe this."
        ),
    )
}

/// Where a listener on all addresses is found from this machine.
fn here(listen: SocketAddr) -> SocketAddr {
    let ip: IpAddr = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

async fn greets(name: &str, address: SocketAddr) -> Result<(), String> {
    let tls = AnyCertificate::new().map_err(|error| error.to_string())?;
    let relay = Relay::exchanger(name, address, &tls);
    let opened = Connection::open(&relay, name, &PATIENT).await;
    opened.map_err(|failure| failure.to_string())?.quit().await;
    Ok(())
}
