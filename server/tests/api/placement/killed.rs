//! The process is killed at moments that nobody chose: each mailbox is mailed once at most, and each test is paid for once or
//! not at all.

use std::time::Duration;

use postrider_test_support::servers::{Dovecot, Folder, Maildir};
use serde_json::{Value, json};

use crate::kill::moments::{Moments, say};
use crate::kill::sending::{Plan, Rig, patiently};
use crate::support::{Binary, Caller, Installation, settings};

const PRICE: i64 = 10;
const DESIGNS: usize = 4;
/// Longer than it takes from the question to the mail.
const SHARE_MS: usize = 2_500;

pub fn seeds(user: &str, port: u16) -> String {
    let password = Dovecot::PASSWORD;
    format!(
        "[[seeds]]\nprovider = \"one\"\naddress = \"{user}@people.test\"\nhost = \"127.0.0.1\"\nport = {port}\n\
         security = \"plain\"\nuser = \"{user}\"\npassword = \"{password}\"\n"
    )
}

async fn a_design(caller: &Caller) -> String {
    let html = "<html><body><p>Hello.</p><p><a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a></p></body></html>";
    let design = json!({ "format": "html", "content": html, "title": "News", "subject": "News" });
    let design = caller.post("/v1/emails/import", design).await.expect(201);
    let id = design["emailId"].as_str().unwrap();
    format!("/v1/emails/{id}/inbox-placement-tests")
}

/// Asks under the same key until there is an answer, whatever dies; none if the process was gone.
async fn ask(caller: &Caller, path: &str, key: &str, domain: &str) -> Option<String> {
    let request = caller
        .request("POST", path)
        .header("Idempotency-Key", key)
        .json(&json!({ "domainId": domain }));
    let answer = request.try_send().await.ok()?;
    Some(answer.expect(202)["testId"].as_str().unwrap().to_owned())
}

/// What the relay took arrives in the mailbox.
fn arrive(rig: &Rig, maildir: &Maildir, arrived: &mut usize) {
    for mail in rig.sink.messages().into_iter().skip(*arrived) {
        maildir.deliver(Folder::Inbox, &mail.message);
        *arrived += 1;
    }
}

/// What is tested, and how often so far.
struct Tested {
    rig: Rig,
    maildir: Maildir,
    domain: String,
    /// Where tests of each design are asked for.
    designs: Vec<String>,
    moments: Moments,
    arrived: usize,
    found: i64,
}

impl Tested {
    async fn set(installation: Installation, maildir: Maildir) -> (Self, Binary) {
        let plan = Plan {
            people: 1,
            connections: 4,
            dkim: "sign",
        };
        let (rig, server) = Rig::on(installation, plan).await;
        let caller = rig.caller(&server);
        let domains = caller.get("/v1/domains").await.expect(200);
        let domain = domains["data"][0]["domainId"].as_str().unwrap().to_owned();
        let mut designs = Vec::new();
        for _ in 0..DESIGNS {
            designs.push(a_design(&caller).await);
        }
        let tested = Self {
            rig,
            maildir,
            domain,
            designs,
            moments: Moments::new(),
            arrived: 0,
            found: 0,
        };
        (tested, server)
    }

    /// Asks for a test of each design, kills twice on the way, and waits for their ends.
    async fn round(&mut self, round: usize, server: Binary) -> Binary {
        let keys: Vec<String> = (0..DESIGNS).map(|at| format!("{round}-{at}")).collect();
        let caller = self.rig.caller(&server);
        let asking = self.designs.iter().zip(&keys);
        let asking = asking.map(|(path, key)| ask(&caller, path, key, &self.domain));
        let pause = self.moments.pause(SHARE_MS);
        let killing = async {
            tokio::time::sleep(pause).await;
            server.kill().await;
        };
        tokio::join!(futures_util::future::join_all(asking), killing);
        // Once more in the middle of what the next process goes on with.
        let server = self.rig.installation.serve().await;
        tokio::time::sleep(self.moments.pause(SHARE_MS)).await;
        server.kill().await;
        let server = self.rig.installation.serve().await;
        let caller = self.rig.caller(&server);
        for (path, key) in self.designs.clone().iter().zip(&keys) {
            let asked = async || ask(&caller, path, key, &self.domain).await;
            let id = patiently("it is asked for", asked).await;
            self.found += inbox(&self.ended(&caller, &format!("{path}/{id}")).await);
        }
        server
    }

    async fn ended(&mut self, caller: &Caller, path: &str) -> Value {
        patiently("the test ends", async || {
            arrive(&self.rig, &self.maildir, &mut self.arrived);
            tokio::time::sleep(Duration::from_millis(100)).await;
            let test = caller.get(path).await.expect(200).json;
            (test["status"] != "queued" && test["status"] != "running").then_some(test)
        })
        .await
    }
}

#[tokio::test]
async fn torture_kills_of_placement_tests_mail_once_and_charge_once() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let rounds = if settings::torture() { 25 } else { 2 };
    let installation = Installation::new()
        .await
        .configured(&seeds("killed", dovecot.port))
        .set("POSTRIDER_PLACEMENT_EVERY", "5")
        .set("POSTRIDER_PLACEMENT_WITHIN", "60");
    let (mut tested, mut server) = Tested::set(installation, dovecot.mailbox("killed")).await;
    for round in 0..rounds {
        server = tested.round(round, server).await;
    }
    let Tested { rig, found, .. } = tested;
    say(&format!("{found} of {} were found", rounds * DESIGNS));
    // Each found one had a mail of its own: one that was mailed twice would be one too many.
    assert_eq!(i64::try_from(rig.sink.report().accepted).unwrap(), found);
    let usage = rig.caller(&server).get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], found * PRICE);
    for left in ["credit_holds", "jobs WHERE kind = 'placement'"] {
        let count = format!("SELECT count(*) FROM {left}");
        assert_eq!(rig.number(&count).await, 0, "{left}");
    }
}

/// 1 if it was found. One that nobody can know about is pending and named, and nothing else happens to any.
fn inbox(test: &Value) -> i64 {
    let overall = &test["results"]["overall"];
    let (inbox, pending) = (
        overall["inbox"].as_i64().unwrap(),
        overall["pending"].as_i64().unwrap(),
    );
    assert_eq!(inbox + pending, 1, "{test}");
    let is_doubted = super::codes(test).contains(&"SEED_IN_DOUBT");
    assert!(pending == 0 || is_doubted, "{test}");
    inbox
}
