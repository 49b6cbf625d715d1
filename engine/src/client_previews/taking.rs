//! Pictures of one mail, client by client.

use std::sync::Arc;
use std::time::Duration;

use postrider_content::clients::{Client, Shown, show};
use postrider_domain::tenant::BrandKey;
use postrider_media::browser::{ColorScheme, Height, MAX_HEIGHT, PictureFormat, Shot};
use postrider_media::image::Kind;
use postrider_store::client_previews::NewClientPreview;
use tokio::time::{Instant, timeout_at};

use super::not_taken::NotTaken;
use crate::aside::aside;
use crate::assets::Library;
use crate::camera::{Camera, Sitting};
use crate::failure::Failure;
use crate::pictures::PictureError;

/// For all pictures of a mail, once it has a browser: others wait for the camera.
const LONGEST: Duration = Duration::from_mins(1);
/// So many clients in a row of which the browser takes no picture, and it is asked for no more.
const TRIES: usize = 3;

/// A mail as one client shows it.
#[derive(Clone, Debug)]
pub struct ClientPreview {
    pub client: &'static Client,
    /// Nothing if none was taken; the last of the warnings says why.
    pub picture: Option<NewClientPreview>,
    /// What the client drops in this mail, and which images could not be loaded.
    pub warnings: Vec<String>,
}

/// Where the pictures are taken and stored.
pub struct Studio<'a> {
    pub camera: &'a Camera,
    pub library: &'a Library,
    /// Called when a picture is in the store. Fault tests end the process there.
    pub moment: &'a (dyn Fn(&'static str) + Send + Sync),
}

/// What came of one client.
struct Tried {
    warnings: Vec<String>,
    taken: Result<NewClientPreview, NotTaken>,
}

impl Studio<'_> {
    /// One after the other, so that no two pictures are in memory at once. Fails if there is none at all; whoever does not
    /// `keep` the others takes them back.
    pub async fn take(
        &self,
        brand: BrandKey,
        html: String,
        clients: &[&'static Client],
    ) -> Result<Vec<ClientPreview>, Failure> {
        let mut previews = Vec::with_capacity(clients.len());
        let taken = self.take_into(&mut previews, brand, html.into(), clients);
        let trouble = taken.await;
        match trouble {
            Ok(None) => Ok(previews),
            // Some pictures are better than none.
            Ok(Some(_)) if previews.iter().any(|one| one.picture.is_some()) => Ok(previews),
            Ok(Some(why)) => Err(why.into()),
            Err(failure) => {
                self.take_back(&previews).await;
                Err(failure)
            }
        }
    }

    /// Takes away what was stored for a request that came to nothing.
    pub async fn take_back(&self, previews: &[ClientPreview]) {
        for picture in previews.iter().filter_map(|one| one.picture.as_ref()) {
            self.library.delete(&picture.name).await;
        }
    }

    /// Gives why a picture is missing, if one is. What fails altogether is about us and not about the mail.
    async fn take_into(
        &self,
        previews: &mut Vec<ClientPreview>,
        brand: BrandKey,
        html: Arc<str>,
        clients: &[&'static Client],
    ) -> Result<Option<NotTaken>, Failure> {
        let mut sitting = self.camera.sit(brand).await?;
        sitting.open().await.map_err(NotTaken::from)?;
        let until = Instant::now() + LONGEST;
        let (mut trouble, mut in_a_row) = (None, 0);
        let mut given_up = None;
        for &client in clients {
            let tried = match &given_up {
                Some(why) => Tried::not(NotTaken::clone(why)),
                None => self.try_one(&mut sitting, until, &html, client).await?,
            };
            let Tried {
                mut warnings,
                taken,
            } = tried;
            in_a_row = match &taken {
                Err(NotTaken::Camera(_)) => in_a_row + 1,
                _ => 0,
            };
            if let Err(why) = &taken {
                warnings.push(why.told());
                if why.is_of_all() || in_a_row == TRIES {
                    given_up.get_or_insert(why.clone());
                }
                trouble = Some(why.clone());
            }
            previews.push(ClientPreview {
                client,
                picture: taken.ok(),
                warnings,
            });
        }
        Ok(trouble)
    }

    async fn try_one(
        &self,
        sitting: &mut Sitting,
        until: Instant,
        html: &Arc<str>,
        client: &'static Client,
    ) -> Result<Tried, Failure> {
        let Ok(tried) = timeout_at(until, shoot(sitting, html, client)).await else {
            return Ok(Tried::not(NotTaken::TooLate));
        };
        let (warnings, bytes) = match tried {
            Ok(shot) => shot,
            Err(why) => return Ok(why),
        };
        let size = bytes.len() as u64;
        let stored = self.library.put_apart(Kind::WebP, bytes).await;
        let name = stored.map_err(PictureError::from)?;
        (self.moment)("client_previews.stored");
        let taken = Ok(NewClientPreview { name, bytes: size });
        Ok(Tried { warnings, taken })
    }
}

impl Tried {
    fn not(why: NotTaken) -> Self {
        Self {
            warnings: Vec::new(),
            taken: Err(why),
        }
    }
}

async fn shoot(
    sitting: &mut Sitting,
    html: &Arc<str>,
    client: &'static Client,
) -> Result<(Vec<String>, bytes::Bytes), Tried> {
    let mail = Arc::clone(html);
    let shown = aside(move || show(&mail, client)).await;
    let shown = match shown {
        Ok(Ok(shown)) => shown,
        Ok(Err(error)) => return Err(Tried::not(NotTaken::Unreadable(error.message))),
        Err(error) => return Err(Tried::not(NotTaken::Unreadable(error.to_string()))),
    };
    match sitting.shoot(&shown.html, &shot(&shown)).await {
        Ok(picture) => {
            let mut warnings = shown.warnings;
            warnings.extend(sitting.missing().told());
            Ok((warnings, picture.bytes))
        }
        Err(error) => Err(Tried {
            warnings: shown.warnings,
            taken: Err(error.into()),
        }),
    }
}

/// The scheme of the reader is in the HTML already.
fn shot(shown: &Shown) -> Shot {
    Shot {
        width: shown.viewport.width,
        window_height: shown.viewport.height,
        height: Height::UpTo(MAX_HEIGHT),
        scale: 1,
        scheme: ColorScheme::Light,
        format: PictureFormat::WebP,
    }
}
