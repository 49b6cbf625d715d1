//! Folders whose files come and go while they are copied.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::ops::AddAssign;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    pub files: u64,
    pub bytes: u64,
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
    }
}

pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    // One that was there has the mode that somebody gave it.
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

/// Copies what is there; a folder that is missing is empty, and a file that goes meanwhile was not needed.
pub fn copy(from: &Path, to: &Path) -> io::Result<Amount> {
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Amount::default()),
        other => other?,
    };
    make_folder(to)?;
    let mut copied = Amount::default();
    for entry in entries {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copied += copy(&source, &target)?;
        } else if kind.is_file() {
            match copy_file(&source, &target) {
                Ok(bytes) => copied += Amount { files: 1, bytes },
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(copied)
}

fn copy_file(from: &Path, to: &Path) -> io::Result<u64> {
    let mut source = File::open(from)?;
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)?;
    io::copy(&mut source, &mut target)
}
