//! Which browser is there, and how it is held.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::process::geteuid;
use tokio::process::Command;

/// Where the programs are that a browser is started with.
pub(super) const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Whom the kernel gives nothing.
pub(super) const NOBODY: u32 = 65_534;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowserSettings {
    /// None: nothing was found, or nobody wants one.
    pub program: Option<PathBuf>,
    pub sandbox: Sandbox,
}

/// Whether the browser has to be held by the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    #[default]
    On,
    /// Where the kernel does not do it, and the operator has said that it does not matter.
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotThere {
    #[error("no browser is installed")]
    NotInstalled,
    #[error("the kernel does not hold the browser: it lets nobody make user namespaces")]
    NoSandbox,
    /// This program is missing.
    #[error("what holds the browser is not installed: {0}")]
    NoHolder(&'static str),
}

/// A browser that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    pub program: PathBuf,
    hold: Hold,
}

/// What keeps a browser from the rest of the machine, beside what it does itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    /// We are root: it is nobody, in a network of its own, in which nothing is.
    Nobody,
    /// We are not: it is us, in such a network.
    Network,
    /// As the operator wants it; at least it is not root.
    Unheld,
}

impl Installed {
    /// Looks whether the kernel does what is wanted.
    pub async fn find(settings: &BrowserSettings) -> Result<Self, NotThere> {
        let program = settings.program.clone().filter(|program| program.is_file());
        let program = program.ok_or(NotThere::NotInstalled)?;
        let hold = match settings.sandbox {
            Sandbox::Off => Hold::Unheld,
            Sandbox::On if is_root() => Hold::Nobody,
            Sandbox::On => Hold::Network,
        };
        let installed = Self { program, hold };
        if let Some(holder) = installed.missing_holder(PATH) {
            return Err(NotThere::NoHolder(holder));
        }
        if settings.sandbox == Sandbox::On && !installed.is_held().await {
            return Err(NotThere::NoSandbox);
        }
        Ok(installed)
    }

    /// The program that it would be held by, if it is nowhere in this path.
    fn missing_holder(&self, path: &str) -> Option<&'static str> {
        let is_there = |holder: &str| {
            let mut places = path.split(':').map(Path::new);
            places.any(|place| place.join(holder).is_file())
        };
        let words = self.before();
        let mut holders = ["unshare", "setpriv"].into_iter();
        holders.find(|holder| words.contains(holder) && !is_there(holder))
    }

    /// What a browser does itself takes namespaces inside those that it is in.
    async fn is_held(&self) -> bool {
        let mut words = self.before();
        words.extend(["unshare", "--user", "true"]);
        let Some((first, rest)) = words.split_first() else {
            return false;
        };
        let tried = Command::new(first)
            .args(rest)
            .env_clear()
            .env("PATH", PATH)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .status();
        tried.await.is_ok_and(|status| status.success())
    }

    /// The words that stand before the program.
    pub(super) fn before(&self) -> Vec<&'static str> {
        const TO_NOBODY: [&str; 5] = [
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            "--no-new-privs",
        ];
        match self.hold {
            Hold::Nobody => [&["unshare", "--net", "--"][..], &TO_NOBODY].concat(),
            Hold::Network => vec!["unshare", "--user", "--map-current-user", "--net", "--"],
            Hold::Unheld if is_root() => TO_NOBODY.to_vec(),
            Hold::Unheld => Vec::new(),
        }
    }

    /// What the browser itself is told.
    pub(super) fn sandbox_switch(&self) -> Option<&'static str> {
        (self.hold == Hold::Unheld).then_some("--no-sandbox")
    }
}

/// Whose the folder of a browser has to be, if not ours.
pub(super) fn owner() -> Option<u32> {
    is_root().then_some(NOBODY)
}

fn is_root() -> bool {
    geteuid().is_root()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_holds_a_browser_is_named_if_it_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = format!("/nowhere:{}", folder.path().display());
        let missing = |hold| {
            let program = PathBuf::from("/bin/true");
            Installed { program, hold }.missing_holder(&path)
        };
        assert_eq!(missing(Hold::Nobody), Some("unshare"));
        assert_eq!(missing(Hold::Network), Some("unshare"));
        std::fs::write(folder.path().join("unshare"), "").unwrap();
        assert_eq!(missing(Hold::Nobody), Some("setpriv"));
        assert_eq!(missing(Hold::Network), None);
    }
}
