//! SQL finds exactly the contacts for which the domain says that the filter matches.

use postrider_domain::contacts::filter::{
    self, FilterCondition, FilterGroup, FilterNode, LogicalOperator, ResolvedFilter,
};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_store::contacts::{self, ContactQuery, Direction, SortKey};
use postrider_store::db::{Db, DbError};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use super::people::{self, Person, known};
use super::questions::{condition, group, pairs};
use super::{NOW, a_brand, contact, sample, upload};
use crate::harness::on_each;

pub fn resolved(group: &FilterGroup, zone: &str) -> ResolvedFilter {
    let checked =
        filter::check(group, &known(), "filters").unwrap_or_else(|problem| panic!("{problem:?}"));
    checked.resolve(NOW, &parse_zone(zone).unwrap())
}

pub async fn found(db: &Db, brand: BrandKey, filter: ResolvedFilter) -> Vec<String> {
    let found = db.read(move |tx| async move {
        let query = ContactQuery {
            filter: Some(filter),
            search: None,
            sort: SortKey::Number,
            direction: Direction::Ascending,
            after: None,
            limit: 1000,
            bytes: usize::MAX,
        };
        let page = contacts::page(&tx, brand, &query).await?.rows;
        let count = contacts::count(&tx, brand, query.filter.as_ref(), None).await?;
        assert_eq!(count, page.len() as i64);
        Ok::<_, DbError>(page)
    });
    found
        .await
        .unwrap()
        .into_iter()
        .map(|(record, _)| record.email)
        .collect()
}

pub async fn check(db: &Db, brand: BrandKey, people: &[Person], group: &FilterGroup) {
    for zone in ["UTC", "Asia/Tokyo"] {
        let filter = resolved(group, zone);
        let expected: Vec<&str> = people
            .iter()
            .filter(|person| filter::matches(&filter, &|field| person.value_of(field)))
            .map(|person| person.email.as_str())
            .collect();
        let found = found(db, brand, filter.clone()).await;
        if found != expected {
            let differs = |person: &&Person| {
                found.contains(&person.email) != expected.contains(&person.email.as_str())
            };
            let wrong = people.iter().find(differs);
            panic!(
                "{filter:?}\nin {zone} found {found:?}\nexpected {expected:?}\nfor example {wrong:#?}"
            );
        }
    }
}

#[tokio::test]
async fn every_operator_on_every_field_agrees_with_the_domain() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        let brand = a_brand(&db).await;
        let people = people::some(&mut runner, 40);
        people::add(&db, brand, &people).await;
        for (field, operator) in pairs() {
            for _ in 0..4 {
                let node = sample(&mut runner, &condition(field.clone(), operator));
                let group = FilterGroup {
                    logical_operator: LogicalOperator::And,
                    filters: vec![node],
                };
                check(&db, brand, &people, &group).await;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn nested_groups_agree_with_the_domain() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        let brand = a_brand(&db).await;
        let people = people::some(&mut runner, 60);
        people::add(&db, brand, &people).await;
        for _ in 0..150 {
            let group = sample(&mut runner, &group());
            check(&db, brand, &people, &group).await;
        }
    })
    .await;
}

/// A filter may hold more values than a statement has parameters, and more than `OR` can be nested.
#[tokio::test]
async fn the_largest_filter_runs() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        upload(&db, brand, vec![contact("a@x.de")]).await;
        let values: Vec<Value> = (0..1000).map(|n| json!(format!("value{n}"))).collect();
        let condition = |operator: &str| {
            FilterNode::Condition(FilterCondition {
                field: "customFields.string".to_owned(),
                operator: operator.to_owned(),
                value: Some(values.clone().into()),
                field_type: None,
            })
        };
        let operators = ["not_in", "not_contains_any"];
        let mut filters: Vec<_> = operators
            .iter()
            .cycle()
            .take(96)
            .map(|word| condition(word))
            .collect();
        for _ in 0..4 {
            filters = vec![FilterNode::Group(FilterGroup {
                logical_operator: LogicalOperator::Or,
                filters,
            })];
        }
        let group = FilterGroup {
            logical_operator: LogicalOperator::And,
            filters,
        };
        assert_eq!(found(&db, brand, resolved(&group, "UTC")).await, ["a@x.de"]);
    })
    .await;
}
