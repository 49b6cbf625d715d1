use super::super::{Algorithm, PublicKey, RecordTargets, expected};
use super::*;

const REPORTS: &str = "r-0123@mail.host.test";
const KEY: &str = "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A";

fn records() -> Vec<Expected> {
    let key = |selector: &str, algorithm| PublicKey {
        selector: selector.to_owned(),
        algorithm,
        record: KEY.to_owned(),
    };
    let keys = [key("one", Algorithm::Rsa), key("two", Algorithm::Ed25519)];
    let targets = RecordTargets {
        mail_host: "mail.host.test".to_owned(),
        spf: "a:mail.host.test ip4:192.0.2.1".to_owned(),
    };
    expected("firma.test", &keys, &targets, Some(REPORTS))
}

fn record(purpose: Purpose) -> Expected {
    let found = records()
        .into_iter()
        .find(|record| record.purpose == purpose);
    found.expect("every purpose has a record")
}

/// The status and the message for these texts.
fn text(purpose: Purpose, values: &[&str]) -> (RecordStatus, String) {
    let values = values.iter().map(|&value| value.to_owned()).collect();
    let seen = Seen::Text(Answer::Found(values));
    let check = judge(&record(purpose), &seen, &Hints::default());
    (check.status, check.message.unwrap_or_default())
}

#[test]
fn records_stand_at_their_names_and_say_what_is_required() {
    let shown: Vec<(String, bool)> = records()
        .into_iter()
        .map(|record| (record.name, record.required))
        .collect();
    let expect = [
        ("one._domainkey.firma.test", true),
        ("bounces.firma.test", true),
        ("bounces.firma.test", true),
        ("two._domainkey.firma.test", false),
        ("_dmarc.firma.test", false),
        ("links.firma.test", false),
        ("_smtp._tls.firma.test", false),
    ];
    assert_eq!(
        shown,
        expect.map(|(name, required)| (name.to_owned(), required))
    );
}

#[test]
fn a_key_counts_however_it_is_spaced_and_every_mistake_is_named() {
    for value in [
        KEY,
        "v=DKIM1;k=rsa;p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
        "v=DKIM1; k=rsa; p=MIIBIjANBgkq hkiG9w0BAQEFAAOCAQ8A;",
        "p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A",
    ] {
        assert_eq!(
            text(Purpose::Dkim, &[value]).0,
            RecordStatus::Verified,
            "{value}"
        );
    }
    let quoted = format!("\"{KEY}\"");
    let in_two = "\"v=DKIM1; k=rsa; p=MIIBIjANBgkq\" \"hkiG9w0BAQEFAAOCAQ8A\"";
    for (values, message) in [
        (&[quoted.as_str()][..], "quotes inside"),
        (&[in_two], "quotes inside"),
        (&["v=DKIM1; k=rsa; p=MIIBIjANBgkq"], "cut off"),
        (
            &["v=DKIM1; k=rsa; p=MIIBIjANBgkq", "hkiG9w0BAQEFAAOCAQ8A"],
            "split over several",
        ),
        (
            &["hkiG9w0BAQEFAAOCAQ8A", "v=DKIM1; k=rsa; p=MIIBIjANBgkq"],
            "split over several",
        ),
        (&["v=DKIM1; k=rsa; p=QUJD"], "another key"),
        (&["v=DKIM1; p="], "withdrawn"),
        (&["v=spf1 -all"], "no DKIM key"),
        (&[KEY, "v=DKIM1; p=QUJD"], "Leave only this key"),
        (&["v=DKIM1; p=QUJE", "v=DKIM1; p=QUJD"], "none is this key"),
    ] {
        let (status, said) = text(Purpose::Dkim, values);
        assert_eq!(status, RecordStatus::Failed, "{values:?}");
        assert!(said.contains(message), "{values:?}: {said}");
    }
}

