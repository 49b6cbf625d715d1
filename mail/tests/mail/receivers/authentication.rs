//! What is said about who a mail is from.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::LazyLock;

use postrider_domain::placement::AuthResult;
use postrider_mail::authentication::{Arrival, Authentication, judge};
use postrider_mail::dkim::{KeyKind, PrivateKey, Signer, generate_ed25519, public_record};
use postrider_mail::dns::{Limits, Resolver};
use postrider_test_support::dns_server::{DnsServer, Published, Says};

/// In the past: verifiers refuse signatures from the future.
const NOW: i64 = 1_760_000_000_000;
const OURS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const THEIRS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 99));
const MESSAGE: &str = "From: Shop <news@shop.test>\r\nTo: ada@seed.test\r\nSubject: News\r\n\
    Message-ID: <1@shop.test>\r\nDate: Wed, 07 Jan 2026 10:00:00 +0000\r\n\r\nHello\r\n";

static KEY: LazyLock<PrivateKey> = LazyLock::new(|| generate_ed25519().unwrap());

fn signed_by(domain: &str) -> Vec<u8> {
    let keys: [(&str, KeyKind, &[u8]); 1] = [("pr2", KEY.kind, &KEY.pkcs8)];
    let mut message = MESSAGE.as_bytes().to_vec();
    Signer::new(domain, &keys).unwrap().sign(&mut message, NOW);
    message
}

fn texts(text: &str) -> Says {
    Says::Publishes(vec![Published::Text(vec![text.to_owned()])])
}

/// A domain that does everything right; each test spoils something.
async fn dns() -> (DnsServer, Resolver) {
    let dns = DnsServer::start().await;
    dns.says("shop.test", texts("v=spf1 ip4:192.0.2.1 -all"));
    dns.says("bounces.shop.test", texts("v=spf1 ip4:192.0.2.1 ~all"));
    dns.says("_dmarc.shop.test", texts("v=DMARC1; p=reject"));
    let record = public_record(&KEY).unwrap();
    dns.says("pr2._domainkey.shop.test", texts(&record));
    dns.says("pr2._domainkey.stranger.test", texts(&record));
    let limits = Limits {
        deadline: std::time::Duration::from_millis(500),
        ..Limits::default()
    };
    let resolver = Resolver::with_limits(Some(dns.address()), limits).unwrap();
    (dns, resolver)
}

fn arrival(ip: Option<IpAddr>) -> Arrival<'static> {
    Arrival {
        ip,
        helo: "mta.shop.test",
        mail_from: "x@Bounces.Shop.test",
    }
}

fn words(said: &Authentication) -> [&'static str; 3] {
    for judgement in [&said.spf, &said.dkim, &said.dmarc] {
        let reason = &judgement.reason;
        assert!(reason.ends_with('.') && reason.len() > 10, "{said:?}");
    }
    [&said.spf, &said.dkim, &said.dmarc].map(|judgement| judgement.result.as_str())
}

#[tokio::test]
async fn a_mail_that_does_everything_right_passes() {
    let (_dns, resolver) = dns().await;
    let said = judge(&resolver, &signed_by("shop.test"), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["pass", "pass", "pass"]);
    assert_eq!(
        said.spf.reason,
        "bounces.shop.test lets 192.0.2.1 send its mail."
    );
    assert_eq!(said.dkim.reason, "The signature of shop.test (pr2) holds.");
    assert_eq!(
        said.dmarc.reason,
        "DKIM and SPF pass for the domain in From, shop.test; its policy is `reject`."
    );
}

#[tokio::test]
async fn an_unknown_address_is_no_verdict_about_spf() {
    let (dns, resolver) = dns().await;
    let said = judge(&resolver, &signed_by("shop.test"), arrival(None)).await;
    assert_eq!(words(&said), ["unknown", "pass", "pass"]);
    assert!(said.spf.reason.contains("not known here"), "{said:?}");
    assert!(said.dmarc.reason.starts_with("DKIM passes for"), "{said:?}");
    // Unsigned, SPF alone could speak for it.
    let said = judge(&resolver, MESSAGE.as_bytes(), arrival(None)).await;
    assert_eq!(words(&said), ["unknown", "none", "unknown"]);
    assert!(said.dmarc.reason.contains("not known here"), "{said:?}");
    // That there is no policy hangs on no address.
    dns.says("_dmarc.shop.test", Says::NoSuchDomain);
    let said = judge(&resolver, MESSAGE.as_bytes(), arrival(None)).await;
    assert_eq!(words(&said), ["unknown", "none", "none"]);
}

