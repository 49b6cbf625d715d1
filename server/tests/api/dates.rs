//! A date without a time is that day in the brand's time zone, whichever way it comes in and wherever it is looked at.

use postrider_domain::automations::integration::Provider;
use postrider_mail::capture::{Captured, Letter};
use serde_json::{Value, json};

use crate::audience_runs;
use crate::integrations::Connected;
use crate::support::{Brand, TestServer, until};
use crate::walking::{ADA, Walk, line};

const DAY: &str = "2026-07-01";
const BEFORE: &str = "2026-06-30";
const AFTER: &str = "2026-07-02";

async fn live_in(brand: &Brand, zone: &str) {
    let body = json!({ "timeZone": zone });
    brand.patch("/v1/brand", body).await.expect(200);
}

async fn date_field(brand: &Brand, name: &str) {
    let field = json!({ "fieldName": name, "fieldType": "date" });
    brand.post("/v1/fields", field).await.expect(201);
}

/// How many contacts have this day in the field.
async fn count(brand: &Brand, field: &str, day: &str) -> Value {
    let filters =
        json!([{ "field": format!("customFields.{field}"), "operator": "on_date", "value": day }]);
    let body = json!({ "filters": filters, "count": true });
    let found = brand.post("/v1/contacts/search", body).await.expect(200);
    found["total"].clone()
}

/// The subject of the newest mail, once there are so many.
async fn subject_of(walk: &Walk, count: usize) -> String {
    let captured = Captured::open(&walk.server.folder().join("captured"));
    until("the mail is there", async || {
        let entries = captured.list(Some(&walk.brand.brand_id), 10).unwrap();
        let kept = captured.read(&entries.first()?.id).unwrap()?;
        (entries.len() == count).then(|| Letter::read(&kept.message).subject)
    })
    .await
}

#[tokio::test]
async fn a_day_stays_that_day_from_eleven_hours_behind_to_fourteen_ahead() {
    let server = TestServer::start().await;
    for (zone, seconds) in [
        ("Pacific/Pago_Pago", 1_782_903_600),
        ("America/New_York", 1_782_878_400),
        ("UTC", 1_782_864_000),
        ("Asia/Tokyo", 1_782_831_600),
        ("Pacific/Kiritimati", 1_782_813_600),
    ] {
        let brand = server.brand().await;
        live_in(&brand, zone).await;
        date_field(&brand, "due").await;
        let one = json!({ "email": ADA, "customFields": { "due": DAY } });
        let written = brand.post("/v1/contacts", one).await.expect(201);
        assert_eq!(written["customFields"]["due"], seconds, "{zone}");
        let batch = json!([{ "email": "bob@example.com", "customFields": { "due": DAY } }]);
        let batch = json!({ "contacts": batch });
        brand.post("/v1/contacts", batch).await.expect(200);
        let change = json!({ "email": "bob@example.com", "customFields": { "due": format!("{DAY}T00:00") } });
        brand.patch("/v1/contacts", change).await.expect(200);
        let csv = json!({ "csv": format!("Email,due\ncem@example.com,{DAY}\n") });
        let path = "/v1/contacts/import-csv";
        brand.post(path, csv).await.expect(200);
        for name in ["ada", "bob", "cem"] {
            let path = format!("/v1/contacts/{name}@example.com");
            let read = brand.get(&path).await.expect(200);
            assert_eq!(read["customFields"]["due"], seconds, "{zone} {name}");
        }
        for (day, expected) in [(BEFORE, 0), (DAY, 3), (AFTER, 0)] {
            assert_eq!(count(&brand, "due", day).await, expected, "{zone} {day}");
        }
        // Whoever reads the file elsewhere reads the same day.
        let file = brand.get("/v1/contacts/export").await.expect(200);
        assert_eq!(file.text().matches(DAY).count(), 3, "{}", file.text());
    }
}

#[tokio::test]
async fn a_file_in_the_background_is_read_where_the_brand_is() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    live_in(&brand, "America/New_York").await;
    date_field(&brand, "due").await;
    let csv = format!("Email,due\n{ADA},{DAY}\nbob@example.com,{DAY}T12:00:00\n");
    let request = brand.request("POST", "/v1/contacts/import-csv");
    let request = request.header("content-type", "text/csv").body(csv);
    request.send().await.expect(202);
    until("both are there", async || {
        (count(&brand, "due", DAY).await == 2).then_some(())
    })
    .await;
    let bob = brand.get("/v1/contacts/bob@example.com").await.expect(200);
    assert_eq!(bob["customFields"]["due"], 1_782_921_600);
}

