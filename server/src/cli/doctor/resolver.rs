//! Whether DNS answers, and how fast.

use std::time::Duration;

use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;
use tokio::time::Instant;

use super::finding::{Check, Finding};
use super::host;
use crate::config::Config;

const SLOW: Duration = Duration::from_millis(500);
/// Asked about where the settings name no host of ours.
const EVERYBODY_KNOWS: &str = "example.com";

pub async fn look(config: &Config, resolver: &Resolver) -> Finding {
    let name = if host::is_name(&config.mail_host) {
        &config.mail_host
    } else {
        EVERYBODY_KNOWS
    };
    let who = match config.dns {
        Some(server) => server.to_string(),
        None => "the machine's resolver".to_owned(),
    };
    let since = Instant::now();
    let answer = resolver.addresses(name).await;
    let took = since.elapsed();
    let seen = format!("{who} answers in {} ms", took.as_millis());
    match answer {
        Answer::NoAnswer => Finding::problem(
            Check::Resolver,
            format!("{who} gives no answer about {name}"),
            "Check POSTRIDER_DNS or /etc/resolv.conf, and that port 53 is open to it. Without DNS nothing is \
             delivered and no domain is verified.",
        ),
        _ if took > SLOW => Finding::warning(
            Check::Resolver,
            seen,
            "Run a resolver on this machine, such as unbound, and set POSTRIDER_DNS=127.0.0.1: a campaign asks \
             about every domain of its recipients.",
        ),
        _ => Finding::ok(Check::Resolver, seen),
    }
}
