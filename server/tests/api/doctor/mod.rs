//! `postrider doctor`, as an operator runs it: what is well, and each thing that is not, with what to do.

mod domains;
mod installation;
mod network;
mod placement;

use std::net::Ipv4Addr;

use serde_json::Value;

use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Answers, Installation, MailServer};

const MAIL_HOST: &str = "mail.postrider.test";
/// Where its reverse name is asked for.
const REVERSE: &str = "9.2.0.192.in-addr.arpa";
/// What the world knows of this machine, which is behind a translation of addresses.
const OUTSIDE: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 9);

/// What the doctor said.
struct Report {
    is_success: bool,
    json: Value,
}

impl Report {
    /// The findings of one check.
    fn all(&self, check: &str) -> Vec<&Value> {
        let findings = self.json["findings"].as_array().unwrap().iter();
        findings
            .filter(|finding| finding["check"] == check)
            .collect()
    }

    #[track_caller]
    fn only(&self, check: &str) -> &Value {
        match self.all(check).as_slice() {
            [only] => only,
            others => panic!("{} findings about {check}: {:#}", others.len(), self.json),
        }
    }

    #[track_caller]
    fn assert_well(&self, check: &str) {
        let finding = self.only(check);
        assert_eq!(finding["status"], "ok", "{finding:#}");
        assert_eq!(finding["advice"], Value::Null);
    }

    /// Each part stands in what was seen, or in the advice.
    #[track_caller]
    fn assert_found(&self, check: &str, status: &str, parts: &[&str]) {
        let finding = self.only(check);
        assert_eq!(finding["status"], status, "{finding:#}");
        let seen = finding["seen"].as_str().unwrap();
        let advice = finding["advice"].as_str().expect("what to do");
        for part in parts {
            let is_said = seen.contains(part) || advice.contains(part);
            assert!(is_said, "{part} is not in {finding:#}");
        }
        assert!(!self.is_success || status != "problem");
    }
}

async fn examined(installation: &Installation) -> Report {
    let ended = installation.command(&["doctor", "--json"]).await;
    let json: Value = serde_json::from_str(&ended.stdout)
        .unwrap_or_else(|_| panic!("no report: {}{}", ended.stdout, ended.stderr));
    let is_success = ended.status.success();
    assert_eq!(is_success, json["problems"] == 0, "{json:#}");
    Report { is_success, json }
}

/// A name server that knows this machine by its name.
async fn dns() -> DnsServer {
    let dns = DnsServer::start().await;
    dns.says(MAIL_HOST, at(OUTSIDE));
    dns.says(REVERSE, called(MAIL_HOST));
    dns
}

fn at(address: Ipv4Addr) -> Says {
    Says::Publishes(vec![Published::Address(address)])
}

fn called(name: &str) -> Says {
    Says::Publishes(vec![Published::Pointer(name.to_owned())])
}

/// Mail leaves through the relay, or to wherever the mode says.
async fn leaving(dns: &DnsServer, mode: &str) -> Installation {
    Installation::new()
        .await
        .set("POSTRIDER_DNS", &dns.address().to_string())
        .set("POSTRIDER_MAIL", mode)
        .set("POSTRIDER_MAIL_HOST", MAIL_HOST)
        .set("POSTRIDER_PUBLIC_URL", &format!("http://{MAIL_HOST}"))
}

async fn kind_server() -> MailServer {
    MailServer::start(&[], |_| Answers::Kindly).await
}
