//! Whether the mail servers of the world can be reached from here.

use std::net::{IpAddr, SocketAddr};

use postrider_mail::dns::{Exchanger, Exchangers, Resolver};
use postrider_mail::smtp::{AnyCertificate, Connection, Failure, Relay};

use super::finding::{Check, Finding};
use super::patience::PATIENT;
use crate::config::Config;

/// Whose servers are always there, and mail of any campaign goes to.
const LARGE: [&str; 3] = ["gmail.com", "outlook.com", "yahoo.com"];
const OPEN_IT: &str = "Most clouds and home connections close this port: ask your provider to open it for outgoing \
                       mail, or send through a relay (POSTRIDER_MAIL=smtp://…).";

/// What became of trying one of them.
enum Tried {
    Greeted(String),
    TurnedAway(String),
    Unreachable(String),
    /// DNS names no server that may be reached.
    Unknown,
}

pub async fn look(config: &Config, resolver: &Resolver) -> Finding {
    let mut troubles = Vec::new();
    for domain in LARGE {
        match try_domain(config, resolver, domain).await {
            Tried::Greeted(seen) => return Finding::ok(Check::Delivery, seen),
            Tried::TurnedAway(seen) => {
                return Finding::problem(
                    Check::Delivery,
                    seen,
                    "They do not want mail from this address. Read the reply: a list that it names has a page for \
                     being taken off; a missing reverse name is below.",
                );
            }
            Tried::Unreachable(why) => troubles.push(why),
            Tried::Unknown => {}
        }
    }
    if troubles.is_empty() {
        let names = LARGE.join(", ");
        return Finding::warning(
            Check::Delivery,
            format!("nobody to try: DNS knows no mail server of {names} that may be reached"),
            "In a network without the internet this is as it should be. Otherwise check the resolver.",
        );
    }
    Finding::problem(Check::Delivery, troubles.join("\n"), OPEN_IT)
}

/// Where mail to one of them goes: an address of each kind that there is.
pub async fn receivers(resolver: &Resolver) -> Vec<IpAddr> {
    for domain in LARGE {
        if let Exchangers::Hosts(hosts) = resolver.exchangers(domain).await {
            let addresses = || hosts.iter().flat_map(|host| &host.addresses).copied();
            let of_each = [
                addresses().find(IpAddr::is_ipv4),
                addresses().find(IpAddr::is_ipv6),
            ];
            return of_each.into_iter().flatten().collect();
        }
    }
    Vec::new()
}

async fn try_domain(config: &Config, resolver: &Resolver, domain: &str) -> Tried {
    let Exchangers::Hosts(hosts) = resolver.exchangers(domain).await else {
        return Tried::Unknown;
    };
    let Some((host, address)) = hosts.iter().find_map(|host| reachable(config, host)) else {
        return Tried::Unknown;
    };
    let Ok(tls) = AnyCertificate::new() else {
        return Tried::Unknown;
    };
    let name = &host.name;
    let relay = Relay::exchanger(name, address, &tls);
    match Connection::open(&relay, &config.mail_host, &PATIENT).await {
        Ok(connection) => {
            let how = if connection.is_encrypted() {
                "encrypted"
            } else {
                "not encrypted"
            };
            connection.quit().await;
            Tried::Greeted(format!(
                "straight to the receivers; {name}:{} greets us, {how}",
                address.port()
            ))
        }
        Err(Failure::Refused { phase, reply }) => {
            Tried::TurnedAway(format!("{name} refuses us at {phase}: {reply}"))
        }
        Err(Failure::Trouble(why)) => Tried::Unreachable(why),
    }
}

fn reachable<'h>(config: &Config, host: &'h Exchanger) -> Option<(&'h Exchanger, SocketAddr)> {
    let mut addresses = host
        .addresses
        .iter()
        .map(|ip| SocketAddr::new(*ip, config.mx_port));
    let address = addresses.find(|address| config.allow_private.may_reach(*address))?;
    Some((host, address))
}
