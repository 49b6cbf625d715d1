use std::io::Write;

use data_encoding::BASE64_MIME;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use postrider_domain::sending::domain_report::{Disposition, TlsFailure};
use proptest::prelude::*;

use super::inflate::MOST_UNPACKED;
use super::*;

fn sample(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports");
    let text = std::fs::read_to_string(format!("{folder}/{name}.eml")).unwrap();
    text.replace('\n', "\r\n").into_bytes()
}

fn aggregate(message: &[u8]) -> AggregateReport {
    match DomainReport::read(message).unwrap() {
        DomainReport::Aggregate(report) => report,
        DomainReport::Tls(report) => panic!("{report:?}"),
    }
}

fn tls_report(message: &[u8]) -> TlsReport {
    match DomainReport::read(message).unwrap() {
        DomainReport::Tls(report) => report,
        DomainReport::Aggregate(report) => panic!("{report:?}"),
    }
}

/// A mail with these bytes attached.
fn attached(content: &[u8]) -> Vec<u8> {
    let head = "From: a@b.test\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n";
    [head.as_bytes(), BASE64_MIME.encode(content).as_bytes()].concat()
}

/// So many mebibytes of spaces, deflated: one, which looks back at nothing, again and again.
fn deflated(mib: usize) -> Vec<u8> {
    let mut one = DeflateEncoder::new(Vec::new(), Compression::best());
    one.write_all(&vec![b' '; 1 << 20]).unwrap();
    one.flush().unwrap();
    let mut all = one.get_ref().repeat(mib);
    // The last block, with nothing in it.
    all.extend([3, 0]);
    all
}

fn gzip(deflated: &[u8]) -> Vec<u8> {
    [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff], deflated].concat()
}

/// A zip with one file of these packed bytes.
fn zip(packed: &[u8], method: u16) -> Vec<u8> {
    let length = u32::try_from(packed.len()).unwrap().to_le_bytes();
    let method = method.to_le_bytes();
    let mut zip = b"PK\x03\x04\x14\0\0\0".to_vec();
    zip.extend(
        [
            &method[..],
            &[0; 8],
            &length,
            &length,
            &[5, 0, 0, 0],
            b"a.xml",
            packed,
        ]
        .concat(),
    );
    let directory = u32::try_from(zip.len()).unwrap().to_le_bytes();
    zip.extend(b"PK\x01\x02\x14\0\x14\0\0\0");
    zip.extend(
        [
            &method[..],
            &[0; 8],
            &length,
            &length,
            &[5, 0],
            &[0; 16],
            b"a.xml",
        ]
        .concat(),
    );
    zip.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x33\0\0\0");
    zip.extend([&directory[..], &[0, 0]].concat());
    zip
}

#[test]
fn reports_are_read_as_reporters_pack_them() {
    let report = aggregate(&sample("zip_alone"));
    assert_eq!(report.id, "12345678901234567890");
    assert_eq!(report.domain, "firma.test");
    assert_eq!(
        (report.period.from, report.period.to),
        (1_794_182_400_000, 1_794_268_799_000)
    );
    let [ours, forwarded] = report.rows.as_slice() else {
        panic!("{:?}", report.rows);
    };
    assert_eq!(
        (ours.messages, ours.dkim_aligned, ours.spf_aligned),
        (120, true, true)
    );
    assert_eq!(ours.authenticated_as.as_deref(), Some("firma.test"));
    assert_eq!(forwarded.source.to_string(), "2001:db8::25");
    assert!(!forwarded.dkim_aligned && !forwarded.spf_aligned);
    assert_eq!(
        forwarded.authenticated_as.as_deref(),
        Some("forwarder.test")
    );

    let packed = ["gzip_with_letter", "octets", "zip_stored"].map(|name| aggregate(&sample(name)));
    assert!(packed.iter().all(|report| *report == packed[0]));
    let [_, spoofed] = packed[0].rows.as_slice() else {
        panic!("{:?}", packed[0].rows);
    };
    assert_eq!(spoofed.disposition, Disposition::Quarantined);
    assert_eq!(spoofed.authenticated_as, None);
}

#[test]
fn what_has_a_namespace_and_odd_rows_is_read_too() {
    let report = aggregate(&sample("plain_xml"));
    assert_eq!(
        (report.id.as_str(), report.domain.as_str()),
        ("!firma.test!1@small.test", "firma.test")
    );
    let [row] = report.rows.as_slice() else {
        panic!("{:?}", report.rows);
    };
    assert_eq!(row.disposition, Disposition::Rejected);
    assert_eq!(row.header_from, "firma.test");
}

#[test]
fn reports_on_encryption_are_read() {
    let report = tls_report(&sample("tls_gzip"));
    assert_eq!(report.id, "2026-11-09T00:00:00Z_firma.test");
    let [policy] = report.policies.as_slice() else {
        panic!("{:?}", report.policies);
    };
    assert_eq!(
        (policy.domain.as_str(), policy.succeeded, policy.failed),
        ("firma.test", 5326, 303)
    );
    assert_eq!(
        policy.failures,
        [
            (TlsFailure::CertificateExpired, 100),
            (TlsFailure::StarttlsNotSupported, 200),
            (TlsFailure::ValidationFailure, 3)
        ]
    );
    let report = tls_report(&sample("tls_json"));
    assert_eq!(report.policies[0].succeeded, 12);
    assert!(report.policies[0].failures.is_empty());
}

