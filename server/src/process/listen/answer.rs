//! The answer to one request, watched until the last of it is taken.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use super::watch::{WaitsFor, Watch};

/// A request that is not answered to its end.
pub(super) struct Open {
    watch: Arc<Watch>,
    waits_for: WaitsFor,
}

impl Open {
    pub(super) fn begin(watch: &Arc<Watch>) -> Self {
        watch.asked();
        Self {
            watch: Arc::clone(watch),
            waits_for: WaitsFor::Us,
        }
    }

    fn turn_to(&mut self, waits_for: WaitsFor) {
        if self.waits_for != waits_for {
            self.waits_for = waits_for;
            self.watch.turned_to(waits_for);
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.turn_to(WaitsFor::Caller);
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
        open.turn_to(WaitsFor::Caller);
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
        self.open.turn_to(if frame.is_pending() {
            WaitsFor::Us
        } else {
            WaitsFor::Caller
        });
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
