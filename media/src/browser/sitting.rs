//! All pictures of one mail.

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
        match self.try_to(html, shot).await {
            Err(error) if error.is_worth_another() => {
                tracing::warn!(error = %error, "a picture is taken again");
                self.try_to(html, shot).await
            }
            done => done,
        }
    }

    /// A page that has failed is not used again.
    async fn try_to(&mut self, html: &str, shot: &Shot) -> Result<Picture, BrowserError> {
        let mut page = match self.page.take() {
            Some(page) => page,
            None => Page::open(&self.orders).await?,
        };
        let picture = page.shoot(html, shot, &self.answers).await?;
        self.page = Some(page);
        Ok(picture)
    }
}
