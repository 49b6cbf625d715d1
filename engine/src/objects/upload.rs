//! An object on its way into the store. One that fits into a part is sent in one go: there is never half of it, and a
//! crash leaves nothing. A larger one goes in parts, and those of one that comes to nothing are taken back.

use std::sync::Arc;

use bytes::Bytes;
use object_store::path::Path as Name;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutPayloadMut, WriteMultipart};

use super::error::{ObjectError, failed};

/// Parts on their way to the store at once: what an upload holds in memory is a few of them.
const PARTS_UNDER_WAY: usize = 2;

pub struct Upload {
    store: Arc<dyn ObjectStore>,
    /// Bytes of a part.
    part: usize,
    name: Name,
    sent: Sent,
}

/// What has come so far.
enum Sent {
    /// Nothing is sent while it fits into a part.
    Nothing(PutPayloadMut),
    Parts(WriteMultipart),
    /// It came to nothing.
    GivenUp,
}

impl Upload {
    pub(super) fn new(store: Arc<dyn ObjectStore>, part: usize, name: Name) -> Self {
        Self {
            store,
            part,
            name,
            sent: Sent::Nothing(PutPayloadMut::new()),
        }
    }

    /// Waits while too much is on its way. After an error the upload is over, and nothing of it is left.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), ObjectError> {
        match self.send(bytes).await {
            Ok(()) => Ok(()),
            Err(error) => {
                if let Err(error) = self.give_up().await {
                    tracing::warn!(error = %error, "parts of an upload are left in the store");
                }
                Err(failed(error))
            }
        }
    }

    async fn send(&mut self, bytes: Bytes) -> Result<(), Error> {
        if let Sent::Nothing(small) = &mut self.sent {
            small.push(bytes);
            if small.content_length() > self.part {
                let begun = self.store.put_multipart(&self.name).await?;
                let mut parts = WriteMultipart::new_with_chunk_size(begun, self.part);
                for piece in std::mem::take(small).freeze() {
                    parts.put(piece);
                }
                self.sent = Sent::Parts(parts);
            }
        } else if let Sent::Parts(parts) = &mut self.sent {
            parts.wait_for_capacity(PARTS_UNDER_WAY).await?;
            parts.put(bytes);
        }
        Ok(())
    }

    pub async fn finish(mut self) -> Result<(), ObjectError> {
        let stored = match self.taken() {
            Sent::Nothing(small) => self.store.put(&self.name, small.freeze()).await,
            Sent::Parts(parts) => parts.finish().await,
            Sent::GivenUp => {
                let message = "the upload was given up";
                return Err(ObjectError::Store(message.to_owned()));
            }
        };
        stored.map(drop).map_err(failed)
    }

    /// Leaves nothing behind.
    pub async fn abort(mut self) -> Result<(), ObjectError> {
        self.give_up().await.map_err(failed)
    }

    async fn give_up(&mut self) -> Result<(), Error> {
        match self.taken() {
            Sent::Parts(mut parts) => {
                // A store may keep a part that comes in after its upload was given up. Each of those that fail is told.
                while parts.wait_for_capacity(0).await.is_err() {}
                parts.abort().await
            }
            Sent::Nothing(_) | Sent::GivenUp => Ok(()),
        }
    }

    fn taken(&mut self) -> Sent {
        std::mem::replace(&mut self.sent, Sent::GivenUp)
    }
}
