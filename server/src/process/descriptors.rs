//! File descriptors: every connection, file and database takes one, and whoever runs out of them answers nobody.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::config::Config;

/// Kept for the database, the journal, imports, images and whatever else is opened.
const KEPT: usize = 256;
/// Fewer connections than this would be no service.
const LEAST: usize = 16;

/// Raises the soft limit as far as it goes, and gives how many connections callers may have.
pub fn connections(config: &Config) -> usize {
    let limit = raise();
    let room = room(limit, config.connections, config.mail_connections);
    if room < config.connections {
        tracing::warn!(
            descriptors.limit = limit,
            connections = room,
            "the limit of open files leaves room for fewer connections than POSTRIDER_CONNECTIONS says"
        );
    }
    room
}

/// As many connections as are wanted, if there is room for them beside mail and files.
pub fn room(limit: Option<usize>, wanted: usize, mail: usize) -> usize {
    let left = |limit: usize| limit.saturating_sub(KEPT + mail).max(LEAST);
    limit.map_or(wanted, |limit| left(limit).min(wanted))
}

/// Descriptors that this process may have when it asks for them; nothing where there is no end to them.
pub fn limit() -> Option<usize> {
    usize::try_from(getrlimit(Resource::Nofile).maximum?).ok()
}

fn raise() -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_and_files_keep_their_room() {
        for (limit, wanted, connections) in [
            (None, 4096, 4096),
            (Some(65_536), 4096, 4096),
            (Some(1024), 4096, 1024 - 256 - 32),
            (Some(64), 4096, 16),
        ] {
            assert_eq!(room(limit, wanted, 32), connections, "{limit:?}");
        }
    }
}
