//! Who proves to be the provider: signatures and secrets.

use super::*;

#[test]
fn svix_signatures_hold_for_their_body_and_five_minutes() {
    let secret = format!("whsec_{}", BASE64.encode(b"a key of some bytes"));
    let sent = |id: &str, at: i64, signature: Option<&str>| {
        let body = "{\"a\":1}";
        let own = tag(b"a key of some bytes", &format!("{id}.{at}.{body}"));
        let own = format!("v1,bm8= v2,x v1,{}", BASE64.encode(&own));
        Sent {
            headers: Vec::new(),
            body: body.to_owned(),
        }
        .header("svix-id", id)
        .header("svix-timestamp", &at.to_string())
        .header("svix-signature", signature.unwrap_or(&own))
    };
    let at = NOW / 1000;
    let holds = |sent: &Sent, now| sent.is_genuine(Provider::Clerk, &secret, now);
    assert!(holds(&sent("msg_1", at, None), NOW));
    assert!(holds(&sent("msg_1", at, None), NOW + 300_000));
    assert!(!holds(&sent("msg_1", at, None), NOW + 300_001));
    assert!(!holds(&sent("msg_1", at, None), NOW - 300_001));
    assert!(!holds(&sent("msg.1", at, None), NOW));
    assert!(!holds(&sent("msg_1", at, Some("v1,bm8=")), NOW));
    assert!(!holds(&sent("msg_1", at, Some("")), NOW));
    let mut changed = sent("msg_1", at, None);
    changed.body.push(' ');
    assert!(!holds(&changed, NOW));
    let other = format!("whsec_{}", BASE64.encode(b"another key"));
    assert!(!sent("msg_1", at, None).is_genuine(Provider::Stytch, &other, NOW));
    assert!(!Sent::json(&json!({})).is_genuine(Provider::Clerk, &secret, NOW));
}

#[test]
fn stamped_signatures_hold_in_their_own_unit_of_time() {
    for (provider, header, unit, tolerance) in [
        (Provider::Stripe, "stripe-signature", 1000, 300_000),
        (Provider::Workos, "workos-signature", 1, 180_000),
        (Provider::Supabase, "x-webhook-signature", 1000, 300_000),
    ] {
        let at = NOW / unit;
        let hex = HEXLOWER.encode(&tag(b"shh", &format!("{at}.{{}}")));
        let sent = |value: &str| Sent::json(&json!({})).header(header, value);
        let good = sent(&format!("t={at}, v0=ff,v1=00,v1={hex}"));
        assert!(good.is_genuine(provider, "shh", NOW), "{header}");
        assert!(good.is_genuine(provider, "shh", NOW + tolerance));
        assert!(!good.is_genuine(provider, "shh", NOW + tolerance + 1));
        assert!(!good.is_genuine(provider, "shh", NOW - tolerance - 1));
        assert!(!good.is_genuine(provider, "other", NOW));
        for bad in [
            format!("t={},v1={hex}", at + 1),
            format!("t=+{at},v1={hex}"),
            format!("t={at}"),
            format!("v1={hex}"),
            format!("t={at},v1=xyz"),
            format!("t={},v1={hex}", i64::MAX),
            String::new(),
        ] {
            assert!(!sent(&bad).is_genuine(provider, "shh", NOW), "{bad}");
        }
    }
}

#[test]
fn static_secrets_are_compared_whole() {
    let sent = |header: &str, value: &str| Sent::json(&json!({})).header(header, value);
    for (provider, header) in [
        (Provider::Supabase, "x-webhook-secret"),
        (Provider::Revenuecat, "authorization"),
    ] {
        assert!(sent(header, "Bearer x").is_genuine(provider, "Bearer x", NOW));
        for bad in ["Bearer ", "Bearer xx", "bearer x", ""] {
            assert!(!sent(header, bad).is_genuine(provider, "Bearer x", NOW));
        }
    }
    // A signature that does not hold is not saved by the secret beside it.
    let both = sent("x-webhook-secret", "s").header("x-webhook-signature", "t=1,v1=00");
    assert!(!both.is_genuine(Provider::Supabase, "s", NOW));
    let hmac = BASE64.encode(&tag(b"s", "{}"));
    assert!(sent("x-shopify-hmac-sha256", &hmac).is_genuine(Provider::Shopify, "s", NOW));
    assert!(!sent("x-shopify-hmac-sha256", "AAAA").is_genuine(Provider::Shopify, "s", NOW));
}

#[test]
fn secrets_are_checked_before_they_are_kept() {
    assert!(check_secret(Provider::Clerk, "whsec_AAAA").is_ok());
    for (provider, secret) in [
        (Provider::Clerk, "whsec_"),
        (Provider::Stytch, "whsec_???"),
        (Provider::Stripe, ""),
        (Provider::Shopify, "a\nb"),
    ] {
        assert!(check_secret(provider, secret).is_err(), "{secret}");
    }
    for provider in [Provider::Revenuecat, Provider::Supabase] {
        for (length, is_taken) in [(15, false), (16, true), (4096, true), (4097, false)] {
            let secret = "x".repeat(length);
            assert_eq!(
                check_secret(provider, &secret).is_ok(),
                is_taken,
                "{length}"
            );
        }
    }
}
