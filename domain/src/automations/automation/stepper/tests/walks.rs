use super::*;

#[test]
fn a_welcome_and_three_days_later_the_next() {
    let mut run = World::of(program(
        &json!([mail("hello"), wait("rest", 72), mail("tips")]),
        &[],
    ));
    assert_eq!(run.step(), ["send hello", "completed hello", "sleep 72 h"]);
    assert_eq!(run.position.steps, 1);
    assert_eq!(run.position.window_ends, Some(NOW + 72 * HOUR));
    let stood = run.position;
    run.now += 72 * HOUR - 1;
    assert_eq!(run.step(), ["sleep 72 h"], "too early");
    assert_eq!(run.position, stood);
    run.now += 1;
    assert_eq!(
        run.step(),
        ["completed rest", "send tips", "completed tips", "end"]
    );
    assert_eq!(run.position.steps, 3);
}

#[test]
fn every_wait_counts_for_itself() {
    let nodes = json!([wait("first", 2), wait("second", 3), mail("m")]);
    let mut run = World::of(program(&nodes, &[]));
    assert_eq!(run.step(), ["sleep 2 h"]);
    run.now += 4 * HOUR;
    assert_eq!(run.step(), ["completed first", "sleep 7 h"]);
    run.now += 3 * HOUR;
    assert_eq!(run.step()[0], "completed second");
}

#[test]
fn a_node_is_left_with_the_time_it_was_entered() {
    let mut run = World::of(program(&json!([wait("rest", 1)]), &[]));
    run.step();
    run.position.window_ends = None;
    assert_eq!(
        run.step(),
        ["sleep 1 h"],
        "the end follows from the arrival"
    );
    run.now += 5 * HOUR;
    let facts = Facts {
        now: run.now,
        zone: &TimeZone::UTC,
        person: None,
        payload: &Map::new(),
        mails: &[],
        is_test: false,
    };
    let (_, effects) = step(&run.program, run.position, &facts, &mut run.allowance);
    let left = Effect::Left {
        node: 1,
        how: Left::Completed,
        branch: None,
        entered_at: NOW,
        error: None,
    };
    assert_eq!(effects, [left, Effect::End(Ending::Completed)]);
}

#[test]
fn a_filter_ends_the_run_and_skips_what_is_behind() {
    let nodes = json!([
        mail("before"),
        filter("paid", "payload.plan", &json!("pro")),
        wait("rest", 1),
        mail("after"),
    ]);
    let mut run = World::of(program(&nodes, &[]));
    run.payload = json!({ "plan": "free" });
    let told = [
        "send before",
        "completed before",
        "completed paid/false",
        "skipped rest",
        "skipped after",
        "end",
    ];
    assert_eq!(run.step(), told);
    assert_eq!(run.position.node, run.program.index_of("paid"));
    let mut run = World::of(program(&nodes, &[]));
    run.payload = json!({ "plan": "PRO" });
    let told = [
        "send before",
        "completed before",
        "completed paid/true",
        "sleep 1 h",
    ];
    assert_eq!(run.step(), told);
}

#[test]
fn filters_look_at_payload_contact_and_engagement() {
    let cases = [
        ("payload.cart.items.0.sku", json!("A1"), true),
        ("payload.cart.total", json!(99.5), true),
        ("payload.cart.total", json!(99), false),
        ("payload.gone", json!("x"), false),
        ("contact.firstName", json!("ada"), true),
        ("contact.customFields.plan", json!("pro"), true),
        ("contact.lastName", json!("x"), false),
        ("engagement.opens", json!(3), true),
    ];
    for (field, value, holds) in cases {
        let mut run = World::of(program(&json!([filter("f", field, &value)]), &[]));
        run.payload = json!({ "cart": { "total": 99.5, "items": [{ "sku": "a1" }] } });
        let told = format!("completed f/{holds}");
        assert_eq!(run.step(), [told.as_str(), "end"], "{field}");
    }
}

