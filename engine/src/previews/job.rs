//! The background work on a picture.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::tenant::BrandKey;
use postrider_media::browser::{BrowserError, ColorScheme, Height, Picture, PictureFormat, Shot};
use postrider_media::image::Kind;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::emails::{self, PREVIEW_JOB};
use postrider_store::jobs::Claimed;
use tokio::time::timeout;

use crate::aside::aside;
use crate::assets::Library;
use crate::camera::{Camera, CameraError, readable};
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

const AT_ONCE: usize = 2;
/// A design whose picture fails so often goes without one.
const TRIES: i64 = 3;
/// Whoever waits longer for the camera keeps the designs of others from their turn.
const WAITED_FOR: Duration = Duration::from_secs(3);
/// When one looks again that had no place by then, found too many waiting, or got no browser.
const LATER_MS: i64 = 5_000;

/// As large as those of templates.
const SHOT: Shot = Shot {
    width: 600,
    window_height: 800,
    height: Height::Exactly(800),
    scale: 1,
    scheme: ColorScheme::Light,
    format: PictureFormat::WebP,
};

/// Heads without a picture that are asked for at once.
const UNSEEN: i64 = 500;

/// Called between two steps. Fault tests end the process there.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct PreviewJob {
    pub camera: Arc<Camera>,
    pub library: Library,
    pub moment: Moment,
}

/// Asks for pictures of some designs that have none, where they can be taken: from before there was a browser, or pictures at
/// all. It begins behind the design at which it stopped the last time, and gives the one at which it stops now, or nothing at the
/// end: designs that stay without a picture keep no others from theirs.
pub async fn want_unseen(
    db: &Db,
    camera: &Camera,
    after: Option<(BrandKey, i64)>,
    now: i64,
) -> Result<Option<(BrandKey, i64)>, DbError> {
    if camera.check().is_err() {
        return Ok(after);
    }
    // One is enough to find out whether the browser is of use again.
    let most = if camera.is_down() { 1 } else { UNSEEN };
    let after = after.unwrap_or((BrandKey { org: 0, brand: 0 }, 0));
    let asked = db
        .write_bulk(move |tx| async move { emails::want_unseen(&tx, after, now, most).await })
        .await?;
    let is_end = (asked.len() as i64) < most;
    Ok(asked.last().copied().filter(|_| !is_end))
}

impl Work for PreviewJob {
    fn kind(&self) -> &'static str {
        PREVIEW_JOB
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.show(turn))
    }

    /// The design has no picture; nothing else is wrong with it.
    fn give_up(&self, tx: Tx, job: Claimed, _: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move { emails::go_unseen(&tx, job.brand, job.subject).await })
    }
}

impl PreviewJob {
    async fn show(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        if self.camera.check().is_err() {
            return leave(&turn).await;
        }
        if turn.job.attempts > TRIES {
            return match turn.job.error {
                // With another store, or another browser, it may have one.
                Some(_) => leave(&turn).await,
                // It ended the process each time.
                None => go_unseen(&turn).await,
            };
        }
        let (brand, version) = (turn.job.brand, turn.job.subject);
        let wanted = turn
            .db
            .read(move |tx| async move { emails::wanted(&tx, brand, version).await });
        let Some(wanted) = wanted.await? else {
            return leave(&turn).await;
        };
        let taken = tokio::select! {
            () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            taken = self.take(&turn, wanted.html) => taken,
        };
        let picture = match taken {
            Ok(picture) => picture,
            Err(CameraError::QueueFull | CameraError::Browser(BrowserError::Busy)) => {
                let at = turn.now() + LATER_MS;
                return Ok(TurnEnd::Untried { at });
            }
            Err(CameraError::Browser(BrowserError::Stopping)) => return Ok(TurnEnd::Interrupted),
            Err(CameraError::Browser(error)) if is_hopeless(&error, turn.job.attempts) => {
                return go_unseen(&turn).await;
            }
            Err(error) => return Err(JobError::Failed(error.to_string())),
        };
        self.keep(&turn, wanted.email, picture).await
    }

    async fn take(&self, turn: &Turn, html: String) -> Result<Picture, CameraError> {
        let sitting = timeout(WAITED_FOR, self.camera.sit(turn.job.brand)).await;
        let mut sitting = sitting.unwrap_or(Err(CameraError::QueueFull))?;
        // What cannot be read is shown as nothing.
        let html = aside(move || readable(html)).await.unwrap_or_default();
        let taken = sitting.shoot(&html, &SHOT).await;
        self.camera.learn_of(&taken);
        taken
    }

    async fn keep(&self, turn: &Turn, email: i64, picture: Picture) -> Result<TurnEnd, JobError> {
        let stored = self.library.put_apart(Kind::WebP, picture.bytes).await;
        let name = stored.map_err(|error| JobError::Failed(error.to_string()))?;
        (self.moment)("preview.stored");
        let (brand, version) = (turn.job.brand, turn.job.subject);
        let shown = Arc::new(name.clone());
        let kept = turn.last_piece(move |tx| {
            let name = Arc::clone(&shown);
            async move {
                // Whoever deletes the design meanwhile is waited for: nobody would take the picture away after that.
                emails::lock_by_number(&tx, brand, email).await?;
                Ok(emails::set_preview(&tx, brand, (email, version), &name).await?)
            }
        });
        let kept = kept.await;
        // What came of a commit that broke off, nobody knows: a sweep deletes what nothing shows.
        if matches!(kept, Ok(false) | Err(JobError::Stopped | JobError::Lost)) {
            self.library.delete(&name).await;
        }
        kept.map(|_| TurnEnd::Finished)
    }
}

/// Another try would cost others their browser once more, or come to the same. What took too long may have been shown by a
/// machine that had too much to do, but not each time.
fn is_hopeless(error: &BrowserError, attempts: i64) -> bool {
    match error {
        BrowserError::TooLarge => true,
        BrowserError::TooMuch(why) => {
            attempts >= TRIES || !matches!(**why, BrowserError::TooSlow(_))
        }
        _ => false,
    }
}

/// Nobody waits for it any more, or nobody can make it here and now.
async fn leave(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}

/// Nobody can make it, and nobody is asked for it again.
async fn go_unseen(turn: &Turn) -> Result<TurnEnd, JobError> {
    let (brand, version) = (turn.job.brand, turn.job.subject);
    let settled =
        turn.last_piece(move |tx| async move { Ok(emails::go_unseen(&tx, brand, version).await?) });
    settled.await?;
    Ok(TurnEnd::Finished)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_would_come_to_the_same_is_left_at_once() {
        let of_mail = |why| BrowserError::TooMuch(Box::new(why));
        let slow = BrowserError::TooSlow(Duration::from_secs(45));
        for hopeless in [
            BrowserError::TooLarge,
            of_mail(BrowserError::Ended),
            of_mail(BrowserError::Crashed),
        ] {
            assert!(is_hopeless(&hopeless, 1), "{hopeless}");
        }
        for worth_it in [
            slow.clone(),
            of_mail(slow.clone()),
            BrowserError::Ended,
            BrowserError::Busy,
        ] {
            assert!(!is_hopeless(&worth_it, 1), "{worth_it}");
        }
        assert!(is_hopeless(&of_mail(slow.clone()), TRIES));
        assert!(!is_hopeless(&slow, TRIES), "others were shown too");
    }
}