#[tokio::test]
async fn a_date_of_an_event_is_one_day_for_filters_waits_and_mails() {
    let walk = Walk::begin().await;
    live_in(&walk.brand, "America/New_York").await;
    let ends = |operator: &str, field: &str, day: &str| json!({ "field": field, "operator": operator, "value": day });
    let filter = json!({ "id": "filter", "type": "filter", "config": { "logicalOperator": "and", "filters": [
        ends("on_date", "payload.trialEnds", DAY), ends("on_date", "contact.customFields.trialEnds", DAY)
    ] } });
    let until = |id: &str, field: &str| json!({ "id": id, "type": "wait", "config": { "until": { "field": field } } });
    let mut mail = walk.send_email("mail", "automation").await;
    mail["config"]["subject"] = json!("It ends on {{ trialEnds }}.");
    let nodes = vec![
        until("first", "payload.trialEnds"),
        until("second", "contact.customFields.trialEnds"),
        filter,
        mail,
    ];
    date_field(&walk.brand, "trialEnds").await;
    walk.publish(nodes, line(&["first", "second", "filter", "mail"]))
        .await;
    let run = walk.fire(json!({ "email": ADA, "trialEnds": DAY })).await;
    let sleeping = walk.at(&run, "first").await;
    assert_eq!(sleeping["wakeAt"], "2026-07-01T04:00:00.000Z");
    assert_eq!(count(&walk.brand, "trialEnds", DAY).await, 1);
    walk.server
        .clock
        .advance(std::time::Duration::from_hours(121 * 24));
    let ended = walk.ended(&run).await;
    assert_eq!(ended["status"], "completed", "{}", ended.text());
    walk.mails(&run, 1).await;
    assert_eq!(subject_of(&walk, 1).await, "It ends on 1 July 2026.");
}

#[tokio::test]
async fn a_declared_date_shows_as_a_date_however_it_was_sent() {
    let walk = Walk::begin().await;
    live_in(&walk.brand, "Asia/Tokyo").await;
    let mut mail = walk.send_email("mail", "automation").await;
    mail["config"]["subject"] = json!("{{ trialEnds }} or {{ plan }}");
    let id = walk.publish(vec![mail], line(&["mail"])).await;
    // Seconds, a moment, a local time; what is not declared as a date stays what it is.
    for (index, value) in [
        json!(1_782_831_600),
        json!("2026-06-30T15:00:00Z"),
        json!("2026-07-01T23:59:59"),
    ]
    .into_iter()
    .enumerate()
    {
        let payload = json!({ "email": ADA, "trialEnds": value, "plan": "2026-07-01" });
        walk.fire(payload).await;
        let subject = subject_of(&walk, index + 1).await;
        assert_eq!(subject, "1 July 2026 or 2026-07-01", "{value}");
    }
    // A test of the automation shows the same.
    let body = json!({ "recipient": "me@example.com", "payload": { "email": ADA, "trialEnds": DAY, "plan": "x" } });
    let path = format!("/v1/automations/{id}/test");
    walk.brand.post(&path, body).await.expect(202);
    assert_eq!(subject_of(&walk, 4).await, "[Test] 1 July 2026 or x");
}

#[tokio::test]
async fn a_date_of_a_provider_is_a_day_where_the_brand_is() {
    let server = TestServer::start().await;
    let connected = Connected::new(&server, Provider::Supabase).await;
    live_in(&connected.brand, "America/New_York").await;
    let row =
        json!({ "id": "1", "email": ADA, "renews_at": DAY, "seen_at": "2026-07-01 12:00:00+00" });
    let body = json!({ "type": "INSERT", "schema": "public", "table": "profiles", "record": row, "old_record": null });
    let id = connected.take(&connected.sign(&body)).await;
    connected.settled(&id).await;
    let contact = connected.brand.get(&format!("/v1/contacts/{ADA}")).await;
    let fields = &contact.expect(200)["customFields"];
    assert_eq!(fields["supabase_renews_at"], 1_782_878_400);
    assert_eq!(fields["supabase_seen_at"], 1_782_907_200);
}

#[tokio::test]
async fn a_date_of_a_consent_or_a_schedule_is_one_too() {
    let walk = Walk::begin().await;
    let brand = &walk.brand;
    live_in(brand, "America/New_York").await;
    let nodes = vec![walk.send_email("mail", "automation").await];
    let automation = audience_runs::manual(brand, Some("all"), nodes).await;
    let consent = json!({ "source": "form", "capturedAt": "2026-01-01" });
    let body = json!({ "email": ADA, "consent": consent });
    let written = brand.post("/v1/contacts", body).await.expect(201);
    assert_eq!(written["consent"]["capturedAt"], "2026-01-01T05:00:00.000Z");
    let later = json!({ "scheduledAt": DAY });
    let run = audience_runs::launch(brand, &automation, later).await;
    let read = audience_runs::read(brand, &run).await;
    assert_eq!(read["scheduledAt"], "2026-07-01T04:00:00.000Z");
    audience_runs::control(brand, &run, "cancel")
        .await
        .expect(200);
    walk.server.at_rest().await;
}

#[tokio::test]
async fn another_time_zone_leaves_what_is_stored_and_says_so() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    date_field(&brand, "due").await;
    let one = json!({ "email": ADA, "customFields": { "due": DAY } });
    brand.post("/v1/contacts", one).await.expect(201);
    let body = json!({ "timeZone": "America/New_York" });
    let moved = brand.patch("/v1/brand", body.clone()).await.expect(200);
    assert_eq!(moved["timeZone"], "America/New_York");
    assert_eq!(moved["warnings"][0]["code"], "TIME_ZONE_CHANGED");
    let read = brand.get(&format!("/v1/contacts/{ADA}")).await.expect(200);
    assert_eq!(read["customFields"]["due"], 1_782_864_000);
    assert_eq!(count(&brand, "due", BEFORE).await, 1);
    // The same again moves nothing.
    let same = brand.patch("/v1/brand", body).await.expect(200);
    assert_eq!(same.json.get("warnings"), None);
}
