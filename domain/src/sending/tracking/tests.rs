use std::collections::HashSet;

use proptest::prelude::*;

use super::{LONGEST_TARGET, Purpose, ReportedDomain, Signer, Token};
use crate::tenant::BrandKey;

const PURPOSES: [Purpose; 4] = [
    Purpose::Open,
    Purpose::Click { link: 3 },
    Purpose::Unsubscribe,
    Purpose::View,
];

fn signer() -> Signer {
    Signer::new([7; 32])
}

fn token(purpose: Purpose) -> Token {
    Token {
        brand: BrandKey { org: 3, brand: 12 },
        send: 912_345_678_901_234_567,
        ordinal: 1_000_000,
        purpose,
    }
}

fn written(token: &Token) -> String {
    let mut text = String::new();
    signer().write(token, &mut text);
    text
}

fn sealed(token: &Token, target: &str) -> String {
    let mut text = String::new();
    assert!(signer().write_sealed(token, target, &mut text));
    text
}

fn tokens() -> impl Strategy<Value = Token> {
    let purpose = prop_oneof![
        Just(Purpose::Open),
        any::<u16>().prop_map(|link| Purpose::Click { link }),
        Just(Purpose::Unsubscribe),
        Just(Purpose::View),
    ];
    (0..i64::MAX, 0..i64::MAX, 0..i64::MAX, 0..i64::MAX, purpose).prop_map(
        |(org, brand, send, ordinal, purpose)| Token {
            brand: BrandKey { org, brand },
            send,
            ordinal,
            purpose,
        },
    )
}

proptest! {
    #[test]
    fn what_was_written_is_read(token in tokens()) {
        let read = signer().read(&written(&token)).unwrap();
        prop_assert_eq!(read.token, token);
        prop_assert_eq!(read.target, None);
    }

    #[test]
    fn a_sealed_target_comes_back_and_is_not_readable(token in tokens(), target in "https://[ -~]{4,300}") {
        let text = sealed(&token, &target);
        let read = signer().read(&text).unwrap();
        prop_assert_eq!(read.token, Token { purpose: Purpose::SealedClick, ..token });
        prop_assert_eq!(read.target.as_deref(), Some(target.as_str()));
        prop_assert_eq!(&text, &sealed(&token, &target), "the same input gives the same token");
        let bytes = data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        prop_assert!(!bytes.windows(8).any(|part| target.as_bytes().windows(8).any(|of| of == part)));
    }

    #[test]
    fn a_return_path_survives_a_change_of_case(token in tokens()) {
        let mut text = String::new();
        signer().write_return_path(&token, &mut text);
        let expect = Token { purpose: Purpose::ReturnPath, ..token };
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        prop_assert_eq!(signer().read_return_path(&text), Some(expect));
        prop_assert_eq!(signer().read_return_path(&text.to_uppercase()), Some(expect));
    }

    #[test]
    fn a_changed_bit_is_refused(token in tokens(), at in any::<prop::sample::Index>(), target in "[a-z]{0,40}") {
        for text in [written(&token), sealed(&token, &target)] {
            let mut bytes = data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
            let bit = at.index(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let changed = data_encoding::BASE64URL_NOPAD.encode(&bytes);
            prop_assert_eq!(signer().read(&changed), None);
        }
    }

    #[test]
    fn what_is_no_token_is_refused(text in ".{0,120}") {
        prop_assert_eq!(signer().read(&text), None);
        prop_assert_eq!(signer().read_return_path(&text), None);
        prop_assert_eq!(signer().read_message_id(&text), None);
    }
}

#[test]
fn a_token_cut_or_lengthened_is_refused() {
    let click = token(Purpose::Click { link: 3 });
    for text in [written(&click), sealed(&click, "https://example.com/?a=b")] {
        for end in 0..text.len() {
            assert_eq!(signer().read(&text[..end]), None, "{end} of {text}");
        }
        for tail in ["A", "AA", "AAAA", "=", " ", "%00"] {
            assert_eq!(signer().read(&format!("{text}{tail}")), None);
        }
    }
}

/// Every other value of every byte of one that is authentic, read wherever tokens are read.
#[test]
fn a_token_never_opens_another_purpose() {
    let mut texts: Vec<_> = PURPOSES
        .into_iter()
        .map(|purpose| written(&token(purpose)))
        .collect();
    texts.push(sealed(&token(Purpose::SealedClick), "https://example.com"));
    for text in texts {
        let bytes = bytes_of(&text);
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            for change in 1..=255 {
                other[at] = bytes[at] ^ change;
                let link = data_encoding::BASE64URL_NOPAD.encode(&other);
                assert_eq!(signer().read(&link), None, "{text} at {at}");
            }
        }
        let as_address = data_encoding::BASE32_DNSSEC.encode(&bytes);
        assert_eq!(signer().read_return_path(&as_address), None);
        assert_eq!(signer().read_message_id(&as_address), None);
    }
    let mut path = String::new();
    signer().write_return_path(&token(Purpose::Open), &mut path);
    let bytes = data_encoding::BASE32_DNSSEC
        .decode(path.as_bytes())
        .unwrap();
    assert_eq!(
        signer().read(&data_encoding::BASE64URL_NOPAD.encode(&bytes)),
        None
    );
}