#[test]
fn whoever_opens_is_engaged_at_once() {
    let nodes = json!([
        mail("offer"),
        engagement("opened?", "offer", "opened"),
        mail("a"),
        mail("b")
    ]);
    let ways = [
        ("opened?", "engaged", "a"),
        ("opened?", "notEngaged", "b"),
        ("a", "", "b"),
    ];
    let mut run = World::of(program(&nodes, &ways));
    let told = ["send offer", "completed offer", "sleep 2 h or offer"];
    assert_eq!(run.step(), told);
    run.mailed("offer", Reaction::Nothing);
    run.now += HOUR;
    assert_eq!(run.step(), ["sleep 2 h or offer"]);
    let asleep = run.position;
    run.mailed("offer", Reaction::Open);
    let engaged = [
        "completed opened?/engaged",
        "send a",
        "completed a",
        "send b",
        "completed b",
        "end",
    ];
    assert_eq!(run.step(), engaged);
    run.position = asleep;
    run.mails.clear();
    run.now += HOUR;
    let not = [
        "completed opened?/notEngaged",
        "send b",
        "completed b",
        "end",
    ];
    assert_eq!(run.step(), not);
}

#[test]
fn engagement_that_came_before_or_cannot_come_needs_no_window() {
    let nodes = json!([engagement("clicked?", "offer", "clicked"), mail("offer")]);
    let mut run = World::of(program(&nodes, &[]));
    assert_eq!(
        run.step(),
        ["completed clicked?/notEngaged", "end"],
        "never mailed"
    );
    let mut run = World::of(program(&nodes, &[]));
    run.mailed("offer", Reaction::Click);
    assert_eq!(run.step(), ["completed clicked?/engaged", "end"]);
    let mut run = World::of(program(&nodes, &[]));
    run.mailed("offer", Reaction::Open);
    assert_eq!(run.step(), ["sleep 2 h or offer"], "an open is no click");
}

#[test]
fn consent_is_asked_again_at_every_mail() {
    let nodes = json!([mail("news"), mail("order")]);
    let step = |subscribed, suppressed| {
        let mut run = World::of(program(&nodes, &[]));
        run.recipient.subscribed = subscribed;
        run.recipient.suppressed = suppressed;
        run.step()
    };
    let unsubscribed = [
        "skipped news RECIPIENT_UNSUBSCRIBED",
        "send order",
        "completed order",
        "end",
    ];
    assert_eq!(step(false, false), unsubscribed);
    let suppressed = [
        "skipped news RECIPIENT_SUPPRESSED",
        "skipped order RECIPIENT_SUPPRESSED",
        "end",
    ];
    assert_eq!(step(true, true), suppressed);
    assert_eq!(step(false, true), suppressed);
}

#[test]
fn without_allowance_it_stays_at_its_node() {
    let mut run = World::of(program(&json!([mail("a"), mail("b"), mail("c")]), &[]));
    run.allowance = Allowance { left: Some(1) };
    assert_eq!(run.step(), ["send a", "completed a", "wait for allowance"]);
    let waits = run.position;
    assert_eq!(run.step(), ["wait for allowance"]);
    assert_eq!(run.position, waits);
    run.allowance = Allowance { left: Some(5) };
    assert_eq!(
        run.step(),
        ["send b", "completed b", "send c", "completed c", "end"]
    );
    assert_eq!(run.allowance.left, Some(3));
}

#[test]
fn a_test_waits_for_nothing_and_needs_nobody() {
    let until = json!({ "id": "nine", "type": "wait", "config": { "untilTime": "09:00" } });
    let nodes = json!([
        mail("a"),
        wait("w", 99),
        until,
        engagement("e", "a", "opened"),
        mail("b")
    ]);
    let mut run = World::of(program(&nodes, &[("e", "notEngaged", "b")]));
    run.is_test = true;
    run.recipient.is_gone = true;
    run.allowance = Allowance { left: Some(0) };
    let told = [
        "send a",
        "completed a",
        "completed w",
        "completed nine",
        "completed e/notEngaged",
        "send b",
        "completed b",
        "end",
    ];
    assert_eq!(run.step(), told);
    run.position = RunPosition::default();
    run.is_test = false;
    assert_eq!(
        run.step(),
        ["failed a CONTACT_NOT_FOUND", "failed CONTACT_NOT_FOUND"]
    );
}

#[test]
fn a_date_in_the_past_or_nowhere_is_no_wait() {
    let until =
        json!({ "id": "w", "type": "wait", "config": { "until": { "field": "payload.at" } } });
    let seconds = NOW / 1000;
    for (at, told) in [
        (json!(seconds + 3_600), "sleep 1 h"),
        (json!(seconds), "completed w"),
        (json!(seconds - 1), "completed w"),
        (json!(null), "completed w"),
        (json!("whenever"), "completed w"),
    ] {
        let mut run = World::of(program(&json!([until]), &[]));
        run.payload = json!({ "at": at });
        assert_eq!(run.step()[0], told, "{at}");
    }
}
