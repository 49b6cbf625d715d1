//! Every row that writes, called by a person: each is one row of the audit log, with before and after, and without any value
//! of a contact.

use std::collections::BTreeSet;

use postrider_domain::accounts::role::Role;
use postrider_domain::designs::design::EmailType;
use postrider_server::api::callers::Callers;
use postrider_server::api::routes::contract;
use postrider_server::api::row::{CSV, Row};
use postrider_store::emails::NewEmail;
use postrider_test_support::browser_double::real;
use postrider_test_support::model_server::ModelServer;
use serde_json::{Value, json};

use crate::domains::{MAIL_HOST, publish};
use crate::emails::{design, draft};
use crate::images::{drawing, drawn_by};
use crate::insights::run_sql;
use crate::sends::{LATER, campaign, set_status};
use crate::shots;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answer, Brand, Caller, Org, TestServer, png, until};

/// Stands in everything that is a contact's.
const MARK: &str = "marked";
const ADA: &str = "marked-ada@example.com";
const BEA: &str = "marked-bea@example.com";

struct Walk {
    server: TestServer,
    dns: DnsServer,
    /// Draws.
    _model: ModelServer,
    org: Org,
    brand: Brand,
    /// An owner, signed in.
    me: Caller,
    /// Rows of the table that were called.
    called: BTreeSet<String>,
    lines: Vec<String>,
}

impl Walk {
    async fn begin() -> Self {
        let dns = DnsServer::start().await;
        dns.says_otherwise(Says::Mx);
        let model = drawing(&png(8, 8)).await;
        let browser = shots::settings(&real()).await;
        let server = drawn_by(&model, "good", 0);
        let server = server.configure(move |config| config.browser = browser.clone());
        let server = server.dns(dns.address()).mail_host(MAIL_HOST);
        let server = server.start().await;
        let org = server.org().await;
        let brand = org.brand().await;
        let me = (*org.member(Role::Owner).await).clone().on(&brand);
        Self {
            server,
            dns,
            _model: model,
            org,
            brand,
            me,
            called: BTreeSet::new(),
            lines: Vec::new(),
        }
    }

    async fn post(&mut self, row: &str, path: &str, body: Value) -> Answer {
        let request = self.me.request("POST", path).json(&body);
        self.told(row, request.send().await).await
    }

    async fn patch(&mut self, row: &str, path: &str, body: Value) -> Answer {
        let request = self.me.request("PATCH", path).json(&body);
        self.told(row, request.send().await).await
    }

    async fn delete(&mut self, row: &str, path: &str, body: Option<Value>) -> Answer {
        let request = self.me.request("DELETE", path);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        self.told(row, request.send().await).await
    }

    /// The call was done, and the log tells of it in one row, the newest.
    async fn told(&mut self, row: &str, answer: Answer) -> Answer {
        let about = format!("{row}: {} {}", answer.status, answer.text());
        assert!((200..300).contains(&answer.status), "{about}");
        let told = self.log().await;
        assert_eq!(told.len(), self.lines.len() + 1, "{about}");
        let (act, line) = told.into_iter().next_back().unwrap();
        assert_eq!(act, row);
        self.called.insert(act);
        self.lines.push(line);
        answer
    }

    /// Acts, and what is told of each, the oldest first.
    async fn log(&self) -> Vec<(String, String)> {
        let sql = format!(
            "SELECT act, coalesce(target_kind, '-'), coalesce(before, 'null'), coalesce(after, 'null'),
                coalesce(counts, 'null') FROM audit_log WHERE org = {} ORDER BY id",
            self.org.number
        );
        let rows = self.server.sql(&sql).await;
        let rows = rows.iter().map(|row| {
            let text = |at| row.text(at).unwrap();
            let json = |at| serde_json::from_str::<Value>(&text(at)).unwrap();
            let (before, after) = (names(&json(2)), names(&json(3)));
            let line = format!("{} {} | {before} | {after} | {}", text(0), text(1), json(4));
            (text(0), line)
        });
        rows.collect()
    }

    async fn newest(&self, column: &str) -> Value {
        let sql = format!(
            "SELECT coalesce({column}, 'null') FROM audit_log WHERE org = {} ORDER BY id DESC LIMIT 1",
            self.org.number
        );
        let rows = self.server.sql(&sql).await;
        serde_json::from_str(&rows[0].text(0).unwrap()).unwrap()
    }

