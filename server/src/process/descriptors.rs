//! File descriptors: every connection, file and database takes one, and whoever runs out of them answers nobody.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::config::Config;

/// Kept for the database, the journal, imports, images and whatever else is opened.
const KEPT: usize = 256;
/// Fewer connections than this would be no service.
const LEAST: usize = 16;

/// Raises the soft limit as far as it goes, and gives how many connections there is room for beside mail and files: at most
/// as many as the settings say.
pub fn connections(config: &Config) -> usize {
    let Some(limit) = raised() else {
        return config.connections;
    };
    let room = limit
        .saturating_sub(KEPT + config.mail_connections)
        .max(LEAST);
    if room < config.connections {
        tracing::warn!(
            descriptors.limit = limit,
            connections = room,
            "the limit of open files leaves room for fewer connections than POSTRIDER_CONNECTIONS says"
        );
    }
    room.min(config.connections)
}

/// Descriptors that this process may have; nothing where there is no end to them.
pub fn raised() -> Option<usize> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    let limit = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => maximum,
        Err(_) => current, // not allowed here
    };
    usize::try_from(limit?).ok()
}
