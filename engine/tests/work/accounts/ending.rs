//! What people leave behind is swept once its time is over.

use postrider_domain::accounts::link::{INVITATION_MS, LinkKind};
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::session::IDLE_MS;
use postrider_domain::accounts::token;
use postrider_domain::numbers::Millis;
use postrider_engine::housekeeping;
use postrider_store::db::{Db, DbError};
use postrider_store::people::audit::{self, AuditQuery, AuditReach, NewAuditRow};
use postrider_store::people::invitations::{self, NewInvitation};
use postrider_store::people::links::{self, NewLink};
use postrider_store::people::sessions::{self, NewSession, SessionOrigin};
use postrider_store::{params, people};
use tokio_util::sync::CancellationToken;

use super::{NOW, Shop, entropy};
use crate::harness::on_each;

async fn leave_behind(db: &Db, org: i64) {
    let left = db.write(move |tx| async move {
        let ada = people::find_by_email(&tx, "ada@example.test").await?;
        let person = ada.expect("Ada").id;
        let now = Millis(NOW);
        let session = NewSession {
            token_hash: token::mint([1; 32]).hash,
            public_id: "session".to_owned(),
            person,
            org: Some(org),
            origin: SessionOrigin::default(),
            now,
        };
        sessions::create(&tx, &session).await?;
        let link = NewLink {
            token_hash: token::mint([2; 32]).hash,
            person,
            kind: LinkKind::Claim,
            now,
        };
        links::create(&tx, &link).await?;
        let invitation = NewInvitation {
            org,
            public_id: "invitation".to_owned(),
            email: "bob@example.test".to_owned(),
            role: Role::Viewer,
            limit: BrandLimit::AllBrands,
            token_hash: token::mint([3; 32]).hash,
            invited_by: Some(person),
            now,
        };
        invitations::create(&tx, &invitation).await
    });
    left.await.unwrap();
}

/// Sessions, links and invitations there are.
async fn left(db: &Db) -> Vec<i64> {
    let counted = db.read(|tx| async move {
        let mut counts = Vec::new();
        for table in ["sessions", "person_links", "invitations"] {
            let sql = format!("SELECT count(*) FROM {table}");
            counts.push(tx.dynamic(&sql, params![]).await?[0].int(0)?);
        }
        Ok::<_, DbError>(counts)
    });
    counted.await.unwrap()
}

#[tokio::test]
async fn sessions_links_and_invitations_go_when_their_time_is_over() {
    on_each(|db| async move {
        let shop = Shop::open(&db, &entropy()).await;
        shop.hire("ada@example.test", Role::Owner).await.unwrap();
        leave_behind(&db, shop.org.id).await;
        let never = CancellationToken::new();
        let shown = 30 * 24 * 60 * 60 * 1000;
        for (later, expected) in [
            (0, [1, 1, 1]),
            (LinkKind::Claim.lasts_ms(), [1, 0, 1]),
            (IDLE_MS, [0, 0, 1]),
            (INVITATION_MS + shown - 1, [0, 0, 1]),
            (INVITATION_MS + shown, [0, 0, 0]),
        ] {
            housekeeping::sweep(&db, NOW + later, &never).await.unwrap();
            assert_eq!(left(&db).await, expected, "{later}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_audit_log_is_kept_for_as_long_as_is_said() {
    on_each(|db| async move {
        let org = Shop::open(&db, &entropy()).await.org.id;
        let appended = db.write(move |tx| async move {
            for at in [NOW, NOW + 1, NOW + 2] {
                let row = NewAuditRow {
                    org,
                    at,
                    person: None,
                    session: None,
                    address: None,
                    act: format!("at {at}"),
                    target: None,
                    brand: None,
                    before: None,
                    after: None,
                    counts: None,
                };
                audit::append(&tx, &row).await?;
            }
            Ok::<_, DbError>(())
        });
        appended.await.unwrap();
        let never = CancellationToken::new();
        housekeeping::forget_audit_log(&db, NOW + 2, &never)
            .await
            .unwrap();
        let everything = AuditQuery {
            person: None,
            act: None,
            target: None,
            from: None,
            to: None,
            visible: AuditReach::AllBrands,
            before: None,
            limit: 10,
        };
        let listed = db.read(move |tx| {
            let everything = everything.clone();
            async move { audit::list(&tx, org, &everything).await }
        });
        let times: Vec<i64> = listed.await.unwrap().iter().map(|row| row.at).collect();
        assert_eq!(times, [NOW + 2]);
    })
    .await;
}
