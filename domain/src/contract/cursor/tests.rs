use proptest::prelude::*;

use super::*;
use crate::contract::catalog::Code;

const KEY: [u8; 32] = [7; 32];
const BRAND: BrandKey = BrandKey { org: 3, brand: 4 };
const NOW: i64 = 1_767_323_045_678;

fn scope(route: &str) -> CursorScope<'_> {
    CursorScope {
        key: &KEY,
        route,
        filters: filters_hash(b"status=draft"),
    }
}

fn sample() -> Vec<Position> {
    vec![
        Position::Null,
        Position::Bool(true),
        Position::Int(i64::MIN),
        Position::Float(-0.5),
        Position::Text("Zoë".to_owned()),
    ]
}

fn refused(result: Result<Vec<Position>, Problem>, words: &str) {
    let problem = result.unwrap_err();
    assert_eq!(problem.code, Code::InvalidRequest);
    assert_eq!(problem.param.as_deref(), Some("cursor"));
    assert!(problem.message.contains(words), "{}", problem.message);
    assert!(problem.suggestion.unwrap().contains("`cursor`"));
}

#[test]
fn opens_where_it_was_sealed() {
    let text = seal(&scope("/v1/contacts"), BRAND, &sample(), NOW);
    let opened = open(&scope("/v1/contacts"), BRAND, &text, NOW + 1_000);
    assert_eq!(opened.unwrap(), sample());
}

#[test]
fn long_texts_come_back_whole() {
    let position = vec![Position::Text("😀".repeat(10_000)), Position::Int(1)];
    let text = seal(&scope("/"), BRAND, &position, NOW);
    assert!(text.len() <= LONGEST_CURSOR);
    assert_eq!(open(&scope("/"), BRAND, &text, NOW).unwrap(), position);
}

#[test]
fn another_list_is_refused_with_its_reason() {
    let text = seal(&scope("/v1/contacts"), BRAND, &sample(), NOW);
    refused(
        open(&scope("/v1/sends"), BRAND, &text, NOW),
        "another route",
    );
    let other_filters = CursorScope {
        filters: filters_hash(b"status=sent"),
        ..scope("/v1/contacts")
    };
    refused(open(&other_filters, BRAND, &text, NOW), "other filters");
}

#[test]
fn another_tenant_or_key_is_refused() {
    let text = seal(&scope("/v1/contacts"), BRAND, &sample(), NOW);
    for brand in [
        BrandKey { org: 4, brand: 3 },
        BrandKey { brand: 5, ..BRAND },
        BrandKey { org: 5, ..BRAND },
    ] {
        refused(
            open(&scope("/v1/contacts"), brand, &text, NOW),
            "not a cursor",
        );
    }
    let other_key = CursorScope {
        key: &[8; 32],
        ..scope("/v1/contacts")
    };
    refused(open(&other_key, BRAND, &text, NOW), "not a cursor");
}

#[test]
fn ends_after_a_day() {
    let text = seal(&scope("/"), BRAND, &sample(), NOW);
    assert!(open(&scope("/"), BRAND, &text, NOW + LIFETIME_MS).is_ok());
    refused(
        open(&scope("/"), BRAND, &text, NOW + LIFETIME_MS + 1),
        "24 hours",
    );
    // Sealed by a neighbour whose clock is ahead.
    assert!(open(&scope("/"), BRAND, &text, NOW - 5_000).is_ok());
}

#[test]
fn what_is_no_cursor_is_refused() {
    let endless = "A".repeat(LONGEST_CURSOR + 1);
    for text in [
        "",
        "A",
        "AA==",
        "not a cursor",
        "é",
        &"A".repeat(64),
        &endless,
    ] {
        refused(open(&scope("/"), BRAND, text, NOW), "not a cursor");
    }
}

fn position() -> impl Strategy<Value = Vec<Position>> {
    let part = prop_oneof![
        Just(Position::Null),
        any::<bool>().prop_map(Position::Bool),
        any::<i64>().prop_map(Position::Int),
        // Not a number is never equal to itself, so it could not be compared here.
        any::<f64>()
            .prop_filter("a number", |value| !value.is_nan())
            .prop_map(Position::Float),
        any::<String>().prop_map(Position::Text),
    ];
    prop::collection::vec(part, 0..6)
}

proptest! {
    #[test]
    fn any_position_comes_back(position in position(), now in 0_i64..4_000_000_000_000) {
        let text = seal(&scope("/v1/contacts"), BRAND, &position, now);
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
        prop_assert_eq!(open(&scope("/v1/contacts"), BRAND, &text, now).unwrap(), position);
    }

    #[test]
    fn any_changed_character_is_refused(position in position(), at in any::<prop::sample::Index>()) {
        let text = seal(&scope("/"), BRAND, &position, NOW).into_bytes();
        let at = at.index(text.len());
        for other in b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n" {
            if *other != text[at] {
                let mut changed = text.clone();
                changed[at] = *other;
                let changed = String::from_utf8(changed).unwrap();
                prop_assert!(open(&scope("/"), BRAND, &changed, NOW).is_err());
            }
        }
    }

    #[test]
    fn any_cut_or_addition_is_refused(
        position in position(),
        cut in any::<prop::sample::Index>(),
        tail in "[A-Za-z0-9_-]{1,8}",
    ) {
        let text = seal(&scope("/"), BRAND, &position, NOW);
        prop_assert!(open(&scope("/"), BRAND, &text[..cut.index(text.len())], NOW).is_err());
        let longer = format!("{text}{tail}");
        prop_assert!(open(&scope("/"), BRAND, &longer, NOW).is_err());
    }
}
