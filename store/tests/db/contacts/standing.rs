//! The rules about opt-outs are one pure function; what SQL does with a batch must be the same.

use postrider_domain::contacts::contact::{
    Intent, MailPermission, Request, Suppression, SuppressionReason,
};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{ContactRecord, ContactUpsert};
use postrider_store::db::{Db, Value};
use postrider_store::{params, statements};
use proptest::option;
use proptest::prelude::any;
use proptest::sample::select;
use proptest::strategy::Strategy;
use proptest::test_runner::TestRunner;

use super::{NOW, a_brand, contact, get, hash, sample, upload, upsert};
use crate::harness::on_each;

statements! {
    bulk(
        org: Int, brand: Int, email: Text, subscribed: Bool, unsubscribed_at: Int, reason: Text, at: Int
    ) SET_STANDING = "
        UPDATE contacts SET subscribed = r.subscribed, unsubscribed_at = r.unsubscribed_at,
            suppressed_reason = r.reason, suppressed_at = r.at
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.email = r.email";
    bulk(org: Int, brand: Int, hash: Blob, unsubscribed_at: Int, reason: Text, at: Int) ADD_OPT_OUT = "
        INSERT INTO opt_outs (org, brand, address_hash, unsubscribed_at, suppressed_reason, suppressed_at)
        SELECT r.org, r.brand, r.hash, r.unsubscribed_at, r.reason, r.at FROM {rows} AS r WHERE true";
}

const PEOPLE: usize = 400;

/// Few different times, so that before, at the same time and after all happen.
fn time() -> impl Strategy<Value = i64> {
    select(vec![-5, 100, 101, 102, NOW])
}

fn standing() -> impl Strategy<Value = MailPermission> {
    let suppression = option::of((select(&SuppressionReason::ALL[..]), time()));
    (any::<bool>(), option::of(time()), suppression).prop_map(|(subscribed, left, suppression)| {
        MailPermission {
            subscribed,
            unsubscribed_at: left.filter(|_| !subscribed),
            suppression: suppression.map(|(reason, at)| Suppression { reason, at }),
        }
    })
}

fn request() -> impl Strategy<Value = (Option<bool>, Option<i64>)> {
    (option::of(any::<bool>()), option::of(time()))
}

fn email(index: usize) -> String {
    format!("{index:04}@x.de")
}

fn upsert_of(index: usize, (subscribed, consent_at): (Option<bool>, Option<i64>)) -> ContactUpsert {
    let mut row = contact(&email(index));
    row.subscribed = subscribed;
    row.consent = consent_at.map(|at| (r#"{"source":"x"}"#.to_owned(), at));
    row
}

fn suppression_of(permission: MailPermission) -> [Value; 2] {
    let suppression = permission.suppression;
    params![
        suppression.map(|s| s.reason.as_str()),
        suppression.map(|s| s.at)
    ]
}

fn standing_of(record: &ContactRecord) -> MailPermission {
    let reason = record.suppressed_reason.as_deref();
    MailPermission {
        subscribed: record.subscribed,
        unsubscribed_at: record.unsubscribed_at,
        suppression: reason.map(|reason| Suppression {
            reason: SuppressionReason::parse(reason).unwrap(),
            at: record.suppressed_at.unwrap(),
        }),
    }
}

type Case = (MailPermission, (Option<bool>, Option<i64>));

/// Writes every case in one batch and compares each row with the pure function.
async fn check(db: &Db, brand: BrandKey, cases: &[Case], intent: Intent) {
    let rows = cases
        .iter()
        .enumerate()
        .map(|(index, case)| upsert_of(index, case.1))
        .collect();
    let written = upsert(db, brand, rows, intent, NOW).await;
    assert_eq!(written.len(), cases.len());
    for (index, (before, (subscribed, consent_at))) in cases.iter().enumerate() {
        let request = Request {
            subscribed: *subscribed,
            consent_at: *consent_at,
            intent,
        };
        let expected = before.after(request, NOW);
        let stored = get(db, brand, &email(index)).await.unwrap();
        assert_eq!(
            standing_of(&stored),
            expected.permission,
            "{before:?} {request:?}"
        );
        let skipped = written[index].resubscribe_skipped;
        assert_eq!(
            skipped, expected.resubscribe_skipped,
            "{before:?} {request:?}"
        );
    }
}

#[tokio::test]
async fn existing_contacts_stand_as_the_rules_say() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        for (name, intent) in [("explicit", Intent::Explicit), ("upload", Intent::Upload)] {
            let org = crate::tenants::organization(&db, name).await;
            let brand = crate::tenants::brand(&db, org, name).await;
            let cases: Vec<Case> = (0..PEOPLE)
                .map(|_| sample(&mut runner, &(standing(), request())))
                .collect();
            upload(
                &db,
                brand,
                (0..PEOPLE).map(|index| contact(&email(index))).collect(),
            )
            .await;
            let row = |(index, (before, _)): (usize, &Case)| -> Vec<Value> {
                let [reason, at] = suppression_of(*before);
                let left = before.unsubscribed_at;
                params![
                    brand.org,
                    brand.brand,
                    email(index),
                    before.subscribed,
                    left,
                    reason,
                    at
                ]
                .into()
            };
            let rows: Vec<_> = cases.iter().enumerate().map(row).collect();
            db.write(move |tx| {
                let rows = rows.clone();
                async move { tx.bulk(&SET_STANDING, rows).await }
            })
            .await
            .unwrap();
            check(&db, brand, &cases, intent).await;
        }
    })
    .await;
}

#[tokio::test]
async fn new_contacts_start_with_what_their_address_had_refused() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        let brand = a_brand(&db).await;
        let remembered = standing()
            .prop_map(|left| MailPermission::remembered(left.unsubscribed_at, left.suppression));
        let case = (remembered, request());
        let cases: Vec<Case> = (0..PEOPLE).map(|_| sample(&mut runner, &case)).collect();
        let refused = |(_, (left, _)): &(usize, &Case)| *left != MailPermission::NEW;
        let row = |(index, (left, _)): (usize, &Case)| -> Vec<Value> {
            let [reason, at] = suppression_of(*left);
            params![
                brand.org,
                brand.brand,
                hash(&email(index)),
                left.unsubscribed_at,
                reason,
                at
            ]
            .into()
        };
        let rows: Vec<_> = cases.iter().enumerate().filter(refused).map(row).collect();
        db.write(move |tx| {
            let rows = rows.clone();
            async move { tx.bulk(&ADD_OPT_OUT, rows).await }
        })
        .await
        .unwrap();
        check(&db, brand, &cases, Intent::Upload).await;
    })
    .await;
}