    async fn assert_no_mark(&self) {
        let sql = "SELECT coalesce(target, '') || coalesce(before, '') || coalesce(after, '') || coalesce(counts, '')
            FROM audit_log";
        for row in self.server.sql(sql).await {
            let text = row.text(0).unwrap();
            assert!(!text.contains(MARK), "{text}");
        }
    }
}

/// The names of fields; of what is told by names alone, those. Times come and go with what is done in the background.
fn names(side: &Value) -> String {
    let names: Vec<&str> = match &side["changedFields"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => side
            .as_object()
            .map(|fields| fields.keys().map(String::as_str).collect())
            .unwrap_or_default(),
    };
    let lasting = names.into_iter().filter(|name| !name.ends_with("At"));
    lasting.collect::<Vec<_>>().join(" ")
}

fn id(answer: &Answer, key: &str) -> String {
    answer[key]
        .as_str()
        .unwrap_or_else(|| panic!("{}", answer.text()))
        .to_owned()
}

/// Rows that a person can call and that write.
fn writing() -> impl Iterator<Item = Row> {
    let rows = contract().into_iter();
    rows.filter(|row| row.is_built() && row.writes() && row.callers == Callers::KeyOrPerson)
}

#[tokio::test]
async fn every_row_that_writes_is_told_once_and_tells_no_value_of_a_contact() {
    let mut walk = Walk::begin().await;
    contacts(&mut walk).await;
    many_contacts(&mut walk).await;
    fields_and_audiences(&mut walk).await;
    designs(&mut walk).await;
    sends(&mut walk).await;
    let mail = mail(&walk).await;
    automations(&mut walk, &mail).await;
    audience_runs(&mut walk, &mail).await;
    catalog(&mut walk).await;
    insights(&mut walk).await;
    domains(&mut walk).await;
    brand(&mut walk).await;
    let missing: Vec<&str> = writing()
        .map(|row| row.name)
        .filter(|name| !walk.called.contains(*name))
        .collect();
    assert!(missing.is_empty(), "nobody has called {missing:?}");
    walk.assert_no_mark().await;
    insta::assert_snapshot!("what_is_told", walk.lines.join("\n"));
    walk.server.at_rest().await;
}

async fn contacts(walk: &mut Walk) {
    let contact = json!({ "email": ADA, "firstName": "marked-first", "customFields": { "plan": "marked-plan" } });
    let made = walk
        .post("contacts.upsert", "/v1/contacts", contact.clone())
        .await;
    let target = format!(
        "SELECT count(*) FROM audit_log WHERE target = '{}'",
        id(&made, "contactId")
    );
    assert_eq!(walk.server.number(&target).await, 1);
    // Written in another way it is the same one, and nothing is changed.
    let again = json!({ "email": "MARKED-ada@example.com", "firstName": "marked-first" });
    walk.post("contacts.upsert", "/v1/contacts", again).await;
    assert_eq!(walk.newest("after").await, Value::Null);
    assert_eq!(walk.server.number(&target).await, 2);
    let batch = json!({ "contacts": [{ "email": BEA }, { "email": "marked-nonsense" }] });
    walk.post("contacts.upsertBatch", "/v1/contacts", batch)
        .await;
    let update = json!({ "email": ADA, "lastName": "marked-last" });
    walk.patch("contacts.update", "/v1/contacts", update.clone())
        .await;
    walk.patch("contacts.updateOlder", "/contacts", update)
        .await;
    let by_email = json!({ "customFields": { "plan": "marked-other" } });
    let path = format!("/v1/contacts/{ADA}");
    walk.patch("contacts.updateByEmail", &path, by_email).await;
    let path = format!("/v1/contacts/{ADA}/unsuppress");
    walk.post("contacts.unsuppress", &path, json!({ "reason": "marked" }))
        .await;
    let older = json!({ "email": "marked-old@example.com", "firstName": "marked" });
    walk.post("contacts.createOlder", "/contacts/create", older)
        .await;
}

