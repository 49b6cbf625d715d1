use proptest::prelude::*;

use super::*;

fn sample(name: &str) -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/returned/");
    let text = std::fs::read_to_string(format!("{path}{name}.eml")).unwrap();
    text.replace("\r\n", "\n")
        .replace('\n', "\r\n")
        .into_bytes()
}

fn report(name: &str) -> Report {
    match Returned::read(&sample(name), "").kind {
        Kind::Report(report) => report,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn reports_of_all_families_are_read() {
    use Action::{Delayed, Delivered, Failed};
    use Class::{AboutUs, Hard, Soft};
    for (name, action, class, said) in [
        ("postfix_unknown", Failed, Hard, "550 5.1.1"),
        ("postfix_expired", Failed, Soft, "450 4.4.1"),
        ("postfix_delayed", Delayed, Soft, "450 4.4.1"),
        ("postfix_delivered", Delivered, Soft, "250 2.0.0"),
        ("postfix_prose", Failed, Hard, "550 5.1.1"),
        ("exim_unknown", Failed, Hard, "550 5.1.1"),
        ("exim_prose", Failed, Hard, "550 5.1.1"),
        ("exim_prose_delayed", Delayed, Soft, ""),
        ("exim_prose_timeout", Failed, Soft, ""),
        ("exchange_online_unknown", Failed, Hard, "550 5.1.10"),
        ("exchange_old", Failed, Hard, "550 5.1.1"),
        ("gmail_unknown", Failed, Hard, "550 5.1.1"),
        ("gmail_prose", Failed, Hard, "550 5.1.1"),
        ("gmail_full", Failed, Soft, "552 5.2.2"),
        ("yahoo_prose", Failed, AboutUs, "554 5.7.9"),
        ("qmail_unknown", Failed, Hard, "550 5.1.1"),
        ("qmail_remote", Failed, Hard, "550"),
        ("qmail_expired", Failed, Soft, ""),
        ("sendmail_unknown", Failed, Hard, "550 5.1.1"),
        ("spam_policy", Failed, AboutUs, "554 5.7.1"),
        ("two_recipients", Failed, Soft, "552 5.2.2"),
    ] {
        let report = report(name);
        assert_eq!(
            (report.action, report.class),
            (action, class),
            "{name}: {report:?}"
        );
        assert!(report.diagnostic.starts_with(said), "{name}: {report:?}");
    }
}

#[test]
fn complaints_are_read_and_praise_is_none() {
    let Kind::Complaint(complaint) = Returned::read(&sample("arf_abuse"), "fbl@provider.test").kind
    else {
        panic!("no complaint");
    };
    assert_eq!(complaint.about, "abuse");
    assert_eq!(complaint.reporter.as_deref(), Some("ProviderFeedback/1.2"));
    let praise = String::from_utf8(sample("arf_abuse")).unwrap();
    let praise = praise.replace("Feedback-Type: abuse", "Feedback-Type: not-spam");
    assert_eq!(
        Returned::read(praise.as_bytes(), "").kind,
        Kind::AutomaticReply
    );
}

#[test]
fn tokens_are_found_in_the_mail_that_a_report_is_about() {
    let whole = String::from_utf8(sample("arf_abuse")).unwrap();
    // A link in the text, across two lines of its encoding.
    let whole = whole.replace("/c/Zz", "/unsubscribe/Zz");
    let whole = Returned::read(whole.as_bytes(), "").clues;
    for clue in [
        "b-0123456789abcdefghijklmnopqrstuv",
        "0123456789abcdefghijklmnopqrstuv",
        "AbCdEfGhIjKlMnOpQrStUvWxYz012345",
        "ZzCdEfGhIjKlMnOpQrStUvWxYz012345",
    ] {
        assert!(whole.iter().any(|found| found == clue), "{clue}: {whole:?}");
    }
    let encoded = Returned::read(&sample("arf_encoded"), "").clues;
    assert_eq!(encoded, ["AbCdEfGhIjKlMnOpQrStUvWxYz012345"]);
}

#[test]
fn people_are_told_from_machines() {
    let letter = |headers: &str| format!("From: Ada <ada@x.test>\r\n{headers}\r\n\r\nHello\r\n");
    for (headers, sender, is_automatic) in [
        ("Subject: Re: News", "ada@x.test", false),
        ("Subject: Re: Out of office next week?", "ada@x.test", false),
        (
            "Subject: Re: News\r\nAuto-Submitted: no",
            "ada@x.test",
            false,
        ),
        ("Subject: Re: News", "", true),
        (
            "Subject: Re: News\r\nAuto-Submitted: auto-replied",
            "ada@x.test",
            true,
        ),
        ("Subject: Out of Office: News", "ada@x.test", true),
        (
            "Subject: =?utf-8?q?Automatische_Antwort=3A_News?=",
            "ada@x.test",
            true,
        ),
        ("Subject: Re: News\r\nX-Autoreply: yes", "ada@x.test", true),
        (
            "Subject: Re: News\r\nX-Autorespond: News",
            "ada@x.test",
            true,
        ),
        (
            "Subject: Re: News\r\nPrecedence: auto_reply",
            "ada@x.test",
            true,
        ),
        ("Subject: Re: News\r\nPrecedence: bulk", "ada@x.test", true),
    ] {
        let expected = if is_automatic {
            Kind::AutomaticReply
        } else {
            Kind::Reply
        };
        let read = Returned::read(letter(headers).as_bytes(), sender);
        assert_eq!(read.kind, expected, "{headers}");
    }
    // Somebody who quotes a report is no server.
    let quoting = letter("Subject: Fwd: failure")
        + "Hi. This is the qmail-send program at x.test.\r\n550 5.1.1 no such user\r\n";
    assert_eq!(
        Returned::read(quoting.as_bytes(), "ada@x.test").kind,
        Kind::Reply
    );
}

#[test]
fn a_subject_is_one_short_safe_line() {
    let long = "x".repeat(300);
    let message =
        format!("From: a@b.test\r\nSubject: =?utf-8?q?a=0D=0A=E2=80=AEb=00{long}?=\r\n\r\n");
    let read = Returned::read(message.as_bytes(), "a@b.test");
    assert!(read.subject.starts_with("a b x"), "{}", read.subject);
    assert_eq!(read.subject.chars().count(), 120);
}

/// As much as a message may have of this, on a stack that is smaller than any thread's.
fn read_many(piece: &str) -> Returned {
    let message = piece.repeat((512 << 10) / piece.len());
    let small = std::thread::Builder::new().stack_size(128 << 10);
    let read = small.spawn(move || Returned::read(message.as_bytes(), ""));
    read.unwrap().join().unwrap()
}

#[test]
fn messages_in_messages_without_end_are_read_a_few_levels_deep() {
    for piece in [
        "C ontent-Type:message/rfc822\n\n",
        "Content-Type:message/rfc822\n\n",
        "Content-Type: multipart/mixed; boundary=a\n\n--a\n",
        "Content-Type: multipart/digest; boundary=a\n\n--a\n\n",
    ] {
        let read = read_many(piece);
        assert!(!matches!(read.kind, Kind::Report(_)), "{piece}");
    }
}

#[test]
fn parts_without_number_are_read_once() {
    let head = "From: a@b.test\nContent-Type: multipart/digest; boundary=a\n\n";
    let token = "b-0123456789abcdefghijklmnopqrstuv";
    let many = format!(
        "{head}{}--a\n\n<{token}@x.test>",
        "--a\n\nx\n".repeat(60_000)
    );
    assert_eq!(parts::of(many.as_bytes()).len(), 20);
    assert_eq!(Returned::read(many.as_bytes(), "").clues, [token]);
}

#[test]
fn what_was_said_is_cut_before_it_is_understood() {
    let report = |said: &str| {
        let text = format!(
            "From: mailer-daemon@x.test\nContent-Type: multipart/report; boundary=a\n\n--a\n\
             Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.0.0\n\
             Diagnostic-Code: smtp; {said}\n--a--\n"
        );
        match Returned::read(text.as_bytes(), "").kind {
            Kind::Report(report) => report,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(report("550 5.1.1 no such user").class, Class::Hard);
    let many = "550 ".repeat(120_000);
    assert_eq!(report(&many).class, Class::Soft);
    let late = format!("{}: 550 5.1.1 no such user", "x ".repeat(2000));
    assert_eq!(report(&late).class, Class::Soft);
}

#[test]
fn reports_are_found_in_what_others_put_around_them() {
    let report = String::from_utf8(sample("postfix_unknown")).unwrap();
    let wrapped = format!(
        "From: list@x.test\r\nContent-Type: multipart/mixed; boundary=\"=_w\"\r\n\r\n--=_w\r\n{report}\r\n\
         --=_w\r\n\r\nScanned.\r\n--=_w--\r\n"
    );
    let Kind::Report(found) = Returned::read(wrapped.as_bytes(), "").kind else {
        panic!("no report");
    };
    assert_eq!(found.class, Class::Hard);
    // One that a mail brings along is not what the mail says.
    let brought = wrapped.replacen(
        "--=_w\r\n",
        "--=_w\r\nContent-Type: message/rfc822\r\n\r\n",
        1,
    );
    let read = Returned::read(brought.as_bytes(), "ada@x.test");
    assert!(!matches!(read.kind, Kind::Report(_)), "{read:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        Returned::read(&bytes, "");
    }

    /// A sample with bytes changed, cut and repeated.
    #[test]
    fn broken_reports_are_read(
        which in 0usize..6,
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..20),
        cut in any::<proptest::sample::Index>(),
    ) {
        let names = ["postfix_unknown", "arf_abuse", "arf_encoded", "qmail_unknown", "exchange_old", "two_recipients"];
        let mut bytes = sample(names[which]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() + 1));
        Returned::read(&bytes, "");
    }
}
