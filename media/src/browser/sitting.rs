//! All pictures of one mail.

use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::calls::Orders;
use super::error::BrowserError;
use super::page::Page;
use super::shot::{Answers, Picture, Shot};

/// One mail before the browser, as often as somebody wants to see it.
pub struct Sitting {
    orders: Orders,
    answers: Answers,
    /// Opened for the first picture, and used for all.
    page: Option<Page>,
}

/// When it went wrong.
enum Failed {
    /// Before the mail was shown: no mail is to blame for it.
    Opening(BrowserError),
    Showing(BrowserError),
}

impl Failed {
    fn error(&self) -> &BrowserError {
        match self {
            Self::Opening(error) | Self::Showing(error) => error,
        }
    }

    /// For the caller, if it is not tried again.
    fn told(self) -> BrowserError {
        match self {
            Self::Showing(error @ BrowserError::TooSlow(_)) => too_much(error),
            Self::Opening(error) | Self::Showing(error) => error,
        }
    }
}

impl Sitting {
    pub(super) fn new(orders: Orders, answers: Answers) -> Self {
        Self {
            orders,
            answers,
            page: None,
        }
    }

    /// A picture of this HTML. If the browser dies of it or falls silent, another one is tried, once.
    pub async fn shoot(&mut self, html: &str, shot: &Shot) -> Result<Picture, BrowserError> {
        let mut left = self.orders.patience.whole;
        let first = match self.try_to(html, shot, &mut left).await {
            Ok(picture) => return Ok(picture),
            Err(failed) if failed.error().is_worth_another() => failed,
            Err(failed) => return Err(failed.told()),
        };
        tracing::warn!(error = %first.error(), "a picture is taken again");
        let again = self.try_to(html, shot, &mut left).await;
        again.map_err(|failed| match (first, failed) {
            (Failed::Showing(_), Failed::Showing(error)) if error.is_worth_another() => {
                too_much(error)
            }
            (_, failed) => failed.told(),
        })
    }

    /// A page that has failed is not used again. Showing it takes what is `left`; nobody can help waiting for a browser.
    async fn try_to(
        &mut self,
        html: &str,
        shot: &Shot,
        left: &mut Duration,
    ) -> Result<Picture, Failed> {
        let mut page = match self.page.take() {
            Some(page) => page,
            None => Page::open(&self.orders).await.map_err(Failed::Opening)?,
        };
        let begun = Instant::now();
        let taken = timeout(*left, page.shoot(html, shot, &self.answers)).await;
        *left = left.saturating_sub(begun.elapsed());
        let taken = taken.unwrap_or(Err(BrowserError::TooSlow(self.orders.patience.whole)));
        let picture = taken.map_err(Failed::Showing)?;
        self.page = Some(page);
        Ok(picture)
    }
}

fn too_much(error: BrowserError) -> BrowserError {
    BrowserError::TooMuch(Box::new(error))
}
