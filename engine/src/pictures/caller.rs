//! For whom an image is brought or made.

use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_store::db::{Place, Places};
use tokio_util::sync::CancellationToken;

use super::PictureError;

#[derive(Clone, Debug)]
pub struct PictureCaller {
    pub brand: BrandKey,
    /// Cancelled when the caller has gone: then nothing is begun any more.
    pub gone: CancellationToken,
}

impl PictureCaller {
    /// The first place that somebody waits for, for as long as there is anybody who waits. What was begun goes on to its end.
    pub(super) async fn place(&self, places: &Places) -> Result<Place, PictureError> {
        tokio::select! {
            place = places.take(Asker::Organization(self.brand.org)) => Ok(place?),
            () = self.gone.cancelled() => Err(PictureError::CallerGone),
        }
    }
}
