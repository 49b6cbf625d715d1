//! A campaign through a relay that counts, while the server is killed, stopped and set back: nobody is mailed twice,
//! nobody is lost, and whoever may have been mailed or not is called so.

mod doubts;
pub mod evidence;
mod freezing;
mod late_claims;
mod mailing;
mod restored;
mod stopping;

use std::path::PathBuf;
use std::time::Duration;

use postrider_mail::sink::{Behaviour, RunningSink, Sink, SinkOptions};
use serde_json::{Value, json};

use crate::domains::{add, publish, verify};
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Binary, Caller, Installation, settings};

/// Longer than any single step takes, on a slow machine too.
fn patience() -> Duration {
    let minutes = if settings::torture() { 20 } else { 5 };
    Duration::from_mins(minutes)
}

/// An installation with people to mail, and the receivers of all mail, who live through whatever happens to it.
pub struct Rig {
    pub installation: Installation,
    pub sink: RunningSink,
    pub connections: usize,
    pub people: usize,
    dns: DnsServer,
    secret: String,
}

/// How an installation is set up.
pub struct Plan {
    pub people: usize,
    pub connections: usize,
    /// Who signs: `sign` or `relay`.
    pub dkim: &'static str,
}

impl Rig {
    /// Gives the running server too.
    pub async fn new(plan: Plan) -> (Self, Binary) {
        Self::on(Installation::new().await, plan).await
    }

    /// On an installation that is set up otherwise.
    pub async fn on(installation: Installation, plan: Plan) -> (Self, Binary) {
        let dns = DnsServer::start().await;
        dns.says("people.test", Says::Mx);
        let sink = Sink::start(SinkOptions {
            keep_pairs: true,
            keep_messages: 1000,
            ..SinkOptions::default()
        });
        let sink = sink.unwrap();
        let boot_id = boot_id(&installation);
        std::fs::write(&boot_id, "boot 0").unwrap();
        let installation = installation
            .set("POSTRIDER_MAIL", &format!("smtp://{}", sink.address))
            .set("POSTRIDER_MAIL_HOST", "mail.postrider.test")
            .set("POSTRIDER_MAIL_CONNECTIONS", &plan.connections.to_string())
            .set("POSTRIDER_DKIM", plan.dkim)
            .set("POSTRIDER_DNS", &dns.address().to_string())
            .set("POSTRIDER_BOOT_ID", &boot_id.display().to_string());
        let server = installation.serve().await;
        let secret = server.made()["secret"].as_str().unwrap().to_owned();
        let rig = Self {
            installation,
            sink,
            connections: plan.connections,
            people: plan.people,
            dns,
            secret,
        };
        rig.prepare(&rig.caller(&server)).await;
        (rig, server)
    }

    pub fn caller(&self, server: &Binary) -> Caller {
        server.caller(&self.secret)
    }

    async fn prepare(&self, caller: &Caller) {
        let rows =
            (0..self.people).map(|person| format!("p{person}@people.test,Person {person}\n"));
        let file = format!("email,firstName\n{}", rows.collect::<String>());
        let request = caller
            .request("POST", "/v1/contacts/import-csv")
            .header("Content-Type", "text/csv")
            .body(file);
        let import = request.send().await.expect(202);
        let path = format!(
            "/v1/contacts/imports/{}",
            import["importId"].as_str().unwrap()
        );
        let domain = add(caller, "news.test").await;
        publish(&self.dns, &domain);
        let verified = verify(caller, &domain).await.expect(200);
        assert_eq!(verified["sendable"], true, "{}", verified.text());
        patiently("the people are imported", async || {
            let import = caller.get(&path).await.expect(200);
            (!import["completedAt"].is_null()).then(|| assert_eq!(import["status"], "completed"))
        })
        .await;
    }

    /// Sends a new campaign to everybody.
    pub async fn send(&self, server: &Binary) -> String {
        self.send_at(server, None).await
    }

    /// The same, at a time to come.
    pub async fn send_at(&self, server: &Binary, scheduled_at: Option<&str>) -> String {
        let caller = self.caller(server);
        let html = "<html><body><p>Hello {{ firstName | \"you\" }}, <a href=\"https://shop.test/\">look</a>.</p>\
            <p><a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a></p></body></html>";
        let design =
            json!({ "format": "html", "content": html, "title": "News", "subject": "News" });
        let design = caller.post("/v1/emails/import", design).await.expect(201);
        let mut body = json!({
            "emailId": design["emailId"],
            "audienceId": "all",
            "from": { "email": "hello@news.test" },
        });
        if let Some(at) = scheduled_at {
            body["scheduledAt"] = json!(at);
        }
        let accepted = caller.post("/v1/sends", body).await.expect(202);
        accepted["sendId"].as_str().unwrap().to_owned()
    }

    pub async fn read(&self, server: &Binary, send: &str) -> Value {
        let path = format!("/v1/sends/{send}");
        self.caller(server).get(&path).await.expect(200).json
    }

    pub async fn control(&self, server: &Binary, send: &str, step: &str) {
        let path = format!("/v1/sends/{send}/{step}");
        self.caller(server).post(&path, json!({})).await.expect(200);
    }

    /// How many mails the receivers have.
    pub fn mailed(&self) -> usize {
        let report = self.sink.report();
        usize::try_from(report.distinct + report.duplicates).unwrap()
    }

    /// Waits until the receivers have so many.
    pub async fn until_mailed(&self, count: usize) {
        let what = format!("{count} mails are there");
        patiently(&what, async || (self.mailed() >= count).then_some(())).await;
    }

    pub async fn until_ended(&self, server: &Binary, send: &str) -> Value {
        patiently("the send has ended", async || {
            let shown = self.read(server, send).await;
            (!shown["completedAt"].is_null()).then_some(shown)
        })
        .await
    }

    /// Waits until no mail is under way.
    pub async fn until_settled(&self) {
        patiently("all that was taken is settled", async || {
            let open = self.number("SELECT count(*) FROM claims").await;
            (open == 0).then_some(())
        })
        .await;
    }

    pub fn misbehave(&self, behaviour: &str) {
        self.sink.behave(behaviour.parse::<Behaviour>().unwrap());
    }

    /// The machine starts anew: what was in no file is gone.
    pub fn another_boot(&self, number: usize) {
        let text = format!("boot {number}");
        std::fs::write(boot_id(&self.installation), text).unwrap();
    }

    /// What one statement gives, beside the server.
    pub async fn number(&self, sql: &str) -> i64 {
        self.installation.database.sql(sql).await[0].int(0).unwrap()
    }
}

/// What the kernel would say, beside the data folder.
fn boot_id(installation: &Installation) -> PathBuf {
    installation.data().with_file_name("boot-id")
}

/// As `until`, for work that takes its time.
pub async fn patiently<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let asking = async {
        loop {
            if let Some(answer) = ask().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let answer = tokio::time::timeout(patience(), asking).await;
    answer.unwrap_or_else(|_| panic!("waited in vain: {what}"))
}

/// SIGTERM, and a good end.
pub async fn stop(mut server: Binary) {
    server.ask_to_stop().await;
    assert!(server.ended().await.success());
}