/// Bulk acts, and files that are taken away.
async fn many_contacts(walk: &mut Walk) {
    let emails = json!({ "emails": [ADA, BEA] });
    walk.post("contacts.validate", "/v1/contacts/validate", emails)
        .await;
    let csv = "email,city\nmarked-c@example.com,marked\nmarked-wrong,x\n";
    walk.post(
        "contacts.importCsv",
        "/v1/contacts/import-csv",
        json!({ "csv": csv }),
    )
    .await;
    let file = walk.me.request("POST", "/v1/contacts/import-csv");
    let file = file.header("Content-Type", CSV).body(csv).send().await;
    let file = walk.told("contacts.importCsvFile", file).await;
    walk.server.at_rest().await;
    for (row, path) in [
        ("contacts.export", "/v1/contacts/export".to_owned()),
        (
            "contacts.downloadImportErrors",
            format!("/v1/contacts/imports/{}/errors", id(&file, "importId")),
        ),
    ] {
        let taken = walk.me.get(&path).await;
        assert!(taken.text().contains(MARK), "{row}: {}", taken.text());
        walk.told(row, taken).await;
    }
    walk.delete(
        "contacts.delete",
        "/v1/contacts",
        Some(json!({ "email": ADA })),
    )
    .await;
    let path = format!("/v1/contacts/{BEA}");
    walk.delete("contacts.deleteByEmail", &path, None).await;
    let many = json!({ "emails": ["marked-c@example.com", "marked-gone@example.com"] });
    walk.delete("contacts.deleteMany", "/v1/contacts", Some(many.clone()))
        .await;
    walk.post("contacts.batchDelete", "/v1/contacts/batch-delete", many)
        .await;
}

async fn fields_and_audiences(walk: &mut Walk) {
    let field = json!({ "fieldName": "tier", "fieldType": "string" });
    walk.post("fields.create", "/v1/fields", field.clone())
        .await;
    let named = json!({ "fieldName": "tier" });
    walk.delete("fields.deleteNamed", "/v1/fields", Some(named))
        .await;
    walk.post("fields.create", "/v1/fields", field).await;
    walk.delete("fields.delete", "/v1/fields/tier", None).await;
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "email", "operator": "contains", "value": "example" } ] });
    let made = walk.post(
        "audiences.create",
        "/v1/audiences",
        json!({ "name": "All", "filters": filters }),
    );
    let path = format!("/v1/audiences/{}", id(&made.await, "audienceId"));
    walk.patch("audiences.update", &path, json!({ "name": "Everybody" }))
        .await;
    assert_eq!(walk.newest("before").await, json!({ "name": "All" }));
    assert_eq!(walk.newest("after").await, json!({ "name": "Everybody" }));
    walk.delete("audiences.delete", &path, None).await;
}

async fn designs(walk: &mut Walk) {
    let made = walk
        .post(
            "emailGroups.create",
            "/v1/email-groups",
            json!({ "name": "One" }),
        )
        .await;
    let path = format!("/v1/email-groups/{}", id(&made, "groupId"));
    walk.patch("emailGroups.update", &path, json!({ "name": "Two" }))
        .await;
    walk.delete("emailGroups.delete", &path, None).await;
    let source =
        json!({ "format": "html", "content": "<body><p>Hi</p></body>", "type": "campaign" });
    let made = walk
        .post("emails.import", "/v1/emails/import", source)
        .await;
    let path = format!("/v1/emails/{}", id(&made, "emailId"));
    let read = walk
        .me
        .get(&format!("{path}?include=document"))
        .await
        .expect(200);
    let version = id(&read, "emailVersionId");
    walk.patch("emails.update", &path, json!({ "title": "Renamed" }))
        .await;
    let edited = json!({ "document": read["document"] });
    walk.patch("emails.update", &path, edited).await;
    let restore = json!({ "emailVersionId": version });
    walk.post("emails.restore", &format!("{path}/restore"), restore)
        .await;
    let copy = walk
        .post("emails.duplicate", &format!("{path}/duplicate"), json!({}))
        .await;
    assert_ne!(id(&copy, "emailId"), id(&made, "emailId"));
    assert_eq!(walk.newest("after").await["emailId"], copy["emailId"]);
    comments(walk, &path).await;
    let audited = walk.me.get(&format!("{path}/accessibility-audit")).await;
    walk.told("emails.accessibilityAudit", audited).await;
    placement(walk, &path).await;
    let clients = json!({ "clients": ["gmail-web"] });
    walk.post(
        "emails.clientPreviews",
        &format!("{path}/client-previews"),
        clients,
    )
    .await;
    walk.delete("emails.delete", &path, None).await;
    words(walk).await;
    images(walk).await;
}

