use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::session::{IDLE_MS, LONGEST_MS, MOST};
use postrider_domain::numbers::{Millis, PersonNo};
use postrider_store::db::Db;
use postrider_store::people::found::{self, FoundSession, Named};
use postrider_store::people::memberships;
use postrider_store::people::sessions::{self, NewSession, SessionOrigin, Sight};
use postrider_store::{params, tenants};

use super::{NOW, count, join, join_brands, person, sign_in, token_hash, write};
use crate::harness::on_each;
use crate::tenants::{brand, organization};

async fn find(db: &Db, number: u8, named: Named<'static>) -> Option<FoundSession> {
    let db = db.for_one();
    let found =
        db.read_apart(move |tx| async move { found::find(&tx, token_hash(number), named).await });
    let found = found.await.unwrap();
    assert_eq!(db.spent().statements(), 1, "every request pays for it");
    found
}

/// The role that a session has in what is named, and the brands that it is limited to.
async fn role(db: &Db, named: Named<'static>) -> Option<(i64, Role, BrandLimit)> {
    let found = find(db, 1, named).await.expect("the session");
    found.membership.map(|own| (own.org, own.role, own.limit))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_tells_who_calls_and_what_they_may_do() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let shop = brand(&db, org, "shop").await;
        let ada = person(&db, "ada").await;
        join(&db, org, ada, Role::Editor).await;
        sign_in(&db, ada, Some(org), 1, NOW).await;
        let found = find(&db, 1, Named::Brand("brand_shop"))
            .await
            .expect("a session");
        assert_eq!(found.public_id, "session_1");
        assert_eq!(found.times.made_at, Millis(NOW));
        assert_eq!(found.times.password_given_at, Millis(NOW));
        assert_eq!(
            (found.person.id, found.person.email.as_str()),
            (ada, "ada@example.test")
        );
        let own = found.membership.expect("a member");
        assert_eq!((own.org, own.org_public_id.as_str()), (org, "org_one"));
        assert_eq!((own.plan.as_str(), own.role), ("free", Role::Editor));
        assert_eq!(own.suspended_at, None);
        let named = found.brand.expect("the brand");
        assert_eq!((named.key, named.public_id.as_str()), (shop, "brand_shop"));
        assert_eq!(named.time_zone, "UTC");
        assert_eq!(find(&db, 2, Named::Nothing).await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_organization_and_its_brands_are_not_found() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        brand(&db, one, "own").await;
        brand(&db, two, "foreign").await;
        let ada = person(&db, "ada").await;
        join(&db, one, ada, Role::Owner).await;
        sign_in(&db, ada, Some(one), 1, NOW).await;
        let owner = Some((one, Role::Owner, BrandLimit::AllBrands));
        for (named, expected) in [
            (Named::Nothing, owner.clone()),
            (Named::Organization("org_one"), owner.clone()),
            (Named::Brand("brand_own"), owner),
            (Named::Organization("org_two"), None),
            (Named::Organization("org_three"), None),
            (Named::Organization("org_one\0"), None),
            (Named::Brand("brand_foreign"), None),
            (Named::Brand("brand_other"), None),
            (Named::Brand("brand_own\0"), None),
        ] {
            assert_eq!(role(&db, named).await, expected, "{named:?}");
        }
        let foreign = find(&db, 1, Named::Brand("brand_foreign")).await;
        assert_eq!(foreign.and_then(|found| found.brand), None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brand_id_that_two_organizations_have_means_the_own() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        brand(&db, one, "shop").await;
        let own = brand(&db, two, "own").await;
        write(&db, move |tx| async move {
            let sql = "UPDATE brands SET public_id = 'brand_shop' WHERE id = $1 RETURNING id";
            tx.dynamic(sql, params![own.brand]).await
        })
        .await;
        let ada = person(&db, "ada").await;
        join(&db, two, ada, Role::Viewer).await;
        sign_in(&db, ada, None, 1, NOW).await;
        let found = find(&db, 1, Named::Brand("brand_shop"))
            .await
            .expect("a session");
        assert_eq!(found.brand.map(|brand| brand.key), Some(own));
        assert_eq!(found.membership.map(|own| own.org), Some(two));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_member_sees_its_brands_alone() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let (a, b) = (brand(&db, org, "a").await, brand(&db, org, "b").await);
        brand(&db, org, "c").await;
        let ada = person(&db, "ada").await;
        let limit = BrandLimit::Brands(vec![a.brand, b.brand]);
        join_brands(&db, org, ada, Role::Admin, limit.clone()).await;
        sign_in(&db, ada, Some(org), 1, NOW).await;
        for (named, seen) in [
            ("brand_a", Some(a)),
            ("brand_b", Some(b)),
            ("brand_c", None),
        ] {
            let found = find(&db, 1, Named::Brand(named)).await.expect("a session");
            assert_eq!(found.brand.map(|brand| brand.key), seen, "{named}");
            assert_eq!(found.membership.map(|own| own.limit), Some(limit.clone()));
        }
        write(&db, move |tx| async move {
            assert!(tenants::delete_brand(&tx, a, NOW).await?);
            let sql = "DELETE FROM membership_brands WHERE brand = $1 RETURNING brand";
            for key in [a, b] {
                tx.dynamic(sql, params![key.brand]).await?;
            }
            Ok(())
        })
        .await;
        for named in ["brand_a", "brand_b", "brand_c"] {
            let found = find(&db, 1, Named::Brand(named)).await.expect("a session");
            assert_eq!(found.brand, None, "{named}");
        }
        let limit = role(&db, Named::Nothing).await.map(|(_, _, limit)| limit);
        assert_eq!(limit, Some(BrandLimit::Brands(vec![])), "none, never all");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_membership_holds_at_once() {
    on_each(|db| async move {
        let org = organization(&db, "one").await;
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        join(&db, org, ada, Role::Owner).await;
        join(&db, org, bob, Role::Owner).await;
        sign_in(&db, ada, Some(org), 1, NOW).await;
        let all = BrandLimit::AllBrands;
        write(&db, move |tx| async move {
            memberships::update(&tx, org, ada, Role::Viewer, &BrandLimit::AllBrands).await
        })
        .await;
        assert_eq!(
            role(&db, Named::Nothing).await,
            Some((org, Role::Viewer, all))
        );
        write(&db, move |tx| async move {
            memberships::remove(&tx, org, ada).await
        })
        .await;
        for named in [Named::Nothing, Named::Organization("org_one")] {
            assert_eq!(role(&db, named).await, None, "{named:?}");
        }
        // Who comes back does not look at it by an old session unasked.
        join(&db, org, ada, Role::Viewer).await;
        assert_eq!(role(&db, Named::Nothing).await, None);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_looks_at_what_its_person_belongs_to() {
    on_each(|db| async move {
        let (one, two) = (
            organization(&db, "one").await,
            organization(&db, "two").await,
        );
        let ada = person(&db, "ada").await;
        join(&db, one, ada, Role::Viewer).await;
        sign_in(&db, ada, None, 1, NOW).await;
        assert_eq!(role(&db, Named::Nothing).await, None);
        let look = |org| {
            write(&db, move |tx| async move {
                sessions::look_at(&tx, token_hash(1), org).await
            })
        };
        assert!(!look(two).await);
        assert!(look(one).await);
        let seen = role(&db, Named::Nothing).await.map(|(org, ..)| org);
        assert_eq!(seen, Some(one));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_one_by_one_all_or_all_but_one() {
    on_each(|db| async move {
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        for number in 1..=5 {
            sign_in(&db, ada, None, number, NOW + i64::from(number)).await;
        }
        sign_in(&db, bob, None, 9, NOW).await;
        let left = |who: PersonNo| {
            write(&db, move |tx| async move {
                let listed = sessions::list(&tx, who).await?;
                Ok(listed
                    .into_iter()
                    .map(|one| one.public_id)
                    .collect::<Vec<_>>())
            })
        };
        write(&db, move |tx| async move {
            assert!(
                !sessions::end_one(&tx, bob, "session_1").await?,
                "another's"
            );
            assert!(sessions::end_one(&tx, ada, "session_1").await?);
            assert!(!sessions::end_one(&tx, ada, "session_1").await?);
            assert!(sessions::end(&tx, token_hash(2)).await?);
            assert!(!sessions::end(&tx, token_hash(2)).await?);
            Ok(())
        })
        .await;
        assert_eq!(left(ada).await, ["session_5", "session_4", "session_3"]);
        let others = write(&db, move |tx| async move {
            sessions::end_others(&tx, ada, token_hash(4)).await
        });
        assert_eq!(others.await, 2);
        assert_eq!(left(ada).await, ["session_4"]);
        assert_eq!(
            write(
                &db,
                move |tx| async move { sessions::end_all(&tx, ada).await }
            )
            .await,
            1
        );
        assert_eq!(find(&db, 4, Named::Nothing).await, None);
        assert_eq!(left(bob).await, ["session_9"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_so_many_sessions_and_the_oldest_go() {
    on_each(|db| async move {
        let (ada, bob) = (person(&db, "ada").await, person(&db, "bob").await);
        sign_in(&db, bob, None, 255, NOW - 1).await;
        for number in 0..60 {
            // Some in the same moment.
            sign_in(&db, ada, None, number, NOW + i64::from(number / 2)).await;
        }
        assert!(
            find(&db, 59, Named::Nothing).await.is_some(),
            "the new one stays"
        );
        assert_eq!(find(&db, 0, Named::Nothing).await, None);
        let listed = write(&db, move |tx| async move { sessions::list(&tx, ada).await }).await;
        assert_eq!(listed.len() as i64, MOST);
        assert!(listed.iter().all(|one| one.times.made_at.0 >= NOW + 5));
        let all = "SELECT count(*) FROM sessions";
        assert_eq!(count(&db, all).await, MOST + 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_are_noted_at_once_each_with_its_own_origin() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        for token in 1..=3 {
            sign_in(&db, ada, None, token, NOW).await;
        }
        let seen = write(&db, |tx| async move {
            let sight = |token: u8, address: Option<&str>| Sight {
                token: token_hash(token),
                origin: SessionOrigin {
                    address: address.map(str::to_owned),
                    browser: None,
                },
                at: Millis(NOW + 60_000),
            };
            let seen = vec![sight(2, Some("192.0.2.2")), sight(1, None)];
            sessions::see(&tx, seen).await
        });
        assert_eq!(seen.await, 2);
        let listed = write(&db, move |tx| async move { sessions::list(&tx, ada).await }).await;
        let shown: Vec<_> = listed
            .iter()
            .map(|one| (one.times.last_seen_at.0 - NOW, one.address.as_deref()))
            .collect();
        assert_eq!(shown.len(), 3);
        assert!(shown.contains(&(60_000, Some("192.0.2.2"))), "{shown:?}");
        assert!(shown.contains(&(60_000, None)), "{shown:?}");
        assert_eq!(shown.iter().filter(|(later, _)| *later == 0).count(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn use_is_noted_once_a_minute_and_only_goes_forward() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        sign_in(&db, ada, None, 1, NOW).await;
        let see = |at: i64| {
            write(&db, move |tx| async move {
                let origin = SessionOrigin {
                    address: Some("192.0.2.7".to_owned()),
                    browser: Some(format!("Browser\0{}", "x".repeat(500))),
                };
                let sight = |token, at| Sight {
                    token: token_hash(token),
                    origin: origin.clone(),
                    at: Millis(at),
                };
                // Of the same session twice the later counts; of one that has ended there is nothing to note.
                let seen = vec![sight(1, at - 5), sight(9, at), sight(1, at)];
                sessions::see(&tx, seen).await
            })
        };
        for (at, noted) in [(59_999, 0), (60_000, 1), (60_001, 0), (0, 0), (120_000, 1)] {
            assert_eq!(see(NOW + at).await, noted, "{at}");
        }
        write(&db, |tx| async move {
            sessions::give_password(&tx, token_hash(1), Millis(NOW + 7)).await
        })
        .await;
        write(&db, |tx| async move {
            sessions::give_password(&tx, token_hash(1), Millis(NOW)).await
        })
        .await;
        let listed = write(&db, move |tx| async move { sessions::list(&tx, ada).await }).await;
        assert_eq!(listed[0].times.last_seen_at, Millis(NOW + 120_000));
        assert_eq!(listed[0].times.password_given_at, Millis(NOW + 7));
        assert_eq!(listed[0].address.as_deref(), Some("192.0.2.7"));
        assert_eq!(listed[0].browser.as_ref().map(String::len), Some(200));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_ended_by_itself_is_forgotten_in_pieces() {
    on_each(|db| async move {
        let ada = person(&db, "ada").await;
        for (number, made) in [(1, NOW), (2, NOW + 1), (3, NOW + 2), (4, NOW + IDLE_MS)] {
            sign_in(&db, ada, None, number, made).await;
        }
        let forget = |now: i64| {
            write(&db, move |tx| async move {
                sessions::forget_ended(&tx, Millis(now), 2).await
            })
        };
        assert!(!forget(NOW + IDLE_MS - 1).await);
        assert!(forget(NOW + 2 + IDLE_MS).await, "there may be more");
        assert!(!forget(NOW + 2 + IDLE_MS).await);
        assert!(find(&db, 4, Named::Nothing).await.is_some());
        write(&db, |tx| async move {
            let sql = "UPDATE sessions SET last_seen_at = $1 RETURNING person";
            tx.dynamic(sql, params![NOW + IDLE_MS + LONGEST_MS]).await
        })
        .await;
        assert!(!forget(NOW + IDLE_MS + LONGEST_MS).await);
        assert_eq!(
            find(&db, 4, Named::Nothing).await,
            None,
            "however much it was used"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_signed_in_who_is_not_there() {
    on_each(|db| async move {
        let made = write(&db, |tx| async move {
            let new = NewSession {
                token_hash: token_hash(1),
                public_id: "session".to_owned(),
                person: PersonNo(1),
                org: None,
                origin: SessionOrigin::default(),
                now: Millis(NOW),
            };
            sessions::create(&tx, &new).await
        });
        assert!(!made.await);
    })
    .await;
}
