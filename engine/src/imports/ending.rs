//! How an import ends, whatever it came to.

use postrider_domain::accounts::credits::Plans;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::imports::work;
use postrider_store::storage;
use serde_json::json;

use super::source::Source;
use crate::credits::account_of;
use crate::validation::{self, Payment};

pub struct Ending<'a> {
    pub plans: &'a Plans,
    pub brand: BrandKey,
    pub import: i64,
    pub now: i64,
}

impl Ending<'_> {
    /// The addresses that were written are checked now, if that was asked for.
    pub async fn end(
        &self,
        tx: &Tx,
        status: &str,
        problem: Option<&Problem>,
    ) -> Result<(), DbError> {
        let error = problem.map(|problem| {
            json!({ "code": problem.code.as_str(), "message": problem.message }).to_string()
        });
        let ended = work::finish(tx, self.brand, self.import, (status, error), self.now).await?;
        let stands = work::load(tx, self.brand, self.import).await?;
        // Nobody reads the file any more; it is deleted after this commit.
        let source = stands
            .as_ref()
            .filter(|_| ended)
            .map(|stands| &stands.source);
        if let Some(source) = source.and_then(|source| serde_json::from_str::<Source>(source).ok())
        {
            storage::give_back(tx, self.brand.org, source.bytes as i64).await?;
        }
        if let Some(validation) = stands.and_then(|stands| stands.validation) {
            let account = account_of(tx, self.plans, self.brand.org, self.now).await?;
            let payment = Payment::From(account);
            validation::submit(tx, self.brand, validation, payment, self.now).await?;
        }
        Ok(())
    }
}
