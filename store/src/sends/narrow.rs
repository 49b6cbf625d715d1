//! What a list of sends is narrowed to, in the numbers of rows.

use postrider_domain::sending::send::{SendKind, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Query, Tx};
use crate::{params, statements};

statements! {
    // What was deleted has still been sent.
    EMAIL -> (i64,) = "SELECT id FROM emails WHERE org = $1 AND brand = $2 AND public_id = $3";
    AUTOMATION -> (i64,) = "SELECT id FROM automations WHERE org = $1 AND brand = $2 AND public_id = $3";
    AUDIENCE_RUN -> (i64,) = "
        SELECT id FROM audience_runs WHERE org = $1 AND brand = $2 AND public_id = $3";
    RUN -> (i64,) = "SELECT id FROM runs WHERE org = $1 AND brand = $2 AND public_id = $3";
    // One for each automation that the fire started.
    RUNS_OF_INSTANCE -> (i64,) = "
        SELECT u.id FROM trigger_instances AS i
        JOIN runs AS u ON u.org = i.org AND u.brand = i.brand AND u.instance = i.id
        WHERE i.org = $1 AND i.brand = $2 AND i.public_id = $3";
}

/// Names are those outside, of rows that were deleted too.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    pub kind: Option<SendKind>,
    pub status: Option<SendStatus>,
    pub email: Option<String>,
    pub automation: Option<String>,
    pub run: Option<String>,
    pub audience_run: Option<String>,
    pub instance: Option<String>,
    /// Bounds of when it was made: from, and up to but not at.
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// The number of the last send of the page before.
    pub before: Option<i64>,
    pub limit: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Narrow {
    pub(super) email: Option<i64>,
    pub(super) automation: Option<i64>,
    pub(super) audience_run: Option<i64>,
    pub(super) runs: Option<Vec<i64>>,
    /// Fires start no audience runs.
    pub(super) is_by_instance: bool,
}

impl Narrow {
    /// Nothing: a name is unknown, so that no send fits.
    pub(super) async fn find(
        tx: &Tx,
        brand: BrandKey,
        query: &ListQuery,
    ) -> Result<Option<Self>, DbError> {
        let mut narrow = Self {
            is_by_instance: query.instance.is_some(),
            ..Self::default()
        };
        for (name, statement, number) in [
            (&query.email, &EMAIL, &mut narrow.email),
            (&query.automation, &AUTOMATION, &mut narrow.automation),
            (&query.audience_run, &AUDIENCE_RUN, &mut narrow.audience_run),
        ] {
            let Some(name) = name else { continue };
            *number = numbers(tx, brand, statement, name).await?.pop();
            if number.is_none() {
                return Ok(None);
            }
        }
        for (name, statement) in [(&query.run, &RUN), (&query.instance, &RUNS_OF_INSTANCE)] {
            let Some(name) = name else { continue };
            let found = numbers(tx, brand, statement, name).await?;
            let both = match narrow.runs.take() {
                None => found,
                Some(runs) => runs.into_iter().filter(|run| found.contains(run)).collect(),
            };
            if both.is_empty() {
                return Ok(None);
            }
            narrow.runs = Some(both);
        }
        Ok(Some(narrow))
    }
}

async fn numbers(
    tx: &Tx,
    brand: BrandKey,
    query: &'static Query<(i64,)>,
    public_id: &str,
) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    tx.values(query, values).await
}
