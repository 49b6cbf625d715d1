//! The indexes follow the contacts: whatever was created, changed and deleted, filters and searches find
//! what the rows say.

use postrider_domain::contacts::contact::{fold, folded};
use postrider_domain::contacts::filter::{FilterGroup, LogicalOperator, Operator};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactQuery, Direction, SortKey};
use postrider_store::db::Db;
use postrider_store::{fields, params, statements};
use proptest::sample::select;
use proptest::strategy::Strategy;
use proptest::test_runner::TestRunner;

use super::filters::check;
use super::people::{self, Person, TEXTS};
use super::questions::{condition, group, pairs};
use super::restoring::delete;
use super::{a_brand, sample, upload};
use crate::harness::on_each;

statements! {
    DELETED = "INSERT INTO deleted_fields (org, brand, field, after_contact) VALUES ($1, $2, $3, 0)";
}

fn searchable(person: &Person) -> String {
    let (first, last) = (person.first_name.as_deref(), person.last_name.as_deref());
    folded(&person.email, first, last)
}

async fn search(db: &Db, brand: BrandKey, part: &str, direction: Direction) -> Vec<String> {
    let mut query = ContactQuery {
        filter: None,
        search: Some(part.to_owned()),
        sort: SortKey::Number,
        direction,
        after: None,
        limit: 7,
        bytes: usize::MAX,
    };
    let part = part.to_owned();
    let counting = db.read(move |tx| {
        let part = part.clone();
        async move { contacts::count(&tx, brand, None, Some(&part)).await }
    });
    let count = counting.await.unwrap();
    let mut emails = Vec::new();
    loop {
        let asked = query.clone();
        let page = db.read(move |tx| async move { contacts::page(&tx, brand, &asked).await });
        let page = page.await.unwrap().rows;
        let Some((_, last)) = page.last() else {
            assert_eq!(count, emails.len() as i64);
            return emails;
        };
        query.after = Some(last.clone());
        emails.extend(page.into_iter().map(|(record, _)| record.email));
    }
}

/// Parts of what somebody is called, of every length, and parts that nobody has.
fn part(people: &[Person]) -> impl Strategy<Value = String> {
    let texts: Vec<String> = people.iter().map(searchable).collect();
    (select(texts), 0..30_usize, 1..9_usize, select(TEXTS)).prop_map(
        |(text, from, length, other)| {
            let part: String = text.chars().skip(from).take(length).collect();
            if part.is_empty() {
                other.to_owned()
            } else {
                part
            }
        },
    )
}

async fn check_searches(db: &Db, brand: BrandKey, people: &[Person], runner: &mut TestRunner) {
    for _ in 0..60 {
        let part = sample(runner, &part(people));
        let has = |person: &&Person| searchable(person).contains(&fold(&part));
        let mut expected: Vec<_> = people.iter().filter(has).map(|p| p.email.clone()).collect();
        let found = search(db, brand, &part, Direction::Ascending).await;
        assert_eq!(found, expected, "{part:?}");
        expected.reverse();
        let found = search(db, brand, &part, Direction::Descending).await;
        assert_eq!(found, expected, "{part:?} newest first");
    }
}

/// What an index answers, alone and with something beside it that only the row can.
async fn check_filters(db: &Db, brand: BrandKey, people: &[Person], runner: &mut TestRunner) {
    let listed = |pair: &(String, Operator)| {
        let words = [
            "equals",
            "not_equals",
            "in",
            "not_in",
            "is_true",
            "is_false",
        ];
        pair.0.starts_with("customFields.") && words.contains(&pair.1.as_str())
    };
    let listed: Vec<_> = pairs().into_iter().filter(listed).collect();
    assert!(listed.len() > 6);
    let asked = select(listed).prop_flat_map(|(field, operator)| condition(field, operator));
    for _ in 0..60 {
        let filters = vec![sample(runner, &asked), sample(runner, &asked)];
        for logical_operator in [LogicalOperator::And, LogicalOperator::Or] {
            let filters = filters.clone();
            check(
                db,
                brand,
                people,
                &FilterGroup {
                    logical_operator,
                    filters,
                },
            )
            .await;
        }
        let mut mixed = sample(runner, &group());
        mixed.logical_operator = LogicalOperator::And;
        mixed.filters.push(filters[0].clone());
        check(db, brand, people, &mixed).await;
    }
}

/// What a person is changed to: new names and values, everything else as it was.
fn changed(person: &Person, to: Person) -> Person {
    Person {
        first_name: to.first_name,
        last_name: to.last_name,
        custom: to.custom,
        ..person.clone()
    }
}

#[tokio::test]
async fn filters_and_searches_find_what_the_rows_say() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        let mine = a_brand(&db).await;
        let theirs = crate::tenants::brand(&db, mine.org, "other").await;
        let mut people = people::some(&mut runner, 50);
        people::add(&db, mine, &people).await;
        // The same people with other values: they must not show.
        people::add(&db, theirs, &people::some(&mut runner, 50)).await;
        check_searches(&db, mine, &people, &mut runner).await;
        check_filters(&db, mine, &people, &mut runner).await;

        let gone: Vec<Person> = people.drain(10..20).collect();
        let emails: Vec<&str> = gone.iter().map(|person| person.email.as_str()).collect();
        delete(&db, mine, &emails).await;
        for (index, person) in people.iter_mut().take(20).enumerate() {
            let to = sample(&mut runner, &people::person(index));
            *person = changed(person, to);
        }
        // Many at once, one by one, and some that stay as they are.
        let rows = |people: &[Person]| people.iter().map(Person::upsert).collect::<Vec<_>>();
        upload(&db, mine, rows(&people[..12])).await;
        for person in &people[12..25] {
            upload(&db, mine, vec![person.upsert()]).await;
        }
        for (changed, person) in people.iter_mut().zip(people_now(&db, mine).await) {
            changed.updated_at = person;
        }
        check_searches(&db, mine, &people, &mut runner).await;
        check_filters(&db, mine, &people, &mut runner).await;
    })
    .await;
}

/// When each contact was changed last, in the order of their numbers.
async fn people_now(db: &Db, brand: BrandKey) -> Vec<i64> {
    let query = ContactQuery {
        filter: None,
        search: None,
        sort: SortKey::Number,
        direction: Direction::Ascending,
        after: None,
        limit: 1000,
        bytes: usize::MAX,
    };
    let page = db.read(move |tx| async move { contacts::page(&tx, brand, &query).await });
    let page = page.await.unwrap().rows.into_iter();
    page.map(|(record, _)| record.updated_at).collect()
}

#[tokio::test]
async fn values_of_a_deleted_field_leave_the_others_findable() {
    on_each(|db| async move {
        let mut runner = TestRunner::deterministic();
        let brand = a_brand(&db).await;
        let mut people = people::some(&mut runner, 30);
        people::add(&db, brand, &people).await;
        let values = params![brand.org, brand.brand, 1];
        db.write(move |tx| {
            let values = values.clone();
            async move { tx.execute(&DELETED, values).await }
        })
        .await
        .unwrap();
        while db
            .write(|tx| async move { fields::purge_deleted(&tx, 7).await })
            .await
            .unwrap()
        {}
        for person in &mut people {
            person.custom.remove("1");
        }
        // The number is never asked for again; another write brings the index up to date all the same.
        upload(&db, brand, people.iter().map(Person::upsert).collect()).await;
        for (person, at) in people.iter_mut().zip(people_now(&db, brand).await) {
            person.updated_at = at;
        }
        check_filters(&db, brand, &people, &mut runner).await;
    })
    .await;
}
