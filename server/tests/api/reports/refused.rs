//! What does not count: of whoever cannot prove who they are, about somebody else, of no day, and more than can be.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use postrider_domain::sending::tracking::ReportedDomain;
use postrider_domain::time;
use postrider_mail::capture::Captured;
use serde_json::json;

use super::{DAY_MS, Reported, Row, TAKEN, aggregate, outcomes, row, unsigned};
use crate::inbound::{bring, bring_to_all};
use crate::support::Measures;
use crate::support::dns_server::{Published, Says};

const NOTHING: [i64; 3] = [0, 0, 0];

#[tokio::test]
async fn nobody_reports_in_anothers_name() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let (big, evil) = (
        reported.reporter("big.test"),
        reported.reporter("evil.test"),
    );
    let report = reported.aggregate("1", &[row("192.0.2.10", 5, "fail")]);
    let in_name = unsigned("noreply@big.test", "text/xml", report.as_bytes());
    let genuine = big.xml(&report);
    let two_authors = format!("From: noreply@evil.test\r\n{in_name}");
    let forged = [
        in_name.clone(),
        evil.signed(&in_name),
        big.signed(&two_authors),
        evil.signed(&two_authors),
        // Its content was changed on the way.
        genuine.replacen("Report domain", "Report Domain!", 1),
        format!("{}\r\nMore of it\r\n", genuine.trim_end()),
        "No fields at all".to_owned(),
        String::new(),
    ];
    for (number, mail) in forged.iter().enumerate() {
        assert_eq!(
            reported.bring("noreply@big.test", mail).await,
            TAKEN,
            "{number}"
        );
        assert_eq!(reported.alignment().await, json!(NOTHING), "{number}");
    }
    assert_eq!(outcomes(&measures, "unproven"), forged.len() as u64);
    assert_eq!(reported.bring("", &genuine).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([5, 0, 5]));
}

#[tokio::test]
async fn while_dns_does_not_answer_a_report_may_come_again() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let mail = big.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    let other = reported.reporter("other.test");
    let later = other.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    reported
        .dns
        .says("rpt._domainkey.other.test", Says::ServerFailure);
    assert_eq!(
        reported.bring("", &later).await,
        "451 4.3.0 not now, try again"
    );
    assert_eq!(reported.alignment().await, json!(NOTHING));
    assert_eq!(reported.bring("", &mail).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([5, 5, 0]));
}

#[tokio::test]
async fn an_address_that_is_not_ours_takes_nothing() {
    let reported = Reported::start().await;
    let mail = reported.reporter("big.test").xml("<feedback/>");
    let address = reported.address();
    let (local, host) = address.split_once('@').unwrap();
    let mut wrong = vec![
        format!("r-@{host}"),
        format!("r-0123456789@{host}"),
        format!("b-{}@{host}", &local[2..]),
        format!("{}@{host}", &local[..local.len() - 1]),
        format!("{local}@bounces.firma.test"),
    ];
    for at in 2..local.len() {
        let mut changed = local.to_owned();
        let other = if &local[at..=at] == "a" { "b" } else { "a" };
        changed.replace_range(at..=at, other);
        wrong.push(format!("{changed}@{host}"));
    }
    for address in wrong {
        let answer = bring(reported.server.inbound(), "", &address, &mail).await;
        assert_eq!(answer, "550 5.1.1 no such mailbox here", "{address}");
    }
}