#[test]
fn spf_counts_once_and_if_it_allows_us() {
    for values in [
        &["v=spf1 a:mail.host.test ip4:192.0.2.1 ~all"][..],
        &["V=SPF1 include:other.test +A:MAIL.HOST.TEST ip4:192.0.2.1 -all"],
        &[
            "google-site-verification=1",
            "v=spf1 a:mail.host.test ip4:192.0.2.1 ~all",
        ],
    ] {
        assert_eq!(
            text(Purpose::Spf, values).0,
            RecordStatus::Verified,
            "{values:?}"
        );
    }
    for (values, message) in [
        (&["v=spf1 a:mail.host.test ~all"][..], "add `ip4:192.0.2.1`"),
        (&["v=spf1 -all"], "add `a:mail.host.test ip4:192.0.2.1`"),
        (
            &["v=spf1 -a:mail.host.test -ip4:192.0.2.1"],
            "does not allow",
        ),
        (
            &["v=spf1 a:mail.host.test ip4:192.0.2.1 ~all", "v=spf1 -all"],
            "several SPF",
        ),
        (
            &["\"v=spf1 a:mail.host.test ip4:192.0.2.1 ~all\""],
            "quotes inside",
        ),
        (&["v=spf10 a:mail.host.test ip4:192.0.2.1"], "none for SPF"),
        (&["héllo"], "none for SPF"),
    ] {
        let (status, said) = text(Purpose::Spf, values);
        assert_eq!(status, RecordStatus::Failed, "{values:?}");
        assert!(said.contains(message), "{values:?}: {said}");
    }
}

#[test]
fn any_one_dmarc_policy_counts() {
    for (values, message) in [
        (&["v=DMARC1; p=reject; rua=mailto:a@b.test"][..], None),
        (&["something else", "v=DMARC1;p=none"], None),
        (
            &["v=DMARC1; p=none", "v=DMARC1; p=reject"],
            Some("several DMARC"),
        ),
        (&["p=none"], Some("none for DMARC")),
        (&["\"v=DMARC1; p=none\""], Some("quotes inside")),
    ] {
        let (status, said) = text(Purpose::Dmarc, values);
        assert_eq!(
            status == RecordStatus::Verified,
            message.is_none(),
            "{values:?}"
        );
        assert!(
            said.contains(message.unwrap_or_default()),
            "{values:?}: {said}"
        );
    }
}

#[test]
fn bounces_must_come_here_first() {
    let exchange = |preference, host: &str| Exchange {
        preference,
        host: host.to_owned(),
    };
    for (exchanges, message) in [
        (vec![exchange(10, "mail.host.test")], None),
        (vec![exchange(1, "MAIL.host.test.")], None),
        (
            vec![exchange(20, "other.test"), exchange(10, "mail.host.test")],
            None,
        ),
        (
            vec![exchange(10, "mx.other.test")],
            Some("points to `mx.other.test`"),
        ),
        (
            vec![exchange(5, "other.test"), exchange(10, "mail.host.test")],
            Some("lowest priority"),
        ),
    ] {
        let seen = Seen::Exchanges(Answer::Found(exchanges.clone()));
        let check = judge(&record(Purpose::ReturnPath), &seen, &Hints::default());
        let said = check.message.unwrap_or_default();
        assert_eq!(
            check.status == RecordStatus::Verified,
            message.is_none(),
            "{exchanges:?}"
        );
        assert!(
            said.contains(message.unwrap_or_default()),
            "{exchanges:?}: {said}"
        );
    }
}

