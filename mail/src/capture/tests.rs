use std::os::unix::fs::PermissionsExt;

use super::*;

const ENVELOPE: Envelope<'_> = Envelope {
    from: "b-1@bounces.a.test",
    to: "ada@x.test",
};

fn ids(captured: &Captured, brand: Option<&str>) -> Vec<String> {
    let listed = captured.list(brand, 100).unwrap();
    listed.into_iter().map(|entry| entry.id).collect()
}

#[test]
fn a_mail_is_kept_once_and_read_as_it_would_have_been_sent() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(&folder.path().join("captured"));
    assert_eq!(captured.list(None, 10).unwrap(), []);
    assert_eq!(captured.read("1-1").unwrap(), None);
    assert_eq!(captured.clear(None).unwrap(), 0);
    let message = b"Subject: x\r\n\r\nReturn-Path: <y>\r\n\xff";
    for _ in 0..2 {
        captured.keep("brand", "1-1", message, &ENVELOPE).unwrap();
    }
    assert_eq!(ids(&captured, None), ["1-1"]);
    let kept = captured.read("1-1").unwrap().unwrap();
    assert_eq!(
        (kept.from.as_str(), kept.to.as_str()),
        (ENVELOPE.from, ENVELOPE.to)
    );
    assert_eq!(kept.message, message);
    assert!(kept.entry.kept_at > 0);
    let file = folder.path().join("captured/brand/1-1.eml");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
}

#[test]
fn mails_to_somebody_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(folder.path());
    let long = [b'x'; 10_000];
    let bob = Envelope {
        to: "bob@x.test",
        ..ENVELOPE
    };
    captured.keep("brand", "1-1", &long, &ENVELOPE).unwrap();
    captured.keep("brand", "1-2", &long, &bob).unwrap();
    captured.keep("other", "2-1", &long, &ENVELOPE).unwrap();
    assert_eq!(captured.forget("brand", |to| to == ENVELOPE.to).unwrap(), 1);
    assert_eq!(captured.forget("nobody", |_| true).unwrap(), 0);
    assert_eq!(ids(&captured, Some("brand")), ["1-2"]);
    assert_eq!(ids(&captured, Some("other")), ["2-1"]);
}

#[test]
fn the_envelope_cannot_write_lines_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(folder.path());
    let envelope = Envelope {
        from: "",
        to: "a@x.test\r\nX-Evil: 1",
    };
    captured.keep("brand", "1", b"\r\n", &envelope).unwrap();
    let kept = captured.read("1").unwrap().unwrap();
    assert_eq!(
        (kept.from.as_str(), kept.to.as_str()),
        ("", "a@x.testX-Evil: 1")
    );
    assert_eq!(kept.message, b"\r\n");
}

#[test]
fn names_lead_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(folder.path());
    for name in ["", "..", "../a", "a/b", ".a", "a\0"] {
        for (brand, name) in [("brand", name), (name, "mail")] {
            let error = captured.keep(brand, name, b"", &ENVELOPE).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{brand} {name}");
        }
        assert_eq!(captured.read(name).unwrap(), None);
    }
    assert!(captured.clear(Some("..")).is_err());
}

#[test]
fn the_newest_of_each_brand_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::with_limit(folder.path(), 3);
    for number in 0..=PRUNED_EVERY {
        captured
            .keep("many", &format!("m-{number}"), b"", &ENVELOPE)
            .unwrap();
    }
    captured.keep("few", "f-1", b"", &ENVELOPE).unwrap();
    // Pruned with the first and after as many again; the limit holds for readers at once.
    let on_disk = std::fs::read_dir(folder.path().join("many"))
        .unwrap()
        .count();
    assert_eq!(on_disk, 3);
    assert_eq!(ids(&captured, Some("many")), ["m-500", "m-499", "m-498"]);
    assert_eq!(captured.list(None, 100).unwrap().len(), 4);
    assert_eq!(captured.list(None, 2).unwrap().len(), 2);
    assert_eq!(captured.clear(Some("many")).unwrap(), 3);
    assert_eq!(ids(&captured, None), ["f-1"]);
    assert_eq!(captured.clear(None).unwrap(), 1);
}

#[test]
fn pages_go_on_behind_the_last_and_read_beginnings() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(folder.path());
    let long = vec![b'x'; 100_000];
    for number in 1..=3 {
        captured
            .keep("brand", &format!("1-{number}"), &long, &ENVELOPE)
            .unwrap();
    }
    captured.keep("other", "2-1", &long, &ENVELOPE).unwrap();
    let mut wanted = Wanted {
        limit: 2,
        ..Wanted::default()
    };
    let page = captured.page("brand", &wanted).unwrap();
    let ids: Vec<_> = page.iter().map(|kept| kept.entry.id.as_str()).collect();
    assert_eq!(ids, ["1-3", "1-2"]);
    assert_eq!(page[0].bytes, 100_000);
    assert!(page[0].message.len() < HEAD as usize);
    wanted.after = Some((page[1].entry.kept_at, page[1].entry.id.clone()));
    let rest = captured.page("brand", &wanted).unwrap();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0].entry.id, "1-1");
    wanted.recipient = Some("nobody".to_owned());
    assert_eq!(captured.page("brand", &wanted).unwrap(), []);
    assert_eq!(captured.read_of("brand", "2-1", HEAD).unwrap(), None);
}

#[test]
fn folders_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let captured = Captured::open(folder.path());
    std::fs::create_dir(folder.path().join("lost+found")).unwrap();
    captured.keep("brand", "1-1", b"", &ENVELOPE).unwrap();
    assert_eq!(ids(&captured, None), ["1-1"]);
    assert!(captured.read("1-1").unwrap().is_some());
}