#[tokio::test]
async fn who_publishes_several_policies_has_none() {
    let (dns, resolver) = dns().await;
    let both = |one: &str, other: &str| {
        let texts = [one, other].map(|text| Published::Text(vec![text.to_owned()]));
        Says::Publishes(texts.into())
    };
    let good = "v=spf1 ip4:192.0.2.1 ~all";
    dns.says("bounces.shop.test", both(good, "v=spf1 ip4:192.0.2.9 -all"));
    let said = judge(&resolver, MESSAGE.as_bytes(), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["permerror", "none", "fail"]);
    assert!(said.spf.reason.contains("several"), "{said:?}");
    // What is no policy does not count.
    dns.says("bounces.shop.test", both(good, "site-verification=1"));
    let said = judge(&resolver, MESSAGE.as_bytes(), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["pass", "none", "pass"]);
    let policies = both("v=DMARC1; p=none", "v=DMARC1; p=reject");
    dns.says("_dmarc.shop.test", policies);
    let said = judge(&resolver, &signed_by("shop.test"), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["pass", "pass", "none"]);
    assert!(said.dmarc.reason.contains("several"), "{said:?}");
    // The organization's hold for what is below it.
    let below = MESSAGE.replace("news@shop.test", "news@mail.shop.test");
    dns.says("_dmarc.mail.shop.test", Says::NoSuchDomain);
    let said = judge(&resolver, below.as_bytes(), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["pass", "none", "none"]);
    // A policy of its own goes before them.
    dns.says("_dmarc.mail.shop.test", texts("v=DMARC1; p=reject"));
    let said = judge(&resolver, below.as_bytes(), arrival(Some(OURS))).await;
    assert_eq!(words(&said), ["pass", "none", "pass"]);
}

#[tokio::test]
async fn each_way_to_fail_has_its_word() {
    let (dns, resolver) = dns().await;
    let say = async |message: &[u8], ip| words(&judge(&resolver, message, arrival(Some(ip))).await);
    let good = signed_by("shop.test");
    // SPF alone, whose record at the sender's own domain is soft; DKIM alone; neither.
    assert_eq!(
        say(MESSAGE.as_bytes(), OURS).await,
        ["pass", "none", "pass"]
    );
    assert_eq!(say(&good, THEIRS).await, ["softfail", "pass", "pass"]);
    assert_eq!(
        say(MESSAGE.as_bytes(), THEIRS).await,
        ["softfail", "none", "fail"]
    );
    // Changed on the way.
    let changed = [&good[..], b"and more\r\n"].concat();
    assert_eq!(say(&changed, THEIRS).await, ["softfail", "fail", "fail"]);
    let text = String::from_utf8(good.clone()).unwrap();
    let changed = text.replace("Subject: News", "Subject: Olds");
    assert_eq!(
        say(changed.as_bytes(), THEIRS).await,
        ["softfail", "fail", "fail"]
    );
    // Somebody else's signature holds, and says nothing about the author.
    let theirs = signed_by("stranger.test");
    assert_eq!(say(&theirs, THEIRS).await, ["softfail", "pass", "fail"]);
    // No key, a revoked one.
    dns.says("pr2._domainkey.shop.test", Says::NoSuchDomain);
    assert_eq!(say(&good, OURS).await, ["pass", "permerror", "pass"]);
    dns.says("pr2._domainkey.shop.test", texts("v=DKIM1; k=ed25519; p="));
    assert_eq!(say(&good, OURS).await, ["pass", "permerror", "pass"]);
    for (record, word) in [
        ("v=spf1 -all", "fail"),
        ("v=spf1 ?all", "neutral"),
        ("v=spf1 include:bounces.shop.test -all", "permerror"),
        ("v=spf1 ip4:999 -all", "permerror"),
        ("some other text", "none"),
    ] {
        dns.says("bounces.shop.test", texts(record));
        assert_eq!(say(MESSAGE.as_bytes(), THEIRS).await[0], word, "{record}");
    }
    dns.says("_dmarc.shop.test", Says::NoSuchDomain);
    assert_eq!(
        say(MESSAGE.as_bytes(), THEIRS).await,
        ["none", "none", "none"]
    );
    let nobody = MESSAGE.replace("From: Shop <news@shop.test>\r\n", "");
    assert_eq!(
        say(nobody.as_bytes(), THEIRS).await,
        ["none", "none", "none"]
    );
}

#[tokio::test]
async fn where_dns_is_silent_it_is_not_the_mails_fault() {
    let (dns, resolver) = dns().await;
    for trouble in [Says::ServerFailure, Says::Silence] {
        for name in [
            "bounces.shop.test",
            "pr2._domainkey.shop.test",
            "_dmarc.shop.test",
        ] {
            dns.says(name, trouble.clone());
        }
        let said = judge(&resolver, &signed_by("shop.test"), arrival(Some(OURS))).await;
        assert_eq!(
            words(&said),
            ["temperror", "temperror", "temperror"],
            "{trouble:?}"
        );
    }
}

#[tokio::test]
async fn without_a_sender_the_greeting_counts() {
    let (dns, resolver) = dns().await;
    dns.says("mta.shop.test", texts("v=spf1 a:elsewhere.test -all"));
    let bounce = Arrival {
        mail_from: "",
        ..arrival(Some(THEIRS))
    };
    let said = judge(&resolver, MESSAGE.as_bytes(), bounce).await;
    assert_eq!(said.spf.result, AuthResult::Fail);
    assert!(said.spf.reason.starts_with("mta.shop.test "), "{said:?}");
}

#[tokio::test]
async fn what_is_no_mail_is_judged_too() {
    let (_dns, resolver) = dns().await;
    let many =
        "DKIM-Signature: v=1; a=rsa-sha256; d=shop.test; s=x; h=from; bh=; b=\r\n".repeat(5000);
    for odd in ["", "\r\n", "\0\u{1}", "no header at all", &many] {
        let said = judge(&resolver, odd.as_bytes(), arrival(Some(OURS))).await;
        assert_ne!(said.dkim.result, AuthResult::Pass, "{odd:.40}");
        assert_eq!(said.spf.result, AuthResult::Pass);
        assert_ne!(said.dmarc.result, AuthResult::Pass, "{odd:.40}");
    }
}
