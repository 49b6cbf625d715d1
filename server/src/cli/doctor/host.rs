//! The name that we go by: real, with an address, and the name of that address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};

use postrider_domain::network::is_public;
use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;

use super::direct;
use super::finding::{Check, Finding};
use crate::config::{Config, MailMode};

/// Whether a host can be found by others: no address, nothing that each machine calls itself.
pub fn is_name(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains('.')
        && host.trim_matches(['[', ']']).parse::<IpAddr>().is_err()
        && !matches!(
            last,
            "localhost" | "local" | "localdomain" | "internal" | "lan" | ""
        )
}

pub async fn look(config: &Config, resolver: &Resolver) -> Vec<Finding> {
    let name = &config.mail_host;
    if !is_name(name) {
        return vec![Finding::problem(
            Check::HostName,
            format!("this sender calls itself {name}, which nobody can find"),
            "Set POSTRIDER_MAIL_HOST to a name in DNS that has the address of this machine, such as \
             mail.example.com.",
        )];
    }
    let addresses = match resolver.addresses(name).await {
        Answer::Found(addresses) => addresses,
        Answer::Nothing => {
            return vec![Finding::problem(
                Check::HostName,
                format!("{name} has no address in DNS"),
                format!(
                    "Publish an A record (and AAAA for IPv6) for {name} with the address of this machine, or set \
                     POSTRIDER_MAIL_HOST to a name that has one."
                ),
            )];
        }
        Answer::NoAnswer => {
            return vec![Finding::warning(
                Check::HostName,
                format!("DNS gives no answer about {name}"),
                "Run this command again when the resolver answers.",
            )];
        }
    };
    if config.mail != MailMode::Direct {
        return vec![Finding::ok(Check::HostName, listed(name, &addresses))];
    }
    let leaves_from: Vec<IpAddr> = direct::receivers(resolver)
        .await
        .into_iter()
        .filter_map(way_to)
        .filter(|ip| is_public(*ip))
        .collect();
    let mut findings = vec![address(config, &addresses, &leaves_from)];
    // Behind a translation of addresses nobody here knows the outer one: then it is what the name says.
    let seen = if leaves_from.is_empty() {
        addresses
    } else {
        leaves_from
    };
    for address in seen {
        findings.push(reverse(name, address, resolver).await);
    }
    findings
}

fn listed(name: &str, addresses: &[IpAddr]) -> String {
    let shown: Vec<String> = addresses.iter().map(ToString::to_string).collect();
    format!("{name} is {}", shown.join(", "))
}

fn address(config: &Config, addresses: &[IpAddr], leaves_from: &[IpAddr]) -> Finding {
    let name = &config.mail_host;
    let seen = listed(name, addresses);
    let elsewhere: Vec<String> = leaves_from
        .iter()
        .filter(|ip| !addresses.contains(ip))
        .map(ToString::to_string)
        .collect();
    if elsewhere.is_empty() {
        return Finding::ok(Check::HostName, seen);
    }
    Finding::problem(
        Check::HostName,
        format!("{seen}, but mail leaves from {}", elsewhere.join(" and ")),
        format!(
            "Give {name} these addresses too: receivers compare them, and the SPF records of the sending domains \
             (`{}`) go by them.",
            config.spf
        ),
    )
}

/// The address that packets to another leave from.
fn way_to(receiver: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match receiver {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    // Of a datagram socket only the way is chosen here: nothing is sent.
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((receiver, 25)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

async fn reverse(name: &str, address: IpAddr, resolver: &Resolver) -> Finding {
    let set_it = format!(
        "Ask whoever gave you {address} to set its reverse name (PTR) to {name}. Large receivers take no mail \
         without it."
    );
    let called = match resolver.names(address).await {
        Answer::Found(called) => called,
        Answer::Nothing => {
            let seen = format!("{address} has no reverse name");
            return Finding::problem(Check::ReverseName, seen, set_it);
        }
        Answer::NoAnswer => {
            return Finding::warning(
                Check::ReverseName,
                format!("DNS gives no answer about the name of {address}"),
                "Run this command again; if it stays so, ask whoever gave you the address.",
            );
        }
    };
    let is_ours = |other: &String| other.eq_ignore_ascii_case(name);
    let shown = called.join(", ");
    if !confirmed(&called, address, resolver).await {
        let seen = format!("{address} is called {shown}, which has another address or none");
        return Finding::problem(Check::ReverseName, seen, set_it);
    }
    if called.iter().any(is_ours) {
        return Finding::ok(Check::ReverseName, format!("{address} is called {shown}"));
    }
    Finding::warning(
        Check::ReverseName,
        format!("{address} is called {shown}, but this sender calls itself {name}"),
        format!("{set_it} Or set POSTRIDER_MAIL_HOST to {shown}."),
    )
}

/// Whether one of the names leads back.
async fn confirmed(called: &[String], address: IpAddr, resolver: &Resolver) -> bool {
    for name in called {
        if let Answer::Found(addresses) = resolver.addresses(name).await
            && addresses.contains(&address)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_that_others_can_find() {
        for name in ["mail.example.com", "mx.co.uk", "a.b"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            "localhost",
            "mail",
            "127.0.0.1",
            "[::1]",
            "box.local",
            "box.lan",
            "a.",
        ] {
            assert!(!is_name(name), "{name}");
        }
    }
}
