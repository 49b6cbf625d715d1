//! An rspamd with its own rules, and nobody outside to ask: no lists, no maps, no fuzzy hashes. DNS is a server that says of
//! every name that it does not exist.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{OnceLock, mpsc};
use std::time::Duration;

use super::keeper::{Kept, free_port, is_installed, keep};
use super::owner::{Owner, folder};
use crate::dns_server::DnsServer;

const PROGRAM: &str = "/usr/bin/rspamd";

/// Those of its own rules that need nobody else.
const RULES: &str = r#"lua = "${RULESDIR}/rspamd.lua";
modules {
  path = "${PLUGINSDIR}";
}
.include "${CONFDIR}/actions.conf"
.include "${CONFDIR}/groups.conf"
spf { }
dkim { }
hfilter {
  mid_enabled = true;
}
mid { }
forged_recipients {
  symbol_sender = "FORGED_SENDER";
  symbol_rcpt = "FORGED_RECIPIENTS";
}
regexp {
  max_size = 1M;
}
"#;

static SHARED: OnceLock<Option<Rspamd>> = OnceLock::new();

pub struct Rspamd {
    /// Asks for no password.
    pub port: u16,
    /// Asks for one.
    pub guarded_port: u16,
    /// Whom it asks for names. All tests share it: each says something of names of its own.
    pub dns: DnsServer,
    _kept: Kept,
}

impl Rspamd {
    /// Of the door that asks for one.
    pub const PASSWORD: &'static str = "open sesame";

    /// The one of all tests. `None`, and a word about it, where there is none to run.
    pub fn shared() -> Option<&'static Self> {
        SHARED
            .get_or_init(|| is_installed(PROGRAM).then(Self::start))
            .as_ref()
    }

    fn start() -> Self {
        let folder = folder();
        let owner = Owner::find();
        let dns = lasting_dns();
        let (port, guarded_port) = (free_port(), free_port());
        owner.make_folder(&folder.join("data"));
        let config = folder.join("conf");
        let text = settings(&folder, dns.address(), port, guarded_port);
        fs::write(&config, text).unwrap();
        let config = config.to_str().unwrap();
        let (user, group) = (&*owner.user_name, &*owner.group_name);
        // `-f`: in the foreground. `-i`: as root it would refuse to start at all, whoever it becomes then.
        let command = [PROGRAM, "-f", "-i", "-u", user, "-g", group, "-c", config];
        let kept = keep(&folder, &command, || answers(port) && answers(guarded_port));
        Self {
            port,
            guarded_port,
            dns,
            _kept: kept,
        }
    }
}

/// The runtime of a test ends with it; this one does not.
fn lasting_dns() -> DnsServer {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().unwrap();
        runtime.block_on(async {
            send.send(DnsServer::start().await).unwrap();
            std::future::pending::<()>().await;
        });
    });
    receive.recv().unwrap()
}

fn answers(port: u16) -> bool {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(1)) else {
        return false;
    };
    let asked = stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .and_then(|()| stream.write_all(b"GET /ping HTTP/1.0\r\n\r\n"));
    let mut answer = String::new();
    asked.is_ok() && stream.read_to_string(&mut answer).is_ok() && answer.contains("pong")
}

fn settings(folder: &Path, dns: SocketAddr, port: u16, guarded_port: u16) -> String {
    let at = folder.join("data");
    let at = at.display();
    let log = folder.join("data/log");
    let log = log.display();
    let password = Rspamd::PASSWORD;
    format!(
        r#"options {{
  filters = "chartable,dkim,regexp";
  url_tld = "${{SHAREDIR}}/effective_tld_names.dat";
  pidfile = "{at}/pid";
  cache_file = "{at}/symbols.cache";
  history_file = "{at}/history";
  dynamic_conf = "{at}/dynamic";
  control_socket = "{at}/control mode=0600";
  rrd = "{at}/rrd";
  stats_file = "{at}/stats";
  hs_cache_dir = "{at}/";
  tempdir = "{at}";
  allow_raw_input = true;
  task_timeout = 8s;
  disable_hyperscan = true;
  local_addrs = [];
  dns {{
    nameserver = ["{dns}"];
    timeout = 1s;
    retransmits = 5;
    sockets = 1;
  }}
}}
logging {{
  type = "file";
  filename = "{log}";
  level = "notice";
}}
{RULES}worker {{
  type = "normal";
  bind_socket = "127.0.0.1:{port}";
  count = 1;
}}
worker {{
  type = "controller";
  bind_socket = "127.0.0.1:{guarded_port}";
  count = 1;
  password = "{password}";
}}
"#
    )
}
