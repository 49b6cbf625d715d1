//! Pages follow one another without a gap or a repetition, whatever they are sorted by.

use std::cmp::Ordering;

use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::field::{CoreColumn, FieldType, FieldValue};
use postrider_domain::contacts::filter::FieldRef;
use postrider_domain::contract::cursor::Position;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactQuery, Direction, SortKey};
use postrider_store::db::{Db, DbError};
use proptest::test_runner::TestRunner;

use super::people::{self, Person};
use super::{a_brand, contact, upload};
use crate::harness::on_each;

fn query(sort: SortKey, direction: Direction, limit: i64) -> ContactQuery {
    ContactQuery {
        filter: None,
        search: None,
        sort,
        direction,
        after: None,
        limit,
        bytes: usize::MAX,
    }
}

async fn page(
    db: &Db,
    brand: BrandKey,
    query: &ContactQuery,
) -> Result<Vec<(String, Vec<Position>)>, DbError> {
    let query = query.clone();
    let page = db
        .read(move |tx| async move { contacts::page(&tx, brand, &query).await })
        .await?;
    Ok(page
        .rows
        .into_iter()
        .map(|(record, position)| (record.email, position))
        .collect())
}

async fn all_pages(db: &Db, brand: BrandKey, mut query: ContactQuery) -> Vec<String> {
    let mut emails = Vec::new();
    loop {
        let page = page(db, brand, &query).await.unwrap();
        let Some((_, last)) = page.last() else {
            return emails;
        };
        query.after = Some(last.clone());
        emails.extend(page.into_iter().map(|(email, _)| email));
    }
}

fn sort_keys() -> Vec<(SortKey, Option<FieldRef>)> {
    let core = CoreColumn::ALL
        .into_iter()
        .filter(|column| *column != CoreColumn::CreatedAt);
    let core = core.map(|column| (SortKey::Core(column), Some(FieldRef::Core(column))));
    let custom = (1..).zip(FieldType::ALL).map(|(number, field_type)| {
        (
            SortKey::Custom { number, field_type },
            Some(FieldRef::Custom { number, field_type }),
        )
    });
    // People are numbered as they come; that is what sorting by time of creation means.
    let by_number = [
        (SortKey::Number, None),
        (SortKey::Core(CoreColumn::CreatedAt), None),
    ];
    by_number.into_iter().chain(core).chain(custom).collect()
}

/// No value comes last.
fn compare(a: Option<FieldValue>, b: Option<FieldValue>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(FieldValue::Text(a)), Some(FieldValue::Text(b))) => fold(&a).cmp(&fold(&b)),
        (Some(FieldValue::Number(a)), Some(FieldValue::Number(b))) => a.total_cmp(&b),
        (Some(FieldValue::Bool(a)), Some(FieldValue::Bool(b))) => a.cmp(&b),
        (a, b) => panic!("{a:?} and {b:?} are of one field"),
    }
}

fn sorted(people: &[Person], field: Option<FieldRef>) -> Vec<String> {
    let mut people: Vec<&Person> = people.iter().collect();
    if let Some(field) = field {
        people.sort_by(|a, b| compare(a.value_of(&field), b.value_of(&field)));
    }
    people
        .into_iter()
        .map(|person| person.email.clone())
        .collect()
}

#[tokio::test]
async fn pages_of_any_order_hold_everybody_once() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let people = people::some(&mut TestRunner::deterministic(), 60);
        people::add(&db, brand, &people).await;
        for (sort, field) in sort_keys() {
            let mut expected = sorted(&people, field);
            for limit in [1, 7, 100] {
                let ascending = query(sort, Direction::Ascending, limit);
                assert_eq!(
                    all_pages(&db, brand, ascending).await,
                    expected,
                    "{sort:?} by {limit}"
                );
            }
            expected.reverse();
            for limit in [1, 7, 100] {
                let descending = query(sort, Direction::Descending, limit);
                assert_eq!(
                    all_pages(&db, brand, descending).await,
                    expected,
                    "{sort:?} by {limit}, reversed"
                );
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_position_of_another_order_is_refused() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        upload(&db, brand, vec![contact("a@x.de")]).await;
        let positions = [
            vec![],
            vec![Position::Text("a".to_owned())],
            vec![Position::Text("a".to_owned()), Position::Int(1)],
            vec![Position::Int(1), Position::Int(1), Position::Int(1)],
        ];
        for position in positions {
            let mut query = query(
                SortKey::Core(CoreColumn::UpdatedAt),
                Direction::Ascending,
                10,
            );
            query.after = Some(position);
            assert!(matches!(
                page(&db, brand, &query).await,
                Err(DbError::Other(_))
            ));
        }
    })
    .await;
}

#[tokio::test]
async fn search_takes_every_character_literally_and_ignores_case() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let named = |email: &str, first: &str, last: &str| {
            let mut row = contact(email);
            row.first_name = postrider_domain::patch::Patch::Set(first.to_owned());
            row.last_name = postrider_domain::patch::Patch::Set(last.to_owned());
            row
        };
        let rows = vec![
            named("a@x.de", "Jörg", "MÜLLER"),
            named("b_c@x.de", "100%", "it's"),
            named("bxc@x.de", "100", "back\\slash"),
        ];
        upload(&db, brand, rows).await;
        let cases: [(&str, &[&str]); 12] = [
            ("müller", &["a@x.de"]),
            ("MÜLLER", &["a@x.de"]),
            ("jörg mü", &["a@x.de"]),
            ("b_c", &["b_c@x.de"]),
            ("0%", &["b_c@x.de"]),
            ("%", &["b_c@x.de"]),
            ("_", &["b_c@x.de"]),
            ("\\", &["bxc@x.de"]),
            ("'", &["b_c@x.de"]),
            ("$1", &[]),
            ("dejörg", &[]),
            ("x.de", &["a@x.de", "b_c@x.de", "bxc@x.de"]),
        ];
        for (search, expected) in cases {
            let mut query = query(SortKey::Core(CoreColumn::Email), Direction::Ascending, 10);
            query.search = Some(search.to_owned());
            let found: Vec<_> = page(&db, brand, &query)
                .await
                .unwrap()
                .into_iter()
                .map(|(email, _)| email)
                .collect();
            assert_eq!(found, expected, "{search}");
            let counted =
                db.read(
                    move |tx| async move { contacts::count(&tx, brand, None, Some(search)).await },
                );
            assert_eq!(counted.await.unwrap(), expected.len() as i64);
        }
        let everybody =
            db.read(move |tx| async move { contacts::count(&tx, brand, None, None).await });
        assert_eq!(everybody.await.unwrap(), 3);
    })
    .await;
}

#[tokio::test]
async fn another_brands_contacts_are_on_no_page() {
    on_each(|db| async move {
        let mine = a_brand(&db).await;
        let theirs = crate::tenants::brand(&db, mine.org, "other").await;
        upload(&db, mine, vec![contact("mine@x.de")]).await;
        upload(&db, theirs, vec![contact("theirs@x.de")]).await;
        for sort in [SortKey::Number, SortKey::Core(CoreColumn::LastName)] {
            let emails = all_pages(&db, mine, query(sort, Direction::Descending, 1)).await;
            assert_eq!(emails, ["mine@x.de"]);
        }
    })
    .await;
}
