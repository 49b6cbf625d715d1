//! A file as it comes in, piece by piece: never whole in memory, no larger than it may be, and no slower than is bearable.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use http_body_util::BodyExt;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::objects::{ObjectError, Objects};
use tokio::time::Instant;

use super::body::{PATIENCE, cut_off, late};
use crate::api::failure::Failure;

/// Bytes a second. A caller that sends more slowly gets no more time than one that sends nothing.
const SLOWEST: u64 = 16 << 10;
/// One that somebody waits for is silent for so long at most.
const SILENT: Duration = Duration::from_secs(30);
/// Bytes between two looks at the free space.
const LOOK_EVERY: u64 = 16 << 20;
/// How long the rest of a refused file is read and thrown away: a caller that still sends would never
/// see the answer.
const FAREWELL: Duration = Duration::from_secs(10);
/// One that sends nothing for so long is not sending.
const SILENCE: Duration = Duration::from_secs(1);

pub struct Inflow {
    pub limit: u64,
    /// How long the body says it is.
    pub announced: Option<u64>,
    pub received: u64,
    next_look: u64,
    started: Instant,
    /// When the whole of it has to be there, if somebody waits for it.
    ends: Option<Instant>,
}

impl Inflow {
    pub fn of(body: &Body, limit: u64) -> Self {
        Self {
            limit,
            announced: body.size_hint().exact(),
            received: 0,
            next_look: LOOK_EVERY,
            started: Instant::now(),
            ends: None,
        }
    }

    /// One that somebody waits for: it comes within this time as a whole, and without long silence.
    #[must_use]
    pub fn within(mut self, whole: Duration) -> Self {
        self.ends = Some(self.started + whole);
        self
    }

    /// Whether more came than may.
    pub fn is_over(&self) -> bool {
        self.received > self.limit
    }

    /// The next piece; nothing once all of it is there.
    pub async fn next(
        &mut self,
        objects: &Objects,
        body: &mut Body,
    ) -> Result<Option<Bytes>, Problem> {
        let Some(piece) = self.piece(body).await? else {
            return match self.announced {
                Some(announced) if announced != self.received => Err(cut_off()),
                _ => Ok(None),
            };
        };
        self.received += piece.len() as u64;
        if self.is_over() {
            return Err(too_large(self.limit));
        }
        if self.received >= self.next_look {
            objects.require_room(0)?;
            self.next_look = self.received + LOOK_EVERY;
        }
        Ok(Some(piece))
    }

    /// When the next piece has to be there.
    fn deadline(&self) -> Instant {
        let earned = Duration::from_secs(self.received / SLOWEST);
        let deadline = self.started + PATIENCE + earned;
        match self.ends {
            Some(ends) => deadline.min(ends).min(Instant::now() + SILENT),
            None => deadline,
        }
    }

    async fn piece(&self, body: &mut Body) -> Result<Option<Bytes>, Problem> {
        let deadline = self.deadline();
        loop {
            let frame = tokio::time::timeout_at(deadline, body.frame()).await;
            match frame.map_err(|_| late())? {
                None => return Ok(None),
                Some(Err(_)) => return Err(cut_off()),
                Some(Ok(frame)) => {
                    if let Ok(piece) = frame.into_data() {
                        return Ok(Some(piece));
                    }
                }
            }
        }
    }
}

pub fn too_large(limit: u64) -> Problem {
    let message = format!("The file is larger than {limit} bytes.");
    Problem::new(Code::PayloadTooLarge, message)
        .suggest("Split the file and send the parts one after the other.")
}

pub fn unstored(error: &ObjectError) -> Failure {
    tracing::error!(error = %error, "a file could not be stored");
    Problem::new(
        Code::ServiceUnavailable,
        "The file could not be stored right now.",
    )
    .retry_after(5)
    .into()
}

/// Reads the rest of what is refused.
pub async fn discard(mut body: Body) {
    let rest =
        async { while let Ok(Some(Ok(_))) = tokio::time::timeout(SILENCE, body.frame()).await {} };
    // Whoever sends for longer than that sees a closed connection.
    let _ = tokio::time::timeout(FAREWELL, rest).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_waits_for_is_never_silent_for_long_and_has_an_end() {
        let free = Inflow::of(&Body::empty(), 9);
        assert_eq!(free.deadline(), free.started + PATIENCE);
        let short = Inflow::of(&Body::empty(), 9).within(Duration::from_secs(5));
        assert_eq!(short.deadline(), short.started + Duration::from_secs(5));
        let long = Inflow::of(&Body::empty(), 9).within(Duration::from_mins(9));
        assert!(long.deadline() < long.started + PATIENCE);
    }
}
