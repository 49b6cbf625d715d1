//! Whether the service may open as many files as its connections need.

use super::finding::{Check, Finding};
use crate::config::Config;
use crate::process::descriptors;

const ADVICE: &str = "Raise the limit of open files of the service, such as with LimitNOFILE=65536 in its systemd unit \
                      or `ulimit -Hn`, or lower POSTRIDER_CONNECTIONS.";

/// The limit of whoever runs the doctor: a service that is started elsewhere may have another.
pub fn look(config: &Config) -> Finding {
    let limit = descriptors::limit();
    let room = descriptors::room(limit, config.connections, config.mail_connections);
    let shown = limit.map_or("no limit".to_owned(), |limit| limit.to_string());
    let seen = format!("{shown}: room for {room} connections of callers");
    if room < config.connections {
        let seen = format!("{seen} instead of {}", config.connections);
        Finding::warning(Check::OpenFiles, seen, ADVICE)
    } else {
        Finding::ok(Check::OpenFiles, seen)
    }
}
