//! A Postfix of the test's own: its configuration, queue and log in a temporary folder, on a free port, gone with the
//! test.

use std::fmt::Write;
use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

use crate::support::{free_port, settings, until};

const PROGRAM: &str = "/usr/sbin/postfix";

/// Runs it as long as somebody holds the other end of its input: a test that is killed lets go of it too. It ends by
/// its own hands, its processes and no others.
const KEEPER: &str = r#"
"$0" -c "$1" start </dev/null >/dev/null 2>&1 || exit 1
echo started
cat >/dev/null
exec "$0" -c "$1" stop >/dev/null 2>&1
"#;

/// What runs in it, none of it in a jail: the folder is not made for one. The manager of the queue wakes every second, instead of
/// every five minutes: a mail that it meets while the last try of it still goes on is put with the new ones, and waits until then.
const SERVICES: &str = "
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
";

/// Whom mail belongs to that Postfix delivers.
#[derive(Clone, Copy)]
struct Owner {
    user: u32,
    group: u32,
}

/// A port for one: those who send to it can start before it does.
pub struct PostfixPort {
    pub port: u16,
    owner: Owner,
}

impl PostfixPort {
    /// `None`, and a word about it, where there is none to run: where everything has to be tested, it has to be there.
    pub async fn find() -> Option<Self> {
        match owner() {
            Ok(owner) => Some(Self {
                port: free_port().await,
                owner,
            }),
            Err(why) => {
                assert_ne!(settings::get("CI").as_deref(), Some("true"), "{why}");
                #[expect(clippy::print_stderr, reason = "for whoever wonders what was tested")]
                {
                    eprintln!("skipped: {why}");
                }
                None
            }
        }
    }
}

pub struct Postfix {
    folder: TempDir,
    keeper: Child,
}

impl Postfix {
    /// With these settings beside the usual ones.
    pub async fn start(place: &PostfixPort, main: &[(&str, &str)]) -> Self {
        let (owner, port) = (place.owner, place.port);
        let folder = tempfile::tempdir().unwrap();
        // Its processes are of another user, who has to come in.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        write_folder(folder.path(), owner, port, main);
        // In a group of its own: what ends the tests does not end it before it has cleaned up.
        let keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, PROGRAM])
            .arg(folder.path().join("etc"))
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut postfix = Self { folder, keeper };
        let mut started = [0; 8];
        let said = postfix.keeper.stdout.as_mut().unwrap();
        let is_started = said.read_exact(&mut started).is_ok();
        assert!(is_started, "{}", postfix.log());
        until("Postfix greets", async || greets(port).await.then_some(())).await;
        postfix
    }

    /// A mailbox in one file, with so much in it.
    pub fn fill_mailbox(&self, user: &str, owner: &PostfixPort, bytes: usize) {
        let file = self.mailboxes().join(user);
        fs::write(&file, vec![b'x'; bytes]).unwrap();
        chown(file, Some(owner.owner.user), Some(owner.owner.group)).unwrap();
    }

    fn mailboxes(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    /// What one of its users has got.
    pub fn mailbox(&self, user: &str) -> Vec<Vec<u8>> {
        let new = self.mailboxes().join(user).join("new");
        let entries = fs::read_dir(new).into_iter().flatten().flatten();
        entries
            .map(|entry| fs::read(entry.path()).unwrap())
            .collect()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        if std::thread::panicking() {
            #[expect(clippy::print_stderr, reason = "for whoever looks at a failed test")]
            {
                eprintln!("Postfix said:\n{}", self.log());
            }
        }
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

fn owner() -> Result<Owner, String> {
    if !Path::new(PROGRAM).exists() {
        return Err("Postfix is not installed: run scripts/install".to_owned());
    }
    let is_root = fs::metadata("/proc/self").is_ok_and(|meta| {
        use std::os::unix::fs::MetadataExt;
        meta.uid() == 0
    });
    if !is_root {
        return Err("only root can run a Postfix".to_owned());
    }
    let users = fs::read_to_string("/etc/passwd").map_err(|error| error.to_string())?;
    let user = users.lines().find(|line| line.starts_with("postfix:"));
    let mut fields = user.ok_or("there is no user postfix")?.split(':').skip(2);
    let mut number = || fields.next()?.parse().ok();
    match (number(), number()) {
        (Some(user), Some(group)) => Ok(Owner { user, group }),
        _ => Err("the user postfix has no number".to_owned()),
    }
}

fn write_folder(folder: &Path, owner: Owner, port: u16, main: &[(&str, &str)]) {
    for name in ["etc", "queue", "data", "mail"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    for name in ["data", "mail"] {
        chown(folder.join(name), Some(owner.user), Some(owner.group)).unwrap();
    }
    let at = folder.display();
    let Owner { user, group } = owner;
    let mut settings = format!(
        "compatibility_level = 3.6
queue_directory = {at}/queue
data_directory = {at}/data
maillog_file = {at}/log
maillog_file_prefixes = {at}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mta.test
mydestination =
mynetworks = 127.0.0.0/8
local_recipient_maps =
alias_maps =
smtpd_peername_lookup = no
smtpd_relay_restrictions = permit_mynetworks, reject
smtp_dns_support_level = disabled
smtpd_client_connection_count_limit = 0
virtual_mailbox_base = {at}/mail
virtual_uid_maps = static:{user}
virtual_gid_maps = static:{group}
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
",
    );
    for (name, value) in main {
        writeln!(settings, "{name} = {value}").unwrap();
    }
    fs::write(folder.join("etc/main.cf"), settings).unwrap();
    let services = format!("127.0.0.1:{port} inet n - n - - smtpd{SERVICES}");
    fs::write(folder.join("etc/master.cf"), services).unwrap();
}

async fn greets(port: u16) -> bool {
    let Ok(stream) = TcpStream::connect(("127.0.0.1", port)).await else {
        return false;
    };
    let greeting = BufReader::new(stream).lines().next_line().await;
    matches!(greeting, Ok(Some(line)) if line.starts_with("220 mta.test"))
}
