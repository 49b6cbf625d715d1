//! The data folder: there, private, and with room left.

use std::fs::{self, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access, statvfs};

use super::finding::{Check, Finding};

const GIB: u64 = 1 << 30;
const LOW: u64 = 2 * GIB;
/// Where a database soon fails to commit.
const CRITICAL: u64 = GIB / 4;
/// Files that are named when too much is open.
const NAMED: usize = 5;

pub fn look(folder: &Path) -> Vec<Finding> {
    let shown = folder.display();
    let meta = match fs::metadata(folder) {
        Ok(meta) if meta.is_dir() => meta,
        Ok(_) => {
            return vec![Finding::problem(
                Check::DataFolder,
                format!("{shown} is no folder"),
                "Set POSTRIDER_DATA to a folder of its own.",
            )];
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return vec![Finding::warning(
                Check::DataFolder,
                format!("{shown} is not there yet"),
                "`postrider serve` makes it. If it should be there, check POSTRIDER_DATA and the folder in \
                 which this command runs.",
            )];
        }
        Err(error) => {
            return vec![Finding::problem(
                Check::DataFolder,
                format!("{shown}: {error}"),
                "Run this command as the user of the service.",
            )];
        }
    };
    vec![is_ours(folder, &meta), disk(folder)]
}

fn is_ours(folder: &Path, meta: &Metadata) -> Finding {
    let shown = folder.display();
    let (owner, us) = (meta.uid(), rustix::process::geteuid().as_raw());
    if access(folder, Access::WRITE_OK | Access::EXEC_OK).is_err() {
        return Finding::problem(
            Check::DataFolder,
            format!("{shown} cannot be written to by user {us}; it belongs to user {owner}"),
            "Run the service, and this command, as the user that the folder belongs to.",
        );
    }
    let open = open_to_others(folder, meta);
    if !open.is_empty() {
        let named: Vec<String> = open
            .iter()
            .take(NAMED)
            .map(|path| path.display().to_string())
            .collect();
        let more = match open.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        return Finding::problem(
            Check::DataFolder,
            format!("other users may reach into {}{more}", named.join(", ")),
            format!("It holds the secret, keys and addresses: chmod -R go= {shown}"),
        );
    }
    if owner != us {
        return Finding::warning(
            Check::DataFolder,
            format!("{shown} belongs to user {owner}, this is user {us}"),
            "Run this command as the user of the service: it sees what the service sees then.",
        );
    }
    Finding::ok(Check::DataFolder, format!("{shown}, for its owner alone"))
}

/// The folder, and what lies directly in it, where more than its owner has rights.
fn open_to_others(folder: &Path, meta: &Metadata) -> Vec<PathBuf> {
    let is_open = |meta: &Metadata| meta.permissions().mode() & 0o077 != 0;
    let mut open = Vec::new();
    if is_open(meta) {
        open.push(folder.to_owned());
    }
    // A closed folder keeps everybody out of what is in it, but copies of it are made as it is.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    open.extend(
        entries
            .filter(|entry| entry.metadata().is_ok_and(|meta| is_open(&meta)))
            .map(|entry| entry.path()),
    );
    open.sort();
    open
}

fn disk(folder: &Path) -> Finding {
    let Ok(disk) = statvfs(folder) else {
        return Finding::warning(
            Check::Disk,
            "the file system does not say how much room is left",
            "Watch it by other means: a full disk stops everything.",
        );
    };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let percent = (disk.f_bavail * 100)
        .checked_div(disk.f_blocks)
        .unwrap_or(0);
    let seen = format!("{} free ({percent} %)", size(free));
    let advice = "Make room, or move the data folder to a larger disk: with a full one nothing is taken, \
                  sent or counted.";
    match free {
        0..CRITICAL => Finding::problem(Check::Disk, seen, advice),
        CRITICAL..LOW => Finding::warning(Check::Disk, seen, advice),
        _ => Finding::ok(Check::Disk, seen),
    }
}

fn size(bytes: u64) -> String {
    if bytes < GIB {
        format!("{} MB", bytes >> 20)
    } else {
        format!("{:.1} GB", bytes as f64 / GIB as f64)
    }
}