#[test]
fn entities_are_never_resolved() {
    assert_eq!(DomainReport::read(&sample("entities")), Err(Unreadable));
    let plain = String::from_utf8(sample("plain_xml")).unwrap();
    for (from, to) in [
        ("!firma.test!1@small.test", "&lol;"),
        (
            "<version>",
            "<!DOCTYPE feedback SYSTEM \"file:///etc/passwd\"><version>",
        ),
        ("<version>1.0", "<version>&#x110000;"),
    ] {
        let changed = plain.replace(from, to);
        assert_ne!(changed, plain);
        assert_eq!(
            DomainReport::read(changed.as_bytes()),
            Err(Unreadable),
            "{to}"
        );
    }
    let known = plain.replace("!firma.test!1@small.test", "a&amp;b&#45;<![CDATA[<c>]]>");
    assert_eq!(aggregate(known.as_bytes()).id, "a&b-<c>");
}

#[test]
fn what_unpacks_to_too_much_is_not_unpacked() {
    let bomb = deflated(1024);
    assert!(bomb.len() < 2 << 20, "{}", bomb.len());
    for packed in [gzip(&bomb), zip(&bomb, 8)] {
        assert_eq!(unpack::unpack(&packed), Err(Unreadable));
        assert_eq!(DomainReport::read(&attached(&packed)), Err(Unreadable));
    }
    // Ten mebibytes are unpacked, and are no report.
    let large = zip(&deflated(10), 8);
    assert_eq!(unpack::unpack(&large).unwrap().len(), MOST_UNPACKED);
    assert_eq!(DomainReport::read(&attached(&large)), Err(Unreadable));
}

#[test]
fn archives_that_lie_are_not_read() {
    let whole = zip(b"<feedback/>", 0);
    assert_eq!(unpack::unpack(&whole).unwrap().as_ref(), b"<feedback/>");
    // The last two bytes say how long the comment is, which nobody reads.
    for length in 0..whole.len() - 2 {
        assert!(
            unpack::unpack(&whole[..length]).map_or(true, |read| !read.starts_with(b"<feedback/>"))
        );
    }
    for at in 0..whole.len() {
        for byte in [0, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = byte;
            let _ = unpack::unpack(&changed);
        }
    }
    assert_eq!(unpack::unpack(&zip(b"x", 9)), Err(Unreadable));
    let mut encrypted = zip(b"<feedback/>", 0);
    let entry = memchr::memmem::find(&encrypted, b"PK\x01\x02").unwrap();
    encrypted[entry + 8] = 1;
    assert_eq!(unpack::unpack(&encrypted), Err(Unreadable));
}

#[test]
fn numbers_that_are_none_and_lists_without_end_spoil_a_report() {
    let plain = String::from_utf8(sample("plain_xml")).unwrap();
    for (from, to) in [
        ("<count>1<", "<count>99999999999999999999999<"),
        ("<count>1<", "<count>1e9<"),
        ("<count>1<", "<count><"),
        ("<begin>1794182400.0", "<begin>9223372036854775807"),
        ("<begin>1794182400.0", "<begin>yesterday"),
        ("<domain>Firma.Test", "<domain>firma test"),
        ("</feedback>", ""),
        ("</feedback>", "</feedback><feedback/>"),
        ("<feedback ", "<other "),
    ] {
        let changed = plain.replacen(from, to, 1);
        assert_ne!(changed, plain);
        assert_eq!(
            DomainReport::read(changed.as_bytes()),
            Err(Unreadable),
            "{to}"
        );
    }
    let row = "<record><row><source_ip>192.0.2.1</source_ip><count>1</count></row>\
               <identifiers><header_from>firma.test</header_from></identifiers></record>";
    let many = plain.replace("<record>", &format!("{}<record>", row.repeat(20_001)));
    assert_eq!(DomainReport::read(many.as_bytes()), Err(Unreadable));
    let deep = plain.replace("<record>", &format!("{}<record>", "<a>".repeat(100)));
    assert_eq!(DomainReport::read(deep.as_bytes()), Err(Unreadable));
    let json = String::from_utf8(sample("tls_json")).unwrap();
    let policy = r#"{"policy":{"policy-domain":"a.test"},"summary":{"total-successful-session-count":1,"total-failure-session-count":0}},"#;
    let many = json.replace(
        "\"policies\": [",
        &format!("\"policies\": [{}", policy.repeat(1001)),
    );
    assert_ne!(many, json);
    assert_eq!(DomainReport::read(many.as_bytes()), Err(Unreadable));
    let huge = json.replace(": 12,", ": 99999999999999999999,");
    assert_eq!(DomainReport::read(huge.as_bytes()), Err(Unreadable));
}

#[test]
fn letters_and_what_is_brought_along_are_no_reports() {
    let letter = b"From: a@b.test\r\nSubject: Report domain: firma.test\r\n\r\nHello!\r\n";
    assert_eq!(DomainReport::read(letter), Err(Unreadable));
    let html = b"From: a@b.test\r\nContent-Type: text/html\r\n\r\n<p>Hello!</p>\r\n";
    assert_eq!(DomainReport::read(html), Err(Unreadable));
    let inner = String::from_utf8(sample("plain_xml")).unwrap();
    let forwarded = format!("From: a@b.test\r\nContent-Type: message/rfc822\r\n\r\n{inner}");
    assert_eq!(DomainReport::read(forwarded.as_bytes()), Err(Unreadable));
    assert_eq!(DomainReport::read(b""), Err(Unreadable));
}

proptest! {
    #[test]
    fn strangers_bytes_are_read_without_a_fall(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = DomainReport::read(&bytes);
        let _ = DomainReport::read(&attached(&bytes));
        let _ = DomainReport::read(&attached(&[b"PK\x03\x04", &bytes[..]].concat()));
        let _ = DomainReport::read(&attached(&[&[0x1f, 0x8b, 8, 0][..], &bytes].concat()));
        let _ = DomainReport::read(&attached(&[b"<feedback>", &bytes[..]].concat()));
    }
}
