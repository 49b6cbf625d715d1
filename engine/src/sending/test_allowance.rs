//! How many mails of tests an organization may have: a test goes to whom its author likes and uses up no plan, so without
//! a limit it would be a way to mail the world.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_store::db::{DbError, Tx};
use postrider_store::test_mails::{self, NewTestMail};

use super::test_mail::TestMail;
use crate::failure::Failure;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestAllowance {
    /// Within 24 hours, over all brands.
    pub a_day: u32,
}

impl TestAllowance {
    /// Counts a mail, in the commit after which it may leave.
    pub async fn take(self, tx: &Tx, test: &TestMail, now: Millis) -> Result<(), Failure> {
        self.require(tx, test.brand.org, now).await?;
        let payload = serde_json::to_string(&test.payload)
            .map_err(|error| DbError::Other(error.to_string()))?;
        let new = NewTestMail {
            id: test.number,
            email: test.email,
            version: test.version,
            address: &test.to,
            preview_text: test.preview_text.as_deref(),
            payload,
        };
        test_mails::create(tx, test.brand, &new, now).await?;
        Ok(())
    }

    /// Whether there is one left.
    pub async fn require(self, tx: &Tx, org: i64, now: Millis) -> Result<(), Failure> {
        match test_mails::free_at(tx, org, self.a_day, now).await? {
            None => Ok(()),
            Some(at) => Err(self.used_up(at - now.0).into()),
        }
    }

    fn used_up(self, wait_ms: i64) -> Problem {
        let seconds = wait_ms.max(0).unsigned_abs().div_ceil(1000).max(1);
        let message = format!(
            "The organization has had its {} mails of tests within 24 hours.",
            self.a_day
        );
        Problem::new(Code::RateLimited, message)
            .retry_after(seconds)
            .suggest(
                "Wait for the time in `Retry-After`. Whoever runs the server sets the number with \
                 POSTRIDER_TEST_SENDS_A_DAY.",
            )
    }
}
