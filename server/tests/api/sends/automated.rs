//! What automations mail, as rows that nothing works on: where each stands is up to the test.

use postrider_domain::designs::design::EmailType;
use postrider_domain::time::parse_iso;
use postrider_store::db::first_number;
use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use super::{PATH, campaign, people};
use crate::emails::design;
use crate::support::{Answer, Brand, TestServer};

pub const NOW: &str = "2026-03-01T12:00:00Z";
/// Streams: of the nodes `hello` and `tips` of the automation `welcome`, and of `hello` of `goodbye`.
pub const HELLO: i64 = 501;
pub const TIPS: i64 = 502;
pub const GOODBYE: i64 = 503;

/// Two automations with streams, a trigger with two fires, three runs and an audience run.
pub struct Automated {
    pub server: TestServer,
    pub brand: Brand,
}

/// One mail of a stream.
#[derive(Clone, Copy)]
pub struct Mailed {
    pub id: &'static str,
    pub stream: i64,
    pub run: i64,
    pub at: &'static str,
    pub state: i64,
}

impl Automated {
    pub async fn start() -> Self {
        Box::pin(Self::furnish()).await
    }

    async fn furnish() -> Self {
        let server = TestServer::with().clock_at(NOW).start().await;
        let brand = server.brand().await;
        people(&brand, &["ada@example.com", "bob@example.com"]).await;
        for id in ["hello", "tips"] {
            let new = NewEmail {
                kind: EmailType::Automation,
                ..campaign(id)
            };
            design(&server, &brand, new).await;
        }
        let this = Self { server, brand };
        this.automation(101, "welcome", "Welcome").await;
        this.automation(102, "goodbye", "Goodbye").await;
        this.fires().await;
        this.stream(HELLO, 101, "hello", "hello").await;
        this.stream(TIPS, 101, "tips", "tips").await;
        this.stream(GOODBYE, 102, "hello", "hello").await;
        this.run(1, 101, Some(401), "ada@example.com").await;
        this.run(2, 101, Some(402), "bob@example.com").await;
        this.run(3, 102, Some(402), "bob@example.com").await;
        this
    }

    /// A statement with `{key}` for the first columns of every row.
    pub async fn sql(&self, sql: &str) {
        let key = format!("{}, {}", self.brand.key.org, self.brand.key.brand);
        self.server.sql(&sql.replace("{key}", &key)).await;
    }