/// Who sees the one must not be able to make the other of it.
#[test]
fn a_message_id_is_no_return_path() {
    let (mut id, mut path) = (String::new(), String::new());
    signer().write_message_id(&token(Purpose::Open), &mut id);
    signer().write_return_path(&token(Purpose::Open), &mut path);
    let read = signer().read_message_id(&id.to_uppercase());
    assert_eq!(read, Some(token(Purpose::MessageId)));
    assert_eq!(signer().read_return_path(&id), None);
    assert_eq!(signer().read_message_id(&path), None);
    let bytes = data_encoding::BASE32_DNSSEC.decode(id.as_bytes()).unwrap();
    let as_link = data_encoding::BASE64URL_NOPAD.encode(&bytes);
    assert_eq!(signer().read(&as_link), None);
    // Its codes differ in one bit, wherever that may be.
    for bit in 0..bytes.len() * 8 {
        let mut forged = bytes.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        let forged = data_encoding::BASE32_DNSSEC.encode(&forged);
        assert_eq!(signer().read_return_path(&forged), None);
    }
}

#[test]
fn older_keys_are_read_and_foreign_ones_are_not() {
    let text = written(&token(Purpose::Unsubscribe));
    let changed = Signer::new([8; 32]);
    assert_eq!(changed.read(&text), None);
    let ring = changed.with_older([9; 32]).with_older([7; 32]);
    assert_eq!(ring.read(&text).unwrap().token, token(Purpose::Unsubscribe));
    let mut new = String::new();
    ring.write(&token(Purpose::Unsubscribe), &mut new);
    assert_eq!(signer().read(&new), None, "written with the current key");
    assert!(ring.read(&new).is_some());
}

#[test]
fn tokens_are_short_and_all_different() {
    let texts: HashSet<_> = PURPOSES
        .into_iter()
        .map(|purpose| written(&token(purpose)))
        .collect();
    assert_eq!(texts.len(), PURPOSES.len());
    for text in texts {
        assert!(text.len() <= 36, "{} characters", text.len());
    }
    let mut path = String::new();
    signer().write_return_path(&token(Purpose::Open), &mut path);
    assert!(path.len() <= 60, "a local part has 64 characters");
}

#[test]
fn a_target_that_is_too_long_is_not_sealed() {
    let mut text = String::new();
    let long = "x".repeat(LONGEST_TARGET);
    assert!(signer().write_sealed(&token(Purpose::SealedClick), &long, &mut text));
    assert_eq!(signer().read(&text).unwrap().target, Some(long));
    text.clear();
    let longer = "x".repeat(LONGEST_TARGET + 1);
    assert!(!signer().write_sealed(&token(Purpose::SealedClick), &longer, &mut text));
    assert_eq!(text, "");
}

/// How many bytes of the two, laid over each other, are the same.
fn alike(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a == b).count()
}

/// By chance one byte in 256 is the same; four of 26 are not, in as many pairs as are looked at here.
#[test]
fn tokens_of_neighbours_have_nothing_in_common() {
    let near = token(Purpose::Open);
    let mut neighbours = Vec::new();
    for step in 1..=64 {
        neighbours.push(Token {
            ordinal: near.ordinal + step,
            ..near
        });
        neighbours.push(Token {
            send: near.send + step,
            ..near
        });
        let BrandKey { org, brand } = near.brand;
        neighbours.push(Token {
            brand: BrandKey {
                org: org + step,
                brand,
            },
            ..near
        });
        neighbours.push(Token {
            brand: BrandKey {
                org,
                brand: brand + step,
            },
            ..near
        });
    }
    neighbours.extend(PURPOSES[1..].iter().map(|purpose| token(*purpose)));
    let (open, far) = (written(&near), sealed(&near, "https://example.com/a"));
    let mut alike_in_all = 0;
    for other in neighbours {
        let text = written(&other);
        assert_eq!(text.len(), open.len(), "its length tells nothing");
        let count = alike(&bytes_of(&open), &bytes_of(&text));
        assert!(count < 4, "{open} {text}");
        alike_in_all += count;
        let text = sealed(&other, "https://example.com/a");
        if other.purpose == near.purpose {
            assert!(alike(&bytes_of(&far), &bytes_of(&text)) < 5, "{far} {text}");
        }
    }
    // 26 bytes of 259 pairs: 26 are expected, and twice as many do not come by chance.
    assert!(alike_in_all < 60, "{alike_in_all}");
}