#[tokio::test]
async fn what_is_about_others_or_of_no_day_or_beyond_belief_is_not_counted() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let (day, rows) = (reported.yesterday(), [row("192.0.2.10", 5, "pass")]);
    let counted = |count: &str| Row {
        count: count.to_owned(),
        ..rows[0].clone()
    };
    let of_day = |day| aggregate("1", "firma.test", day, &rows);
    let of_count = |count: &str| aggregate("1", "firma.test", day, &[counted(count)]);
    for (outcome, report) in [
        ("foreign", aggregate("1", "other.test", day, &rows)),
        ("foreign", aggregate("1", "a.firma.test", day, &rows)),
        ("foreign", aggregate("1", "test", day, &rows)),
        ("out_of_time", of_day(0)),
        ("out_of_time", of_day(day - 60 * DAY_MS)),
        ("out_of_time", of_day(day + 3 * DAY_MS)),
        ("unbelievable", of_count("9223372036854775807")),
        ("unbelievable", of_count("-5")),
        ("unreadable", of_count("9223372036854775808")),
        ("unreadable", of_count("many")),
        ("unreadable", of_count("&lol;")),
        (
            "unreadable",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><feedback/>".to_owned(),
        ),
        ("unreadable", "Dear Sir or Madam".to_owned()),
    ] {
        let before = outcomes(&measures, outcome);
        assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
        assert_eq!(outcomes(&measures, outcome), before + 1, "{report}");
    }
    assert_eq!(reported.alignment().await, json!(NOTHING));
    // Rows of other authors in a report about the domain are passed over.
    let foreign = Row {
        from: "other.test",
        ..rows[0].clone()
    };
    let report = reported.aggregate("2", &[foreign, rows[0].clone()]);
    assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([5, 5, 0]));
}

#[tokio::test]
async fn what_unpacks_to_hundreds_of_megabytes_is_left_alone() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    // A mebibyte of spaces, which looks back at nothing, again and again.
    let mut one = DeflateEncoder::new(Vec::new(), Compression::best());
    one.write_all(&vec![b' '; 1 << 20]).unwrap();
    one.flush().unwrap();
    let bomb = one.get_ref().repeat(300);
    assert!(bomb.len() < 350 << 10, "{}", bomb.len());
    let packed = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], &*bomb].concat();
    assert_eq!(
        reported
            .bring("", &big.mail("application/gzip", &packed))
            .await,
        TAKEN
    );
    let broken = GzEncoder::new(Vec::new(), Compression::fast())
        .finish()
        .unwrap();
    let broken = &broken[..broken.len() / 2];
    assert_eq!(
        reported
            .bring("", &big.mail("application/gzip", broken))
            .await,
        TAKEN
    );
    assert_eq!(outcomes(&measures, "unreadable"), 2);
    assert_eq!(reported.alignment().await, json!(NOTHING));
}

#[tokio::test]
async fn one_reporter_fills_no_table_and_takes_nobodys_place() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let (evil, big) = (
        reported.reporter("evil.test"),
        reported.reporter("big.test"),
    );
    let of_report = |number: usize| -> Vec<Row> {
        let source = |n: usize| row(&format!("10.{number}.{}.{}", n / 250, n % 250), 1, "fail");
        (0..150).map(source).collect()
    };
    for number in 0..52 {
        let report = reported.aggregate(&number.to_string(), &of_report(number));
        assert_eq!(reported.bring("", &evil.xml(&report)).await, TAKEN);
    }
    assert_eq!(outcomes(&measures, "counted"), 50);
    assert_eq!(outcomes(&measures, "too_many"), 2);
    let count = |table: &'static str| reported.server.number(table);
    assert_eq!(count("SELECT count(*) FROM domain_sources").await, 101);
    assert_eq!(count("SELECT count(*) FROM domain_reports").await, 50);
    // All was counted, if not told apart; and another is told apart as ever.
    assert_eq!(reported.alignment().await, json!([7500, 0, 7500]));
    let report = reported.aggregate("1", &[row("192.0.2.10", 9, "pass")]);
    assert_eq!(reported.bring("", &big.xml(&report)).await, TAKEN);
    let health = reported.health().await;
    let sources = health["alignment"]["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 25);
    assert_eq!(sources[0]["source"], "192.0.2.10");
}