async fn words(walk: &mut Walk) {
    let prompt = json!({ "prompt": "Welcome new customers" });
    let made = walk.post("emails.generate", "/v1/emails", prompt).await;
    walk.server.at_rest().await;
    let path = format!("/app/api/emails/{}/stop", id(&made, "emailId"));
    walk.post("emails.stop", &path, json!({})).await;
    let texts = json!({ "kind": "subjects", "prompt": "Welcome new customers" });
    walk.post("content.generate", "/v1/content/generate", texts)
        .await;
}

async fn images(walk: &mut Walk) {
    let bytes = png(20, 10);
    let body = json!({ "fileName": "a.png", "contentType": "image/png", "size": bytes.len() });
    let path = "/v1/content/image-uploads";
    let upload = walk.post("content.createImageUpload", path, body).await;
    let url = upload["uploadUrl"].as_str().unwrap();
    let place = &url[url.find("/uploads/").unwrap()..];
    let sent = walk.server.nobody().request("PUT", place).body(bytes);
    sent.send().await.expect(200);
    let body = json!({ "uploadId": upload["uploadId"] });
    let added = walk
        .post("content.addImage", "/v1/content/add-image", body)
        .await;
    let body = json!({ "prompt": "A red shoe" });
    let path = "/v1/content/generate-image";
    walk.post("content.generateImage", path, body).await;
    let id = id(&added, "assetId");
    let body = json!({ "operation": "resize", "assetId": id, "width": 5 });
    walk.post("content.transform", "/v1/content/transform", body)
        .await;
    let body = json!({ "from": "image", "assetId": id });
    walk.post("content.gif", "/v1/content/gif", body).await;
    let body = json!({ "html": "<p>Hello</p>" });
    let path = "/v1/content/html-to-png";
    walk.post("content.htmlToPng", path, body).await;
    walk.delete("brand.deleteImage", &format!("/v1/brand/images/{id}"), None)
        .await;
}

async fn placement(walk: &mut Walk, design: &str) {
    let domains = walk.brand.get("/v1/domains").await.expect(200);
    let domain = &domains["data"][0]["domainId"];
    let body = json!({ "domainId": domain, "subject": "News" });
    let path = format!("{design}/inbox-placement-tests");
    walk.post("emails.createPlacementTest", &path, body).await;
}

async fn comments(walk: &mut Walk, design: &str) {
    let path = format!("{design}/comments");
    let body = json!({ "body": "Larger, please." });
    let made = walk.post("emails.createComment", &path, body.clone()).await;
    let path = format!("{path}/{}", id(&made, "commentId"));
    walk.post("emails.replyToComment", &format!("{path}/messages"), body)
        .await;
    walk.patch(
        "emails.updateComment",
        &path,
        json!({ "status": "resolved" }),
    )
    .await;
}

async fn insights(walk: &mut Walk) {
    let (org, brand) = (walk.brand.key.org, walk.brand.key.brand);
    let found = format!(
        "INSERT INTO insights (org, brand, id, public_id, detector, subject_key, subject, category, severity, state, step, calm_since,
            title, description, recommendation, metrics, created_at, updated_at)
        VALUES ({org}, {brand}, 1, 'found', 'bounces', 'a', '{{\"kind\":\"brand\",\"id\":\"a\"}}', 'deliverability', 'warning', 'active', 1, 0,
            'Mail bounces', 'It does.', 'Look.', '{{}}', 1, 1)"
    );
    run_sql(&walk.server, found).await;
    let state = json!({ "state": "dismissed" });
    walk.patch("insights.update", "/v1/insights/found", state)
        .await;
}

