//! A Dovecot: IMAP over mailboxes that are made, and filled, by writing files.

use std::fs;
use std::io::Read;
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustls::RootCertStore;

use super::keeper::{Kept, free_port, is_installed, keep};
use super::owner::{Owner, folder};
use crate::smtp_server::Certificate;

const PROGRAM: &str = "/usr/sbin/dovecot";

static SHARED: OnceLock<Option<Dovecot>> = OnceLock::new();
static DELIVERED: AtomicU64 = AtomicU64::new(0);

pub struct Dovecot {
    /// In the clear, and encrypted after `STARTTLS`.
    pub port: u16,
    /// Encrypted from the first byte.
    pub tls_port: u16,
    certificate: Certificate,
    folder: PathBuf,
    owner: Owner,
    _kept: Kept,
}

/// Where a message is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder<'a> {
    Inbox,
    /// Another one by its name, which servers write in ASCII. `Werbung` is what this server calls `\Junk`.
    Named(&'a str),
}

/// One mailbox. Its messages are files, which its server finds by itself.
#[derive(Clone, Debug)]
pub struct Maildir {
    pub user: String,
    path: PathBuf,
    owner: Owner,
}

impl Dovecot {
    /// Every user's.
    pub const PASSWORD: &'static str = "open-sesame";
    /// The folder that it says is for spam, where a mailbox has it.
    pub const JUNK: &'static str = "Werbung";

    /// The one of all tests. `None`, and a word about it, where there is none to run.
    pub fn shared() -> Option<&'static Self> {
        SHARED
            .get_or_init(|| is_installed(PROGRAM).then(Self::start))
            .as_ref()
    }

    fn start() -> Self {
        let folder = folder();
        let owner = Owner::find();
        let certificate = Certificate::of(&["localhost"]);
        let (port, tls_port) = (free_port(), free_port());
        owner.make_folder(&folder.join("mail"));
        certificate.write(&folder);
        let config = folder.join("conf");
        fs::write(&config, settings(&folder, &owner, port, tls_port)).unwrap();
        let command = [PROGRAM, "-F", "-c", config.to_str().unwrap()];
        let kept = keep(&folder, &command, || greets(port));
        Self {
            port,
            tls_port,
            certificate,
            folder,
            owner,
            _kept: kept,
        }
    }

    /// Its certificate is for `localhost`.
    pub fn roots(&self) -> RootCertStore {
        self.certificate.roots()
    }

    /// The empty mailbox of a user whom no other test has.
    pub fn mailbox(&self, user: &str) -> Maildir {
        let home = self.folder.join("mail").join(user);
        assert!(!home.exists(), "another test has the mailbox of {user}");
        self.owner.make_folder(&home);
        let maildir = Maildir {
            user: user.to_owned(),
            path: home.join("Maildir"),
            owner: self.owner.clone(),
        };
        maildir.make(Folder::Inbox);
        maildir
    }
}

impl Maildir {
    /// A folder, if it is not there.
    pub fn make(&self, folder: Folder<'_>) {
        let path = self.folder(folder);
        for path in [
            path.clone(),
            path.join("tmp"),
            path.join("cur"),
            path.join("new"),
        ] {
            self.owner.make_folder(&path);
        }
    }

    /// Puts a message there, whole from the first moment that it can be seen. The folder is made if it is not there.
    pub fn deliver(&self, folder: Folder<'_>, message: &[u8]) {
        let path = self.folder(folder);
        if !path.exists() {
            self.make(folder);
        }
        let name = format!("{}.test", DELIVERED.fetch_add(1, Ordering::Relaxed));
        let written = path.join("tmp").join(&name);
        fs::write(&written, message).unwrap();
        self.owner.own(&written);
        fs::rename(written, path.join("new").join(name)).unwrap();
    }

    /// The files in a folder and what stands in their names, where servers note what was read: it changes if anybody does more
    /// than look.
    pub fn state(&self, folder: Folder<'_>) -> Vec<String> {
        let path = self.folder(folder);
        let messages = ["new", "cur"].map(|part| path.join(part));
        let entries = messages.iter().flat_map(|part| fs::read_dir(part).unwrap());
        let names = entries.map(|entry| entry.unwrap().path().display().to_string());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn folder(&self, folder: Folder<'_>) -> PathBuf {
        match folder {
            Folder::Inbox => self.path.clone(),
            Folder::Named(name) => self.path.join(format!(".{}", name.replace('/', "."))),
        }
    }
}

fn greets(port: u16) -> bool {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(1)) else {
        return false;
    };
    let mut greeting = [0; 4];
    let wait = stream.set_read_timeout(Some(Duration::from_secs(5)));
    wait.is_ok() && stream.read_exact(&mut greeting).is_ok() && &greeting == b"* OK"
}

fn settings(folder: &Path, owner: &Owner, port: u16, tls_port: u16) -> String {
    let at = folder.display();
    let junk = Dovecot::JUNK;
    let password = Dovecot::PASSWORD;
    let Owner {
        user,
        group,
        user_name,
        group_name,
    } = owner;
    format!(
        r"base_dir = {at}/run
state_dir = {at}/state
log_path = {at}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = {user_name}
default_internal_group = {group_name}
default_login_user = {user_name}
ssl = yes
ssl_cert = <{at}/chain.pem
ssl_key = <{at}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain
auth_failure_delay = 0
mail_max_userip_connections = 0
mail_location = maildir:~/Maildir
first_valid_uid = 1
last_valid_uid = 0
first_valid_gid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={at}/mail/%u
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox {junk} {{
    special_use = \Junk
  }}
}}
{}
",
        services(port, tls_port)
    )
}

fn services(port: u16, tls_port: u16) -> String {
    format!(
        r"service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  # All tests come from one address: none waits because another one gave a wrong password.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}"
    )
}