/// Whoever has a mail in hand finds none of the numbers in it.
#[test]
fn numbers_are_not_readable() {
    let token = Token {
        brand: BrandKey {
            org: 0x5152_5354,
            brand: 0x6162_6364,
        },
        send: 0x4142_4344_4546_4748,
        ordinal: 0x7172_7374,
        purpose: Purpose::Open,
    };
    let (mut path, mut id) = (String::new(), String::new());
    signer().write_return_path(&token, &mut path);
    signer().write_message_id(&token, &mut id);
    let address = |text: &str| {
        data_encoding::BASE32_DNSSEC
            .decode(text.as_bytes())
            .unwrap()
    };
    let texts = [
        bytes_of(&written(&token)),
        bytes_of(&sealed(&token, "https://example.com")),
        address(&path),
        address(&id),
    ];
    let mut plain = super::bytes::Written::new(&token).as_slice().to_vec();
    plain.remove(0);
    for bytes in texts {
        let shown = bytes
            .windows(3)
            .any(|part| plain.windows(3).any(|of| of == part));
        assert!(!shown, "{bytes:x?}");
    }
}

fn bytes_of(text: &str) -> Vec<u8> {
    data_encoding::BASE64URL_NOPAD
        .decode(text.as_bytes())
        .unwrap()
}

#[test]
fn tokens_never_change() {
    // They stand in mails that were sent: whoever changes how they are made breaks every link.
    assert_eq!(
        written(&token(Purpose::Unsubscribe)),
        "rsY_K1S9KRIX9Gir0oXZhPEDsch3_nKIdQA"
    );
    assert_eq!(
        sealed(&token(Purpose::SealedClick), "https://example.com"),
        "FuvpqsWxMWxdmUxEvtfNq1Y70kjC3eWaVNklaCbsyDeZDmf_Y5BtW0ke5EAWcmhBPw"
    );
}

/// As they were written before they were covered.
#[test]
fn earlier_tokens_are_read_for_ever() {
    for (text, purpose) in [
        ("7gEDDAypTY-nRUuHwIQ9UJNZeLfUFIo4yQ", Purpose::Open),
        (
            "7gIDDAypTY-nRUuHwIQ9A-tmRg-V-MAu08w",
            Purpose::Click { link: 3 },
        ),
        ("7gQDDAypTY-nRUuHwIQ9tyGyOnpUs_uZ7g", Purpose::Unsubscribe),
        ("7gUDDAypTY-nRUuHwIQ9yem1MH_N8xyXHQ", Purpose::View),
    ] {
        assert_eq!(signer().read(text).unwrap().token, token(purpose));
        let ring = Signer::new([8; 32]).with_older([7; 32]);
        assert_eq!(ring.read(text).unwrap().token, token(purpose));
        assert_eq!(Signer::new([8; 32]).read(text), None);
        let bytes = bytes_of(text);
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let changed = data_encoding::BASE64URL_NOPAD.encode(&changed);
            assert_eq!(signer().read(&changed), None);
        }
    }
    let far = "7gMDDAypTY-nRUuHwIQ9ryPPwZeNPrM5yGoo7NgIuLeDH0YreGVJlzxNzPMaXTJ-QH4";
    let read = signer().read(far).unwrap();
    assert_eq!(read.token, token(Purpose::SealedClick));
    assert_eq!(read.target.as_deref(), Some("https://example.com"));
    let path = "to30630cl56ov9q59e3s111t3bf4g0qf1s9dijcq";
    let id = "to3g630cl56ov9q59e3s111t6rd4tc7f02tpnb71";
    for text in [path.to_owned(), path.to_uppercase()] {
        let read = signer().read_return_path(&text);
        assert_eq!(read, Some(token(Purpose::ReturnPath)));
    }
    assert_eq!(
        signer().read_message_id(id),
        Some(token(Purpose::MessageId))
    );
    assert_eq!(signer().read_return_path(id), None);
    assert_eq!(signer().read_message_id(path), None);
}

#[test]
fn the_address_of_reports_names_its_domain_and_fits_where_addresses_do() {
    let reported = ReportedDomain {
        brand: BrandKey {
            org: i64::MAX,
            brand: i64::MAX,
        },
        domain: i64::MAX,
    };
    let mut text = String::new();
    signer().write_reports(reported, &mut text);
    // With `r-` before it: no local part may have more than 64 characters.
    assert!(text.len() <= 62, "{}", text.len());
    for text in [text.clone(), text.to_uppercase()] {
        assert_eq!(signer().read_reports(&text), Some(reported));
        assert_eq!(signer().read_return_path(&text), None);
    }
    assert_eq!(Signer::new([8; 32]).read_reports(&text), None);
    let mut path = String::new();
    signer().write_return_path(&token(Purpose::ReturnPath), &mut path);
    assert_eq!(signer().read_reports(&path), None);
}
