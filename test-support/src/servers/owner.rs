//! Whom the files of a server belong to: few servers want to be root.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

const NOBODY: &str = "nobody";

#[derive(Clone, Debug)]
pub(super) struct Owner {
    pub user: u32,
    pub group: u32,
    pub user_name: String,
    pub group_name: String,
}

impl Owner {
    /// Nobody if we are root, else we ourselves.
    pub(super) fn find() -> Self {
        let me = fs::metadata("/proc/self").unwrap();
        let users = fs::read_to_string("/etc/passwd").unwrap();
        let is_wanted = |fields: &[&str]| match me.uid() {
            0 => fields[0] == NOBODY,
            uid => fields[2] == uid.to_string(),
        };
        let user = users
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>())
            .find(|fields| is_wanted(fields))
            .expect("the user of a server has a name");
        let groups = fs::read_to_string("/etc/group").unwrap();
        let group = groups
            .lines()
            .map(|line| line.split(':').collect::<Vec<_>>())
            .find(|fields| fields[2] == user[3])
            .expect("the group of a server has a name");
        Self {
            user: user[2].parse().unwrap(),
            group: user[3].parse().unwrap(),
            user_name: user[0].to_owned(),
            group_name: group[0].to_owned(),
        }
    }

    pub(super) fn own(&self, path: &Path) {
        chown(path, Some(self.user), Some(self.group)).unwrap();
    }

    pub(super) fn make_folder(&self, path: &Path) {
        fs::create_dir_all(path).unwrap();
        self.own(path);
    }
}

/// A folder that others may look into. Whoever keeps the server removes it.
pub(super) fn folder() -> PathBuf {
    let folder = tempfile::tempdir().unwrap().keep();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}