#[test]
fn what_is_not_there_may_be_elsewhere() {
    let doubled = Hints {
        doubled: Some("links.firma.test.firma.test".to_owned()),
        has_address: true,
    };
    let proxied = Hints {
        doubled: None,
        has_address: true,
    };
    for (hints, message) in [
        (&doubled, "at `links.firma.test.firma.test`"),
        (&proxied, "without the proxy"),
        (&Hints::default(), "no such record"),
    ] {
        let seen = Seen::Alias(Answer::Nothing);
        let check = judge(&record(Purpose::Tracking), &seen, hints);
        assert_eq!(check.status, RecordStatus::Failed);
        let said = check.message.unwrap_or_default();
        assert!(said.contains(message), "{said}");
    }
    let wrong = Seen::Alias(Answer::Found(vec!["elsewhere.test".to_owned()]));
    let check = judge(&record(Purpose::Tracking), &wrong, &Hints::default());
    assert!(
        check
            .message
            .unwrap_or_default()
            .contains("points to `elsewhere.test`")
    );
}

#[test]
fn what_strangers_answer_is_kept_short() {
    let values: Vec<String> = (0..50)
        .map(|n| format!("{n}{}", "ä".repeat(5000)))
        .collect();
    let seen = Seen::Text(Answer::Found(values));
    let check = judge(&record(Purpose::Dmarc), &seen, &Hints::default());
    assert_eq!(check.found.len(), MOST_FOUND);
    assert!(
        check
            .found
            .iter()
            .all(|text| text.chars().count() == LONGEST_FOUND)
    );
}

#[test]
fn the_required_records_decide() {
    use RecordStatus::{Failed, Pending, TemporaryFailure, Verified};
    let records = records();
    for (statuses, expect) in [
        ([Verified, Verified, Verified], DomainStatus::Verified),
        (
            [Verified, Failed, Verified],
            DomainStatus::PartiallyVerified,
        ),
        ([Failed, Failed, Failed], DomainStatus::Failed),
        (
            [TemporaryFailure, Verified, Verified],
            DomainStatus::TemporaryFailure,
        ),
        (
            [TemporaryFailure, Failed, Verified],
            DomainStatus::PartiallyVerified,
        ),
        (
            [TemporaryFailure, Failed, TemporaryFailure],
            DomainStatus::Failed,
        ),
        ([Verified, Pending, Verified], DomainStatus::Pending),
    ] {
        let mut required = statuses.into_iter();
        let checks: Vec<Check> = records
            .iter()
            .map(|record| Check {
                purpose: record.purpose,
                name: record.name.clone(),
                // The advised ones decide nothing.
                status: if record.required {
                    required.next().unwrap()
                } else {
                    Failed
                },
                found: Vec::new(),
                message: None,
            })
            .collect();
        assert_eq!(overall(&records, &checks), expect, "{statuses:?}");
    }
}

#[test]
fn reports_are_asked_for_where_they_can_be_taken_and_anybodys_record_is_one() {
    assert_eq!(
        record(Purpose::Dmarc).text(),
        format!("v=DMARC1; p=none; rua=mailto:{REPORTS};")
    );
    assert_eq!(
        record(Purpose::Tlsrpt).text(),
        format!("v=TLSRPTv1; rua=mailto:{REPORTS}")
    );
    let verified = (RecordStatus::Verified, String::new());
    for own in [
        "v=TLSRPTv1; rua=mailto:a@b.test",
        "v=TLSRPTv1;rua=https://b.test/",
    ] {
        assert_eq!(text(Purpose::Tlsrpt, &[own]), verified);
    }
    for wrong in [&["something"][..], &["v=TLSRPTv1; rua=mailto:a@b.test"; 2]] {
        assert_eq!(text(Purpose::Tlsrpt, wrong).0, RecordStatus::Failed);
    }
    let targets = RecordTargets {
        mail_host: "mail.host.test".to_owned(),
        spf: "a:mail.host.test".to_owned(),
    };
    let without = expected("firma.test", &[], &targets, None);
    assert!(
        without
            .iter()
            .all(|record| record.purpose != Purpose::Tlsrpt)
    );
    let dmarc = without
        .iter()
        .find(|record| record.purpose == Purpose::Dmarc);
    assert_eq!(dmarc.unwrap().text(), "v=DMARC1; p=none;");
}
