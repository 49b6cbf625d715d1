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

/// Whose fault it is.
enum Failed {
    OfMail(BrowserError),
    /// Before the mail was shown, or where another may have done it.
    OfNobody(BrowserError),
}

impl Failed {
    fn new(error: BrowserError, page: &Page) -> Self {
        let is_of_mail = match &error {
            BrowserError::Crashed | BrowserError::PageSilent => true,
            // All mails share the browser.
            BrowserError::Ended | BrowserError::Silent | BrowserError::TooSlow(_) => {
                page.is_alone()
            }
            _ => false,
        };
        if is_of_mail {
            Self::OfMail(error)
        } else {
            Self::OfNobody(error)
        }
    }

    fn error(&self) -> &BrowserError {
        match self {
            Self::OfMail(error) | Self::OfNobody(error) => error,
        }
    }

    /// For the caller, if it is not tried again.
    fn told(self) -> BrowserError {
        match self {
            Self::OfMail(error @ BrowserError::TooSlow(_)) => too_much(error),
            Self::OfMail(error) | Self::OfNobody(error) => error,
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

    /// Waits for a browser before the first picture, for whoever counts the time of the pictures alone. If it dies or falls
    /// silent before it shows anything, another one is tried, once.
    pub async fn open(&mut self) -> Result<(), BrowserError> {
        if self.page.is_none() {
            let opened = match Page::open(&self.orders).await {
                Err(error) if error.is_worth_another() => Page::open(&self.orders).await,
                opened => opened,
            };
            self.page = Some(opened?);
        }
        Ok(())
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
            (Failed::OfMail(_), Failed::OfMail(error)) => too_much(error),
            (_, failed) => failed.told(),
        })
    }

    /// A page that has failed is not used again. Showing it takes what is `left`; waiting for a browser does not.
    async fn try_to(
        &mut self,
        html: &str,
        shot: &Shot,
        left: &mut Duration,
    ) -> Result<Picture, Failed> {
        let mut page = match self.page.take() {
            Some(page) => page,
            None => Page::open(&self.orders).await.map_err(Failed::OfNobody)?,
        };
        let begun = Instant::now();
        let taken = timeout(*left, page.shoot(html, shot, &self.answers)).await;
        *left = left.saturating_sub(begun.elapsed());
        let taken = taken.unwrap_or(Err(BrowserError::TooSlow(self.orders.patience.whole)));
        match taken {
            Ok(picture) => {
                self.page = Some(page);
                Ok(picture)
            }
            Err(error) => Err(Failed::new(error, &page)),
        }
    }
}

fn too_much(error: BrowserError) -> BrowserError {
    BrowserError::TooMuch(Box::new(error))
}
