//! What receivers report, as a look sees it: nobody alone makes a finding, and nobody hides what the others say.

use postrider_domain::insights::counters::{SourceFacts, Told};
use postrider_domain::insights::stats::Share;
use postrider_store::insights;

use crate::emails::MINE;
use crate::harness::on_each;
use crate::reports::{DOMAIN, NOW, connected, says};

/// What each organization says: so many, and so many of them.
type Said = &'static [(&'static str, [i64; 2])];

const HOST: &str = "203.0.113.66";

fn told(all: [i64; 2], others: [i64; 2]) -> Told {
    Told {
        all: Share::of(all[0], all[1]),
        others: Share::of(others[0], others[1]),
    }
}

/// `said`: connections, and how many failed.
async fn connections_show(said: Said, expected: Told) {
    on_each(move |db| async move {
        let facts = db.write(move |tx| async move {
            for (name, counts) in said {
                connected(&tx, name, *counts, 0).await?;
            }
            insights::reports_of(&tx, MINE, DOMAIN, NOW).await
        });
        assert_eq!(facts.await.unwrap().tls, expected, "{said:?}");
    })
    .await;
}

#[tokio::test]
async fn one_who_sees_nothing_but_failures_makes_no_finding() {
    connections_show(
        &[("google.test", [100_000, 200]), ("small.test", [150, 150])],
        told([150, 300], [0, 150]),
    )
    .await;
    connections_show(
        &[
            ("google.test", [100_000, 200]),
            ("yahoo.test", [500, 1]),
            ("small.test", [150, 150]),
        ],
        told([152, 1_300], [2, 1_000]),
    )
    .await;
}

#[tokio::test]
async fn one_who_sees_no_failures_hides_half_of_them_at_most() {
    connections_show(
        &[("a.test", [3_000, 900]), ("b.test", [500, 150])],
        told([300, 1_000], [150, 500]),
    )
    .await;
    connections_show(
        &[
            ("a.test", [3_000, 900]),
            ("b.test", [500, 150]),
            ("liar.test", [1_000_000_000, 0]),
        ],
        told([1_050, 7_000], [150, 1_000]),
    )
    .await;
    // Nor does one of whom there is hardly anything leave too few of the others'.
    connections_show(
        &[
            ("a.test", [3_000, 900]),
            ("b.test", [500, 150]),
            ("tiny.test", [2, 0]),
        ],
        told([301, 1_004], [30, 102]),
    )
    .await;
}

/// What is seen of a host. `said`: mails of it, and how many passed. `expected`: all mails in the domain's name, and of the
/// host `proven`, `mails` and `mails_of_others`.
async fn host_shows(said: Said, expected: [i64; 4], own: Told) {
    on_each(move |db| async move {
        let facts = db.write(move |tx| async move {
            for (name, counts) in said {
                says(&tx, name, &[(HOST.to_owned(), *counts)]).await?;
            }
            insights::reports_of(&tx, MINE, DOMAIN, NOW).await
        });
        let facts = facts.await.unwrap();
        let [messages, proven, mails, mails_of_others] = expected;
        let host = SourceFacts {
            address: HOST.to_owned(),
            proven,
            mails,
            mails_of_others,
        };
        assert_eq!(facts.messages, messages, "{said:?}");
        assert_eq!(facts.sources, [host], "{said:?}");
        assert_eq!(facts.own, own, "{said:?}");
    })
    .await;
}

#[tokio::test]
async fn one_who_says_that_mail_was_proven_makes_no_host_the_domains_own() {
    // Seen by two, never proven; and by whoever mails there.
    host_shows(
        &[
            ("big.test", [400, 0]),
            ("office.test", [60, 0]),
            ("evil.test", [1, 1]),
        ],
        [161, 0, 160, 60],
        Told::default(),
    )
    .await;
    // Nor is it somebody else's because one other has seen no proof.
    host_shows(
        &[("big.test", [1_000, 1_000]), ("office.test", [150, 0])],
        [300, 0, 150, 0],
        Told::default(),
    )
    .await;
}

#[tokio::test]
async fn what_is_not_proven_of_own_hosts_is_neither_hidden_nor_made_up_by_one() {
    host_shows(
        &[
            ("a.test", [3_000, 2_100]),
            ("b.test", [500, 350]),
            ("liar.test", [1_000_000_000, 1_000_000_000]),
        ],
        [7_000, 2_450, 3_500, 500],
        told([1_050, 7_000], [150, 1_000]),
    )
    .await;
    host_shows(
        &[
            ("google.test", [8_000, 7_800]),
            ("yahoo.test", [500, 499]),
            ("small.test", [400, 0]),
        ],
        [1_800, 499, 900, 400],
        told([424, 1_800], [14, 1_000]),
    )
    .await;
}
