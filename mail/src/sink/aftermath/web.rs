//! Following links: only to this machine, and wherever somebody says that a host is.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HOST, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use url::{Host, Url};

use super::action::Method;

const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of an answer; nobody looks at them.
const MOST_READ: usize = 64 << 10;

/// Where the hosts in links are. Whoever writes a mail chooses its links: nothing beyond this machine is asked that is
/// not said here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Follow {
    hosts: Vec<(String, SocketAddr)>,
    everything: Option<SocketAddr>,
}

impl Follow {
    /// Links to this host lead there.
    #[must_use]
    pub fn host(mut self, host: &str, to: SocketAddr) -> Self {
        self.hosts.push((host.to_ascii_lowercase(), to));
        self
    }

    /// All links that lead nowhere else lead there.
    #[must_use]
    pub fn everything(mut self, to: SocketAddr) -> Self {
        self.everything = Some(to);
        self
    }

    /// Both of them.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.hosts.extend(other.hosts);
        self.everything = other.everything.or(self.everything);
        self
    }

    /// What is asked, and under which name if that is another; `None` for hosts of strangers.
    pub(super) fn locate(&self, url: &str) -> Option<(Url, Option<String>)> {
        let mut url = Url::parse(url).ok()?;
        let host = url.host_str()?.to_owned();
        let known = self.hosts.iter().find(|(name, _)| *name == host);
        let Some(to) = known.map(|(_, to)| *to).or(self.everything) else {
            let is_here = match url.host()? {
                Host::Domain(name) => name == "localhost",
                Host::Ipv4(ip) => ip.is_loopback(),
                Host::Ipv6(ip) => ip.to_canonical().is_loopback(),
            };
            return is_here.then_some((url, None));
        };
        url.set_scheme("http").ok()?;
        url.set_ip_host(to.ip()).ok()?;
        url.set_port(Some(to.port())).ok()?;
        Some((url, Some(host)))
    }
}

/// `links.example.com=127.0.0.1:8080`, or `127.0.0.1:8080` for every host; `http://` may stand before the address.
impl FromStr for Follow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (host, to) = match text.split_once('=') {
            Some((host, to)) => (Some(host), to),
            None => (None, text),
        };
        let to = to.strip_prefix("http://").unwrap_or(to);
        let to: SocketAddr = to
            .trim_end_matches('/')
            .parse()
            .map_err(|_| "an address such as 127.0.0.1:8080, or host=127.0.0.1:8080".to_owned())?;
        if is_link_local(to.ip()) {
            return Err(format!(
                "{to} is of the link alone, where clouds tell secrets"
            ));
        }
        Ok(match host {
            Some(host) => Self::default().host(host, to),
            None => Self::default().everything(to),
        })
    }
}

fn is_link_local(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_unicast_link_local(),
    }
}

/// Made when it is needed first.
#[derive(Default)]
pub(in crate::sink) struct Browser(OnceLock<Result<Client, String>>);

impl Browser {
    fn client(&self) -> Result<&Client, String> {
        let made = self.0.get_or_init(|| {
            let client = Client::builder().redirect(Policy::none()).timeout(PATIENCE);
            // A proxy would resolve and reach what this machine does not.
            client.no_proxy().build().map_err(|error| error.to_string())
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// Where the link leads is told and not gone to. `None` if it leads to strangers.
    pub(in crate::sink) async fn visit(
        &self,
        follow: &Follow,
        method: Method,
        url: &str,
        agent: &str,
    ) -> Result<Option<()>, String> {
        let Some((url, name)) = follow.locate(url) else {
            return Ok(None);
        };
        let request = match method {
            Method::Get => self.client()?.get(url.clone()),
            Method::Head => self.client()?.head(url.clone()),
        };
        send(request, &url, name, agent).await.map(Some)
    }

    /// As RFC 8058 wants it.
    pub(in crate::sink) async fn unsubscribe(
        &self,
        follow: &Follow,
        url: &str,
        agent: &str,
    ) -> Result<Option<()>, String> {
        let Some((url, name)) = follow.locate(url) else {
            return Ok(None);
        };
        let request = self
            .client()?
            .post(url.clone())
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body("List-Unsubscribe=One-Click");
        send(request, &url, name, agent).await.map(Some)
    }
}

async fn send(
    request: RequestBuilder,
    url: &Url,
    name: Option<String>,
    agent: &str,
) -> Result<(), String> {
    let mut request = request.header(USER_AGENT, agent);
    if let Some(name) = name {
        request = request.header(HOST, name);
    }
    let answer = request.send().await.map_err(|error| error.to_string())?;
    let status = answer.status();
    read(answer).await.map_err(|error| error.to_string())?;
    if status.is_success() || status.is_redirection() {
        Ok(())
    } else {
        Err(format!("{status} from {url}"))
    }
}

/// A connection is used again only when its answer was read; one that is too long is not.
async fn read(mut answer: Response) -> reqwest::Result<()> {
    let mut read = 0;
    while let Some(chunk) = answer.chunk().await? {
        read += chunk.len();
        if read > MOST_READ {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn located(follow: &Follow, url: &str) -> Option<String> {
        follow.locate(url).map(|(url, _)| url.to_string())
    }

    #[test]
    fn only_what_is_here_or_named_is_asked() {
        let nobody = Follow::default();
        for here in [
            "http://127.0.0.1:8080/o/x.gif",
            "http://localhost/",
            "http://[::1]/",
        ] {
            assert_eq!(located(&nobody, here).as_deref(), Some(here));
        }
        for strange in [
            "https://shop.example.com/",
            "http://192.0.9.1/",
            "http://10.0.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/latest/meta-data/",
            "http://0.0.0.0/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://[::ffff:10.0.0.1]/",
            "no link",
        ] {
            assert_eq!(located(&nobody, strange), None, "{strange}");
        }
        let one: Follow = "Links.example.com=127.0.0.1:8080".parse().unwrap();
        let found = one.locate("https://links.example.com/c/t?a=1").unwrap();
        assert_eq!(found.0.as_str(), "http://127.0.0.1:8080/c/t?a=1");
        assert_eq!(found.1.as_deref(), Some("links.example.com"));
        assert_eq!(located(&one, "https://shop.example.com/"), None);
        let all = one.and("http://127.0.0.1:9090/".parse().unwrap());
        assert_eq!(
            located(&all, "https://shop.example.com/").as_deref(),
            Some("http://127.0.0.1:9090/")
        );
        for refused in [
            "links.example.com",
            "169.254.169.254:80",
            "a.test=[fe80::1]:80",
            "[::ffff:169.254.169.254]:80",
        ] {
            assert!(refused.parse::<Follow>().is_err(), "{refused}");
        }
    }
}
