//! Verdicts on addresses: what they show, whom they suppress, and whom they leave alone.

use postrider_domain::contacts::contact::SuppressionReason::{Invalid, Risky};
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, judge};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactUpsert, Effect, JudgedAddress};
use postrider_store::db::Db;
use postrider_store::{params, statements};

use super::{NOW, a_brand, contact, get, upload};
use crate::harness::on_each;

statements! {
    SUPPRESS = "
        UPDATE contacts SET suppressed_reason = $4, suppressed_at = $5
        WHERE org = $1 AND brand = $2 AND email = $3";
}

fn verdict(email: &str, answer: DomainAnswer) -> AddressVerdict {
    judge(email).verdict.with_domain(answer)
}

async fn apply(db: &Db, brand: BrandKey, email: &str, effect: Effect, now: i64) -> u64 {
    let judged = JudgedAddress {
        email: email.to_owned(),
        verdict: verdict(email, DomainAnswer::NoMail),
        effect,
    };
    db.write(move |tx| {
        let judged = vec![judged.clone()];
        async move { contacts::apply_verdicts(&tx, brand, judged, now).await }
    })
    .await
    .unwrap()
}

/// Suppression before, what the verdict does, suppression after, and since when.
type Case = (
    Option<&'static str>,
    Effect,
    Option<&'static str>,
    Option<i64>,
);

const LATER: i64 = NOW + 5;

const CASES: [Case; 14] = [
    (
        None,
        Effect::Suppress(Invalid),
        Some("invalid"),
        Some(LATER),
    ),
    (None, Effect::Suppress(Risky), Some("risky"), Some(LATER)),
    (None, Effect::Lift, None, None),
    (None, Effect::Nothing, None, None),
    (
        Some("invalid"),
        Effect::Suppress(Invalid),
        Some("invalid"),
        Some(NOW),
    ),
    (
        Some("invalid"),
        Effect::Suppress(Risky),
        Some("risky"),
        Some(LATER),
    ),
    (
        Some("risky"),
        Effect::Suppress(Invalid),
        Some("invalid"),
        Some(LATER),
    ),
    (Some("invalid"), Effect::Lift, None, None),
    (Some("risky"), Effect::Lift, None, None),
    (Some("invalid"), Effect::Nothing, Some("invalid"), Some(NOW)),
    (
        Some("bounced"),
        Effect::Suppress(Invalid),
        Some("bounced"),
        Some(NOW),
    ),
    (
        Some("complained"),
        Effect::Lift,
        Some("complained"),
        Some(NOW),
    ),
    (Some("manual"), Effect::Lift, Some("manual"), Some(NOW)),
    (
        Some("manual"),
        Effect::Suppress(Risky),
        Some("manual"),
        Some(NOW),
    ),
];

async fn suppress(db: &Db, brand: BrandKey, reason: Option<&'static str>) {
    let at = reason.map(|_| NOW);
    let values = move || params![brand.org, brand.brand, "ada@example.com", reason, at];
    db.write(move |tx| async move { tx.execute(&SUPPRESS, values()).await })
        .await
        .unwrap();
}

#[tokio::test]
async fn a_verdict_takes_the_place_of_a_verdict_and_of_nothing_else() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let email = "ada@example.com";
        upload(&db, brand, vec![contact(email)]).await;
        for (before, effect, after, since) in CASES {
            suppress(&db, brand, before).await;
            assert_eq!(apply(&db, brand, email, effect, LATER).await, 1);
            let found = get(&db, brand, email).await.unwrap();
            let standing = (found.suppressed_reason.as_deref(), found.suppressed_at);
            assert_eq!(standing, (after, since), "{before:?} {effect:?}");
            assert_eq!(found.validation_status.as_deref(), Some("invalid"));
            assert_eq!(found.validated_at, Some(LATER));
            assert_eq!(found.validation.as_deref(), Some("{\"reason\":\"no_mx\"}"));
        }
    })
    .await;
}

#[tokio::test]
async fn a_verdict_shows_on_the_contacts_of_its_brand_alone() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let email = "ada@example.com";
        upload(&db, brand, vec![contact(email)]).await;
        let other = BrandKey {
            org: brand.org,
            brand: brand.brand + 1000,
        };
        assert_eq!(apply(&db, other, email, Effect::Lift, NOW).await, 0);
        assert_eq!(
            apply(&db, brand, "bob@example.com", Effect::Lift, NOW).await,
            0
        );
        let found = get(&db, brand, email).await.unwrap();
        assert_eq!(found.validation_status, None);
    })
    .await;
}

#[tokio::test]
async fn only_a_new_contact_begins_with_a_verdict() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        upload(&db, brand, vec![contact("old@mailinator.com")]).await;
        let judged = |email: &str| ContactUpsert {
            verdict: Some(verdict(email, DomainAnswer::TakesMail)),
            ..contact(email)
        };
        let rows = vec![
            judged("old@mailinator.com"),
            judged("new@mailinator.com"),
            contact("good@example.com"),
        ];
        upload(&db, brand, rows).await;
        let reason = async |email: &str| {
            let found = get(&db, brand, email).await.unwrap();
            (found.suppressed_reason, found.validation_status)
        };
        let risky = || Some("risky".to_owned());
        assert_eq!(reason("new@mailinator.com").await, (risky(), risky()));
        assert_eq!(reason("old@mailinator.com").await, (None, None));
        assert_eq!(reason("good@example.com").await, (None, None));
    })
    .await;
}

#[tokio::test]
async fn contacts_of_some_domains_are_found_in_pieces() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let names = [
            "a@x.test",
            "b@y.test",
            "c@sub.x.test",
            "x.test@z.test",
            "d@x.test",
            "e@w.test",
        ];
        for name in names {
            upload(&db, brand, vec![contact(name)]).await;
        }
        for (limit, pieces) in [(1, 7), (2, 4), (100, 2)] {
            let (mut found, mut after, mut asked) = (Vec::new(), 0, 0);
            loop {
                asked += 1;
                let some = db.read(move |tx| async move {
                    let domains = ["x.test".to_owned(), "w.test".to_owned()];
                    contacts::on_domains(&tx, brand, &domains, after, limit).await
                });
                let (some, last) = some.await.unwrap();
                found.extend(some.into_iter().map(|found| found.email));
                let Some(last) = last else { break };
                after = last;
            }
            assert_eq!(found, ["a@x.test", "d@x.test", "e@w.test"]);
            assert_eq!(asked, pieces, "{limit}");
        }
    })
    .await;
}