    async fn automation(&self, number: i64, id: &str, name: &str) {
        let graph = json!({
            "nodes": [
                { "id": "start", "type": "trigger", "config": { "mode": "event", "triggerEventId": "signup" } },
                { "id": "hello", "label": "Say hello", "type": "sendEmail", "config": {} },
                { "id": "rest", "type": "wait", "config": { "duration": 1, "unit": "days" } },
                { "id": "tips", "type": "sendEmail", "config": {} },
            ],
            "connections": [],
        });
        let version = number + 100;
        self.sql(&format!(
            "INSERT INTO automations (org, brand, id, public_id, name, kind, trigger, head, live, live_trigger,
                published, created_at, updated_at)
            VALUES ({{key}}, {number}, '{id}', '{name}', 'event', 301, {version}, {version}, 301, TRUE, 1, 1)"
        ))
        .await;
        self.sql(&format!(
            "INSERT INTO automation_versions (org, brand, id, public_id, automation, version, graph, hash, uses,
                created_at)
            VALUES ({{key}}, {version}, 'version-of-{id}', {number}, 1, '{graph}', '', '{{}}', 1)"
        ))
        .await;
    }

    async fn fires(&self) {
        self.sql(
            "INSERT INTO triggers (org, brand, id, public_id, title, provider, fields, enforcement, contract_hash,
                version, created_at, updated_at)
            VALUES ({key}, 301, 'signup', 'Signed up', 'service_api', '[]', 'warn', '', 1, 1, 1)",
        )
        .await;
        for (number, id) in [(401, "tin_one"), (402, "tin_two")] {
            self.sql(&format!(
                "INSERT INTO trigger_instances (org, brand, id, public_id, trigger, source, state, payload, matched,
                    not_started, attempts, starts, received_at)
                VALUES ({{key}}, {number}, '{id}', 301, 'api', 'fired', '{{}}', '[]', '[]', 1, 1, 1)"
            ))
            .await;
        }
    }

    pub async fn stream(&self, number: i64, automation: i64, node: &str, email: &str) {
        self.send(number, &format!("stream-{number}"), automation, node, email)
            .await;
        self.server
            .sql(&format!(
                "UPDATE sends SET is_stream = TRUE WHERE id = {number}"
            ))
            .await;
    }

    /// The mail of a node in an audience run.
    pub async fn of_audience_run(&self, number: i64, at: &str) {
        let made = parse_iso(at).unwrap();
        self.sql(&format!(
            "INSERT INTO audience_runs (org, brand, id, public_id, automation, version, audience_name, status, total,
                excluded, frozen_to, frozen, created_at, updated_at)
            VALUES ({{key}}, 601, 'arun_one', 102, 202, 'Everybody', 'running', 1, 0, 0, TRUE, {made}, {made})"
        ))
        .await;
        self.send(number, &format!("arn_{number}"), 102, "tips", "tips")
            .await;
        let moved = first_number(made) + 1;
        self.server
            .sql(&format!(
                "UPDATE sends SET audience_run = 601, id = {moved}, created_at = {made} WHERE id = {number}"
            ))
            .await;
        self.run(4, 102, None, "ada@example.com").await;
        self.server
            .sql("UPDATE runs SET audience_run = 601, trigger = NULL WHERE id = 704")
            .await;
        self.sql(&format!(
            "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts, run)
            SELECT {{key}}, {moved}, 1, id, 2, 1, 704 FROM contacts WHERE email = 'ada@example.com'"
        ))
        .await;
    }

    async fn send(&self, number: i64, id: &str, automation: i64, node: &str, email: &str) {
        let version = automation + 100;
        let brand = self.brand.key.brand;
        self.sql(&format!(
            "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
                preview_text, from_email, from_name, recipient_count, frozen_to, freeze_bound, frozen, last_ordinal,
                allowance, created_at, updated_at, automation, automation_version, node, is_transactional)
            SELECT {{key}}, {number}, '{id}', 'automation', 'running', e.id, e.head, {brand}, 'Hi', 'Look',
                'hello@example.com', 'Shop', 0, 0, 0, FALSE, 0, 0, 1, 1, {automation}, {version}, '{node}', FALSE
            FROM emails AS e WHERE e.public_id = '{email}'"
        ))
        .await;
    }

    /// `run-1` and so on; ended just now.
    async fn run(&self, number: i64, automation: i64, instance: Option<i64>, email: &str) {
        let instance = instance.map_or("NULL".to_owned(), |number| number.to_string());
        let (version, now) = (automation + 100, parse_iso(NOW).unwrap());
        self.sql(&format!(
            "INSERT INTO runs (org, brand, id, public_id, automation, version, trigger, instance, contact, status, held,
                steps, created_at, started_at, completed_at)
            SELECT {{key}}, 700 + {number}, 'run-{number}', {automation}, {version}, 301, {instance}, c.id, 'completed',
                FALSE, 1, {now}, {now}, {now}
            FROM contacts AS c WHERE c.email = '{email}'"
        ))
        .await;
    }

    pub async fn mail(&self, mail: Mailed) {
        let Mailed {
            id,
            stream,
            run,
            at,
            state,
        } = mail;
        let number = first_number(parse_iso(at).unwrap());
        let last = format!("SELECT count(*) FROM recipients WHERE send = {stream}");
        let ordinal = self.server.number(&last).await + 1;
        self.sql(&format!(
            "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts, run, number, public_id)
            SELECT {{key}}, {stream}, {ordinal}, contact, {state}, 0, id, {number}, '{id}' FROM runs
            WHERE public_id = 'run-{run}'"
        ))
        .await;
    }

    /// Four mails, the newest first: `as_four` of `goodbye` waits, `as_three` was sent, `as_two` bounced and `as_one` waits
    /// for another try.
    pub async fn with_mails() -> Self {
        let this = Self::start().await;
        for (id, stream, run, at, state) in [
            ("as_one", HELLO, 1, "2026-02-27T12:00:00Z", 1),
            ("as_two", HELLO, 2, "2026-02-28T12:00:00Z", 3),
            ("as_three", TIPS, 2, "2026-03-01T10:00:00Z", 2),
            ("as_four", GOODBYE, 3, "2026-03-01T11:00:00Z", 0),
        ] {
            this.mail(Mailed {
                id,
                stream,
                run,
                at,
                state,
            })
            .await;
        }
        this
    }

    pub async fn ids(&self, query: &str) -> Vec<String> {
        let list = self.brand.get(&format!("{PATH}?{query}")).await.expect(200);
        ids(&list)
    }
}

pub fn ids(list: &Answer) -> Vec<String> {
    let id = |row: &Value| row["sendId"].as_str().unwrap().to_owned();
    list["data"].as_array().unwrap().iter().map(id).collect()
}
