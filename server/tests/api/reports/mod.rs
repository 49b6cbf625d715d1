//! What receivers report about a domain: real mails with real signatures, over SMTP to the listener, and what shows of them.

mod counted;
mod found;
mod health;
mod killed;
mod refused;
mod removed;

use std::fmt::Write;

use data_encoding::BASE64_MIME;
use postrider_domain::time;
use postrider_mail::dkim::{KeyKind, Signer, generate_ed25519, public_record};
use serde_json::{Value, json};

use crate::domains::{of, path, start_with, text, verified};
use crate::inbound::bring;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Brand, Measures, TestServer};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const TAKEN: &str = "250 2.0.0 taken";

/// A server that hears reports, and a brand with a verified domain.
struct Reported {
    server: TestServer,
    dns: DnsServer,
    brand: Brand,
    domain: Value,
}

impl Reported {
    async fn start() -> Self {
        Box::pin(Self::about("firma.test")).await
    }

    async fn about(name: &str) -> Self {
        let (server, dns) = Box::pin(start_with(TestServer::with().inbound())).await;
        let brand = server.brand().await;
        let domain = verified(&dns, &brand, name).await;
        Self {
            server,
            dns,
            brand,
            domain,
        }
    }

    /// Where reports about the domain go.
    fn address(&self) -> String {
        address(&self.domain)
    }

    /// Of a domain that signs.
    fn reporter(&self, domain: &'static str) -> Reporter {
        Reporter::of(&self.dns, domain)
    }

    async fn bring(&self, from: &str, mail: &str) -> String {
        bring(self.server.inbound(), from, &self.address(), mail).await
    }

    async fn health(&self) -> Value {
        let asked = format!("{}?include=health", path(&self.domain));
        self.brand.get(&asked).await.expect(200).json["health"].clone()
    }

    /// `[messages, passed, failed]`.
    async fn alignment(&self) -> Value {
        let alignment = &self.health().await["alignment"];
        json!([
            alignment["messages"],
            alignment["passed"],
            alignment["failed"]
        ])
    }

    fn yesterday(&self) -> i64 {
        let now = self.server.app().clock.now();
        now - now.rem_euclid(DAY_MS) - DAY_MS
    }

    /// About yesterday and this domain.
    fn aggregate(&self, id: &str, rows: &[Row]) -> String {
        let name = self.domain["name"].as_str().unwrap();
        aggregate(id, name, self.yesterday(), rows)
    }
}

fn address(domain: &Value) -> String {
    let record = of(domain, "TLSRPT")["value"].as_str().unwrap();
    record
        .strip_prefix("v=TLSRPTv1; rua=mailto:")
        .unwrap()
        .to_owned()
}

/// A receiver of mail that reports.
struct Reporter {
    domain: &'static str,
    signer: Signer,
}

impl Reporter {
    fn of(dns: &DnsServer, domain: &'static str) -> Self {
        let key = generate_ed25519().unwrap();
        let record = text(&public_record(&key).unwrap());
        dns.says(
            &format!("rpt._domainkey.{domain}"),
            Says::Publishes(vec![record]),
        );
        let signer = Signer::new(domain, &[("rpt", KeyKind::Ed25519, &key.pkcs8)]).unwrap();
        Self { domain, signer }
    }

    fn author(&self) -> String {
        format!("noreply-dmarc@{}", self.domain)
    }

    /// A mail of its own, signed.
    fn mail(&self, kind: &str, content: &[u8]) -> String {
        self.signed(&unsigned(&self.author(), kind, content))
    }

    fn signed(&self, mail: &str) -> String {
        let mut mail = mail.as_bytes().to_vec();
        self.signer.sign(&mut mail, 1_790_000_000_000);
        String::from_utf8(mail).unwrap()
    }

    fn xml(&self, report: &str) -> String {
        self.mail("text/xml", report.as_bytes())
    }
}

fn unsigned(author: &str, kind: &str, content: &[u8]) -> String {
    format!(
        "From: {author}\r\nTo: reports@mail.test\r\nSubject: Report domain\r\nMIME-Version: 1.0\r\n\
         Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n\r\n{}",
        BASE64_MIME.encode(content)
    )
}

/// A row of an aggregate report.
#[derive(Clone)]
struct Row {
    source: String,
    count: String,
    dkim: &'static str,
    spf: &'static str,
    disposition: &'static str,
    from: &'static str,
}

fn row(source: &str, count: i64, dkim: &'static str) -> Row {
    Row {
        source: source.to_owned(),
        count: count.to_string(),
        dkim,
        spf: "fail",
        disposition: "none",
        from: "firma.test",
    }
}

/// Of the day that begins then.
fn aggregate(id: &str, domain: &str, day: i64, rows: &[Row]) -> String {
    let (begin, end) = (day / 1000, (day + DAY_MS) / 1000 - 1);
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feedback><report_metadata><org_name>Whoever</org_name>\
         <report_id>{id}</report_id><date_range><begin>{begin}</begin><end>{end}</end></date_range></report_metadata>\
         <policy_published><domain>{domain}</domain><p>none</p></policy_published>"
    );
    for row in rows {
        let Row {
            source,
            count,
            dkim,
            spf,
            disposition,
            from,
        } = row;
        write!(
            xml,
            "<record><row><source_ip>{source}</source_ip><count>{count}</count><policy_evaluated>\
             <disposition>{disposition}</disposition><dkim>{dkim}</dkim><spf>{spf}</spf></policy_evaluated></row>\
             <identifiers><header_from>{from}</header_from></identifiers><auth_results><spf><domain>host.test</domain>\
             <result>pass</result></spf></auth_results></record>"
        )
        .unwrap();
    }
    xml + "</feedback>"
}

/// Of connections of a day to the domain: so many went well, and so many failed, as `details` say.
fn connections(day: i64, [went_well, failed]: [i64; 2], details: &Value) -> String {
    let report = json!({
        "organization-name": "Big Inc.",
        "date-range": {
            "start-datetime": time::format(day),
            "end-datetime": time::format(day + DAY_MS - 1000),
        },
        "contact-info": "tls@big.test",
        "report-id": "2026_firma.test",
        "policies": [{
            "policy": { "policy-type": "no-policy-found", "policy-domain": "firma.test" },
            "summary": { "total-successful-session-count": went_well, "total-failure-session-count": failed },
            "failure-details": details,
        }],
    });
    report.to_string()
}

fn outcomes(measures: &Measures, outcome: &str) -> u64 {
    measures.count(&format!(
        "postrider_domain_reports_total{{outcome=\"{outcome}\"}}"
    ))
}