async fn sends(walk: &mut Walk) {
    design(&walk.server, &walk.brand, campaign("news")).await;
    let mut body = json!({ "emailId": "news", "to": [ADA], "scheduledAt": LATER });
    let sent = walk.post("sends.create", "/v1/sends", body.clone()).await;
    let sent = id(&sent, "sendId");
    let path = format!("/v1/sends/{sent}");
    set_status(&walk.server, &sent, "running").await;
    walk.post("sends.pause", &format!("{path}/pause"), json!({}))
        .await;
    assert_eq!(walk.newest("before").await["status"], "running");
    assert_eq!(walk.newest("after").await["status"], "paused");
    walk.post("sends.resume", &format!("{path}/resume"), json!({}))
        .await;
    assert_eq!(walk.newest("before").await["status"], "paused");
    design(&walk.server, &walk.brand, campaign("later")).await;
    body["emailId"] = json!("later");
    let later = walk.post("sends.create", "/v1/sends", body.clone()).await;
    let path = format!("/v1/sends/{}/cancel", id(&later, "sendId"));
    walk.post("sends.cancel", &path, json!({})).await;
    assert_eq!(walk.newest("after").await["status"], "canceled");
    // A look changes nothing, and is not told of.
    body["dryRun"] = json!(true);
    design(&walk.server, &walk.brand, campaign("more")).await;
    body["emailId"] = json!("more");
    walk.me.post("/v1/sends", body).await.expect(200);
    let test = json!({ "test": true, "emailId": "news", "to": ADA });
    walk.post("sends.test", "/v1/sends", test).await;
    let older = json!({ "mode": "test", "emailId": "news", "to": [ADA] });
    walk.post("sends.testOlder", "/v1/sends", older).await;
}

/// A node that mails a design of the brand's.
async fn mail(walk: &Walk) -> Value {
    let new = NewEmail {
        kind: EmailType::Automation,
        ..draft("welcome")
    };
    design(&walk.server, &walk.brand, new).await;
    json!({ "id": "mail", "type": "sendEmail", "config": {
        "emailId": "welcome", "emailVersionId": "welcome-1", "domainId": walk.brand.brand_id,
        "subject": "Welcome", "previewText": "Good to see you" } })
}

/// Waits for a day, then mails.
fn graph(trigger: &Value, mail: &Value) -> Value {
    json!({ "name": "Waits",
        "nodes": [
            { "id": "start", "type": "trigger", "config": trigger },
            { "id": "pause", "type": "wait", "config": { "duration": 1, "unit": "days" } },
            mail],
        "connections": [{ "from": "start", "to": "pause" }, { "from": "pause", "to": "mail" }] })
}

async fn automations(walk: &mut Walk, mail: &Value) {
    const TRIGGERS: &str = "/v1/automations/triggers";
    let fields = json!([{ "key": "email", "type": "string", "required": true }]);
    let trigger = |id: &str| json!({ "title": "Up", "triggerEventId": id, "payloadSchema": { "fields": fields } });
    for id in ["up", "down", "away"] {
        walk.post("triggers.create", TRIGGERS, trigger(id)).await;
    }
    let named = json!({ "triggerEventId": "down", "title": "Down" });
    walk.patch("triggers.updateNamed", TRIGGERS, named).await;
    assert_eq!(walk.newest("before").await, json!({ "title": "Up" }));
    let path = format!("{TRIGGERS}/away");
    walk.patch("triggers.update", &path, json!({ "title": "Away" }))
        .await;
    walk.delete("triggers.delete", &path, None).await;
    let named = json!({ "triggerEventId": "down" });
    walk.delete("triggers.deleteNamed", TRIGGERS, Some(named))
        .await;
    let graph = graph(&json!({ "mode": "event", "triggerEventId": "up" }), mail);
    let made = walk
        .post("automations.create", "/v1/automations", graph)
        .await;
    let path = format!("/v1/automations/{}", id(&made, "automationId"));
    walk.patch("automations.update", &path, json!({ "published": true }))
        .await;
    let payload = json!({ "payload": { "email": BEA } });
    let fired = walk
        .post("triggers.fire", &format!("{TRIGGERS}/up/fire"), payload)
        .await;
    let run = fired["details"]["automationRunIds"][0].as_str().unwrap();
    let read = format!("/v1/automations/runs/{run}");
    until("the run waits", async || {
        let run = walk.me.get(&read).await.expect(200);
        (run["currentNodeId"] == "pause").then_some(())
    })
    .await;
    let cancel = format!("{read}/cancel");
    walk.post("automationRuns.cancel", &cancel, json!({})).await;
    assert_eq!(walk.newest("after").await["status"], "canceled");
    let test = json!({ "recipient": ADA, "payload": {} });
    walk.post("automations.test", &format!("{path}/test"), test)
        .await;
    walk.server.at_rest().await;
    walk.patch("automations.update", &path, json!({ "published": false }))
        .await;
    walk.delete("automations.delete", &path, None).await;
}

