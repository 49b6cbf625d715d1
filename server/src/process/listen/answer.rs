//! The answer to one request, watched until the last of it is taken.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::watch::Watch;

/// A request that is not answered to its end.
pub(super) struct Open {
    watch: Arc<Watch>,
    /// Whether its caller waits for us.
    is_ours: bool,
}

impl Open {
    pub(super) fn begin(watch: &Arc<Watch>) -> Self {
        watch.asked();
        Self {
            watch: Arc::clone(watch),
            is_ours: true,
        }
    }

    fn turn(&mut self, is_ours: bool) {
        if self.is_ours != is_ours {
            self.is_ours = is_ours;
            self.watch.turn(is_ours);
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.turn(false);
        self.watch.ended();
    }
}

/// A body that tells whether it waits for its maker or for the caller.
pub(super) struct WatchedBody {
    body: Body,
    open: Open,
}

impl WatchedBody {
    pub(super) fn new(body: Body, mut open: Open) -> Self {
        open.turn(false);
        Self { body, open }
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let is_ours = frame.is_pending();
        self.open.turn(is_ours);
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
