use super::*;

fn judge(address: &str) -> AddressTreatment {
    Rules::default().judge(address)
}

#[test]
fn what_a_mail_may_hold_is_kept_as_it_is() {
    for address in [
        "",
        "#",
        "#top",
        "https://shop.example/a?b=1&c",
        "HTTP://shop.example",
        "mailto:a@b.example?subject=x",
        "tel:+49 30 123",
        "sms:+1",
        "cid:logo@mail",
        "data:image/png;base64,iVBO Rw0",
        "DATA:image/GIF,x",
        "{{ unsubscribeUrl }}",
        "https://{{host}}/x",
        "{{url | \"https://a.example\"}}",
        "*|UNSUB|*",
        "%unsubscribe%",
        "https://8.8.8.8/",
        "https://my-local.example/",
        "https://notlocalhost/",
    ] {
        assert_eq!(judge(address), AddressTreatment::Keep, "{address}");
    }
    assert_eq!(judge("a/b.png"), AddressTreatment::Dangling);
}

#[test]
fn scripts_in_any_dress_are_found() {
    for address in [
        "javascript:alert(1)",
        "JaVaScRiPt:x",
        " \u{1}javascript:x",
        "java\nscript:x",
        "java\tscript\u{0}:x",
        "java\u{200B}script:x",
        "vbscript:x",
        "data:text/html,<script>",
        "data:image/svg+xml,<svg>",
        "data:,x",
        "file:///etc/passwd",
        "blob:https://x",
        "about:blank",
        "view-source:x",
        "feed:javascript:x",
        "ftp://x",
        "{{empty}}javascript:x",
        "java{{empty}}script:x",
        "{{x | \"javascript:alert(1)\"}}",
        "{{x|java}}script:x",
    ] {
        assert!(
            matches!(
                judge(address),
                AddressTreatment::Strip {
                    reason: SCHEME_REASON,
                    ..
                }
            ),
            "{address:?}"
        );
    }
}

#[test]
fn private_networks_are_found_in_every_spelling() {
    for address in [
        "http://127.0.0.1/",
        "http://127.1",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/x",
        "http://10.0.0.1:8080",
        "http://192.168.1.1/admin?x",
        "https://169.254.169.254/",
        "http://0.0.0.0",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[fd00::1]",
        "http://[fe80::1]/",
        "http:127.0.0.1",
        "http:\\\\localhost",
        "http://LOCALHOST:3000",
        "https://printer.local/",
        "http://a.internal./x",
        "//127.0.0.1/x",
        "/\\localhost/x",
        "http://user:pass@localhost/",
        "http://①②⑦.0.0.1/",
        "https://127.0.0.1/{{id}}",
        "http://lo{{x}}calhost/",
    ] {
        assert!(
            matches!(
                judge(address),
                AddressTreatment::Strip {
                    reason: PRIVATE_REASON,
                    ..
                }
            ),
            "{address:?}"
        );
    }
    let kept = Rules {
        private: Private::Keep,
        ..Rules::default()
    };
    assert_eq!(kept.judge("http://127.0.0.1/"), AddressTreatment::Keep);
    let allowed = Rules {
        private: Private::Strip("127.0.0.1:8025".parse().unwrap()),
        ..Rules::default()
    };
    assert_eq!(
        allowed.judge("http://127.0.0.1:8025/a"),
        AddressTreatment::Keep
    );
    assert_ne!(
        allowed.judge("http://127.0.0.1:8026/a"),
        AddressTreatment::Keep
    );
}

#[test]
fn relative_addresses_are_completed() {
    let rules = Rules {
        base_url: Some("https://shop.example/mail/x.html".parse().unwrap()),
        ..Rules::default()
    };
    for (address, full) in [
        ("a.png", "https://shop.example/mail/a.png"),
        ("/a b.png", "https://shop.example/a%20b.png"),
        ("//cdn.example/a", "https://cdn.example/a"),
        ("?q", "https://shop.example/mail/x.html?q"),
        ("//{{host}}/a", "https://{{host}}/a"),
    ] {
        assert_eq!(
            rules.judge(address),
            AddressTreatment::Replace(full.to_owned()),
            "{address}"
        );
    }
    assert_eq!(rules.judge("{{ url }}/a"), AddressTreatment::Keep);
}