async fn audience_runs(walk: &mut Walk, mail: &Value) {
    let graph = graph(&json!({ "mode": "manualAudience" }), mail);
    let made = walk
        .post("automations.create", "/v1/automations", graph)
        .await;
    let path = format!("/v1/automations/{}/run", id(&made, "automationId"));
    let body = json!({ "audienceId": "all" });
    let run = walk.post("automations.run", &path, body).await;
    assert_eq!(
        walk.newest("after").await["audienceRunId"],
        run["audienceRunId"]
    );
    let path = format!(
        "/v1/automations/audience-runs/{}",
        id(&run, "audienceRunId")
    );
    // Else what is told of a pause has what the walk did meanwhile.
    until("everybody waits", async || {
        let run = walk.me.get(&path).await.expect(200);
        let number = |value: &Value| value.as_i64().unwrap_or_default();
        let waiting = number(&run["nodeStats"][0]["entered"]);
        let all = number(&run["totalRecipients"]) - number(&run["skippedCount"]);
        (waiting > 0 && waiting == all).then_some(())
    })
    .await;
    for verb in ["pause", "resume", "cancel"] {
        let row = format!("audienceRuns.{verb}");
        walk.post(&row, &format!("{path}/{verb}"), json!({})).await;
    }
}

async fn catalog(walk: &mut Walk) {
    let templates = walk.me.get("/v1/templates?limit=1").await.expect(200);
    let template = templates["data"][0]["emailId"].as_str().unwrap();
    let path = format!("/v1/templates/{template}/use");
    let made = walk.post("templates.use", &path, json!({})).await;
    assert_eq!(walk.newest("after").await["emailId"], made["emailId"]);
    let path = "/v1/flows/welcome/use";
    let used = walk.post("flows.use", path, json!({})).await;
    let told = &walk.newest("after").await["automationId"];
    assert_eq!(*told, used["automationId"]);
}

async fn domains(walk: &mut Walk) {
    let made = walk
        .post(
            "domains.create",
            "/v1/domains",
            json!({ "name": "news.example.com" }),
        )
        .await;
    publish(&walk.dns, &made.json);
    let path = format!("/v1/domains/{}", id(&made, "domainId"));
    walk.post("domains.verify", &format!("{path}/verify"), json!({}))
        .await;
    walk.patch("domains.update", &path, json!({ "openTracking": false }))
        .await;
    assert_eq!(walk.newest("before").await, json!({ "openTracking": true }));
    walk.delete("domains.delete", &path, None).await;
}

async fn brand(walk: &mut Walk) {
    walk.patch("brand.update", "/v1/brand", json!({ "name": "Renamed" }))
        .await;
    assert_eq!(walk.newest("after").await["name"], "Renamed");
    let path = format!("/v1/api-keys/{}", walk.brand.key_id);
    walk.delete("apiKeys.revoke", &path, None).await;
}

#[tokio::test]
async fn an_export_that_cannot_be_told_of_is_not_made() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let me = (*org.member(Role::Editor).await).clone().on(&brand);
    brand
        .post("/v1/contacts", json!({ "email": ADA }))
        .await
        .expect(201);
    server
        .sql("ALTER TABLE audit_log RENAME TO audit_log_away")
        .await;
    let refused = me.get("/v1/contacts/export").await;
    assert!(refused.status >= 500, "{}", refused.status);
    assert!(!refused.text().contains(ADA));
    // What a key takes away is not told of.
    brand.get("/v1/contacts/export").await.expect(200);
    server
        .sql("ALTER TABLE audit_log_away RENAME TO audit_log")
        .await;
    me.get("/v1/contacts/export").await.expect(200);
    assert_eq!(server.number("SELECT count(*) FROM audit_log").await, 1);
}
