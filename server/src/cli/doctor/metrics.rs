//! Who can read the service's numbers.

use postrider_domain::network::is_public;

use super::finding::{Check, Finding};
use crate::config::Config;

pub fn look(config: &Config) -> Finding {
    let ok = |seen: String| Finding::ok(Check::Metrics, seen);
    match (&config.metrics_token, config.metrics_listen) {
        (Some(_), _) => ok("/metrics is for the bearer of POSTRIDER_METRICS_TOKEN".to_owned()),
        (None, Some(listen)) if listen.ip().is_unspecified() || is_public(listen.ip()) => {
            Finding::warning(
                Check::Metrics,
                format!("POSTRIDER_METRICS_LISTEN is {listen}, for whoever reaches it"),
                "Set it to an address that only your monitoring reaches, such as 127.0.0.1:9090, or set \
                 POSTRIDER_METRICS_TOKEN beside it.",
            )
        }
        (None, Some(listen)) => ok(format!("/metrics is at {listen}")),
        (None, None) if config.is_local() => ok("/metrics is for this machine alone".to_owned()),
        (None, None) => Finding::warning(
            Check::Metrics,
            "nobody can read /metrics",
            "Set POSTRIDER_METRICS_LISTEN=127.0.0.1:9090 for a listener that only your monitoring reaches, or \
             POSTRIDER_METRICS_TOKEN to read it under the public URL with `Authorization: Bearer …`.",
        ),
    }
}