#[tokio::test]
async fn whoever_has_a_mailbox_at_a_receiver_is_not_that_receiver() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let of = |author: &str, id: &str, count| {
        let report = reported.aggregate(id, &[row("192.0.2.10", count, "fail")]);
        big.signed(&unsigned(author, "text/xml", report.as_bytes()))
    };
    for number in 0..51 {
        let mail = of("user@big.test", &number.to_string(), 1);
        assert_eq!(reported.bring("", &mail).await, TAKEN);
    }
    assert_eq!(outcomes(&measures, "too_many"), 1);
    // Under a name of its own, and with an id that somebody has used up.
    let genuine = of("noreply@dmarc.big.test", "0", 7);
    assert_eq!(reported.bring("", &genuine).await, TAKEN);
    assert_eq!(reported.alignment().await, json!([57, 0, 57]));
    // Both are one organization: nobody agrees with himself.
    let health = reported.health().await;
    assert_eq!(health["alignment"]["sources"][0]["reporters"], 1);
}

#[tokio::test]
async fn a_report_on_encryption_without_a_signature_does_not_count() {
    let measures = Measures::begin();
    let reported = Reported::start().await;
    let record = Published::Text(vec!["v=spf1 ip4:127.0.0.1 -all".to_owned()]);
    reported.dns.says("big.test", Says::Publishes(vec![record]));
    let big = reported.reporter("big.test");
    let day = reported.yesterday();
    let report = json!({
        "date-range": {
            "start-datetime": time::format(day),
            "end-datetime": time::format(day + DAY_MS - 1000),
        },
        "report-id": "1",
        "policies": [{
            "policy": { "policy-type": "no-policy-found", "policy-domain": "firma.test" },
            "summary": { "total-successful-session-count": 97, "total-failure-session-count": 3 },
        }],
    });
    let kind = "application/tlsrpt+json";
    let mail = unsigned("tls@big.test", kind, report.to_string().as_bytes());
    assert_eq!(reported.bring("tls@big.test", &mail).await, TAKEN);
    assert_eq!(outcomes(&measures, "unproven"), 1);
    assert_eq!(reported.health().await["tls"]["sessions"], 0);
    assert_eq!(reported.bring("", &big.signed(&mail)).await, TAKEN);
    assert_eq!(reported.health().await["tls"]["sessions"], 100);
}

#[tokio::test]
async fn the_postmaster_gets_a_mail_once_however_often_its_report_comes() {
    let reported = Reported::start().await;
    let big = reported.reporter("big.test");
    let mail = big.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    let key = "rpt._domainkey.big.test";
    reported.dns.says(key, Says::ServerFailure);
    let address = reported.address();
    let to = ["postmaster", address.as_str()];
    let inbound = reported.server.inbound();
    let captured = Captured::open(&reported.server.folder().join("captured"));
    for _ in 0..2 {
        let answer = bring_to_all(inbound, "", &to, &mail).await;
        assert_eq!(answer, "451 4.3.0 not now, try again");
    }
    assert_eq!(captured.list(Some("postmaster"), 10).unwrap().len(), 0);
    let other = reported.reporter("other.test");
    let mail = other.xml(&reported.aggregate("1", &[row("192.0.2.10", 5, "pass")]));
    assert_eq!(bring_to_all(inbound, "", &to, &mail).await, TAKEN);
    assert_eq!(captured.list(Some("postmaster"), 10).unwrap().len(), 1);
    assert_eq!(reported.alignment().await, json!([5, 5, 0]));
}

#[tokio::test]
async fn a_mail_is_about_ten_domains_and_more_are_refused_before_it_comes() {
    let reported = Reported::start().await;
    let key = reported.brand.key;
    let tokens = &reported.server.app().keys().track;
    let host = reported.address();
    let (_, host) = host.split_once('@').unwrap();
    let addresses: Vec<_> = (1..=11)
        .map(|domain| {
            let mut local = "r-".to_owned();
            tokens.write_reports(ReportedDomain { brand: key, domain }, &mut local);
            format!("{local}@{host}")
        })
        .collect();
    let to: Vec<_> = addresses.iter().map(String::as_str).collect();
    let inbound = reported.server.inbound();
    let answer = bring_to_all(inbound, "", &to, "From: a@b.test\r\n\r\n").await;
    assert_eq!(answer, "452 4.5.3 too many recipients");
    let twice = [&to[..10], &to[..10]].concat();
    let answer = bring_to_all(inbound, "", &twice, "From: a@b.test\r\n\r\n").await;
    assert_eq!(answer, TAKEN);
}
