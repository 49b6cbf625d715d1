//! The process is killed at moments that nobody chose: each mailbox is mailed once at most, and each test is paid for once or
//! not at all.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use futures_util::future::join_all;
use postrider_mail::sink::RunningSink;
use postrider_test_support::servers::{Dovecot, Folder, Maildir};
use serde_json::{Value, json};

use crate::delivery::header;
use crate::kill::moments::{Moments, say};
use crate::kill::sending::{Plan, Rig, patiently};
use crate::support::{Answer, Binary, Caller, Installation, Request, settings};

const PRICE: i64 = 10;
const DESIGNS: usize = 4;
/// Longer than it takes from the question to the mail.
const SHARE_MS: usize = 2_500;
/// Between two questions.
const PAUSE: Duration = Duration::from_millis(100);
/// Why a mail may not have been found, however slow the machine is.
const REASONS: [&str; 3] = ["SEED_IN_DOUBT", "SEED_NOT_MAILED", "SEED_NOT_LOOKED_INTO"];

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

/// What was answered; nothing if the server had no time, or died.
async fn answered(request: Request, status: u16) -> Option<Answer> {
    let answer = request.try_send().await.ok()?;
    (answer.status != 503).then(|| answer.expect(status))
}

/// A mail is known by its subject, which is one test's alone; so is the key under which it is asked for, however often.
async fn ask(caller: &Caller, path: &str, subject: &str, domain: &str) -> Option<String> {
    let request = caller
        .request("POST", path)
        .header("Idempotency-Key", subject)
        .json(&json!({ "domainId": domain, "subject": subject }));
    let answer = answered(request, 202).await?;
    Some(answer["testId"].as_str().unwrap().to_owned())
}

async fn read(caller: &Caller, path: &str) -> Value {
    patiently(path, async || {
        let answer = answered(caller.request("GET", path), 200).await;
        if answer.is_none() {
            tokio::time::sleep(PAUSE).await;
        }
        answer.map(|answer| answer.json)
    })
    .await
}

async fn ended(caller: &Caller, path: &str) -> Value {
    patiently("the test ends", async || {
        let test = read(caller, path).await;
        let is_over = test["status"] != "queued" && test["status"] != "running";
        if !is_over {
            tokio::time::sleep(PAUSE).await;
        }
        is_over.then_some(test)
    })
    .await
}

/// What the relay took arrives in the mailbox, whoever lives or dies meanwhile.
async fn arrive(sink: &RunningSink, maildir: &Maildir, arrived: &mut usize) -> Infallible {
    loop {
        for mail in sink.messages().into_iter().skip(*arrived) {
            maildir.deliver(Folder::Inbox, &mail.message);
            *arrived += 1;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What is tested.
struct Tested {
    rig: Rig,
    domain: String,
    /// Where tests of each design are asked for.
    designs: Vec<String>,
}

impl Tested {
    async fn set(installation: Installation) -> (Self, Binary) {
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
            domain,
            designs,
        };
        (tested, server)
    }

    /// Asks for a test of each design, kills after each of the pauses, and says how each test ended, by its subject.
    async fn round(
        &self,
        round: usize,
        server: Binary,
        pauses: [Duration; 2],
    ) -> (Binary, Vec<(String, Value)>) {
        let subject = |at: usize| format!("Round {round} of {at}");
        let paths = self.designs.iter().enumerate();
        let asked: Vec<_> = paths.map(|(at, path)| (path, subject(at))).collect();
        let caller = self.rig.caller(&server);
        let asking = asked
            .iter()
            .map(|(path, subject)| ask(&caller, path, subject, &self.domain));
        let killing = async {
            tokio::time::sleep(pauses[0]).await;
            server.kill().await;
        };
        tokio::join!(join_all(asking), killing);
        // Once more in the middle of what the next process goes on with.
        let server = self.rig.installation.serve().await;
        tokio::time::sleep(pauses[1]).await;
        server.kill().await;
        let server = self.rig.installation.serve().await;
        let caller = self.rig.caller(&server);
        let mut tests = Vec::new();
        for (path, subject) in asked {
            let again = async || ask(&caller, path, &subject, &self.domain).await;
            let id = patiently("it is asked for", again).await;
            tests.push((subject, ended(&caller, &format!("{path}/{id}")).await));
        }
        (server, tests)
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
    let (maildir, mut arrived) = (dovecot.mailbox("killed"), 0);
    let (tested, mut server) = Tested::set(installation).await;
    let (mut moments, mut tests) = (Moments::new(), Vec::new());
    for round in 0..rounds {
        let pauses = [(); 2].map(|()| moments.pause(SHARE_MS));
        let ended;
        (server, ended) = tokio::select! {
            ended = tested.round(round, server, pauses) => ended,
            never = arrive(&tested.rig.sink, &maildir, &mut arrived) => match never {},
        };
        tests.extend(ended);
    }
    assert_kept(&tested.rig, &server, &tests).await;
}

/// The promise: no mail twice, none that is called found and never left, and each that was found paid for once.
async fn assert_kept(rig: &Rig, server: &Binary, tests: &[(String, Value)]) {
    let mut mailed: HashMap<String, usize> = HashMap::new();
    for mail in rig.sink.messages() {
        let subject = header(&mail.message, "subject").concat();
        *mailed.entry(subject).or_default() += 1;
    }
    let all: usize = mailed.values().sum();
    assert_eq!(rig.sink.report().accepted, all as u64, "all were kept");
    let mut charged = 0;
    for (subject, test) in tests {
        let times = mailed.remove(subject).unwrap_or_default();
        assert!(times <= 1, "mailed {times} times: {test}");
        charged += i64::from(is_charged(test, times));
    }
    assert!(mailed.is_empty(), "nobody asked for these: {mailed:?}");
    say(&format!("{charged} of {} were found", tests.len()));
    let usage = read(&rig.caller(server), "/v1/usage").await;
    assert_eq!(usage["credits"]["used"], charged * PRICE);
    let count = rig.number("SELECT count(*) FROM placement_tests").await;
    assert_eq!(count, tests.len() as i64, "each was asked for once");
    for left in ["credit_holds", "jobs WHERE kind = 'placement'"] {
        let count = format!("SELECT count(*) FROM {left}");
        assert_eq!(rig.number(&count).await, 0, "{left}");
    }
}

/// Whether its mailbox has answered. One that nobody can know about is pending, and named.
fn is_charged(test: &Value, times_mailed: usize) -> bool {
    let overall = &test["results"]["overall"];
    let count = |of: &str| overall[of].as_i64().unwrap();
    let answered = count("inbox") + count("missing");
    assert_eq!(answered + count("pending"), 1, "{test}");
    if answered == 1 {
        assert_eq!(times_mailed, 1, "it never left: {test}");
        return true;
    }
    let codes = super::codes(test);
    let is_named = REASONS.iter().any(|reason| codes.contains(reason));
    assert!(is_named, "{test}");
    let is_unmailed = codes.contains(&"SEED_NOT_MAILED");
    assert!(!is_unmailed || times_mailed == 0, "it has left: {test}");
    false
}
