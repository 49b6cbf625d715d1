//! Which of the pictures that a website shows become the brand's logos.

use std::time::Duration;

use bytes::Bytes;
use postrider_content::brand::{LogoCandidate, LogoSource, PictureFacts, choose};
use postrider_domain::accounts::brand::{Color, Logo, LogoGround};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::QueueFull;
use postrider_media::image::{Header, Image, ImageError, Kind, seen};
use postrider_media::logo::{self, LogoPicture};
use tokio::time::timeout;

use super::finding::{Finding, not_kept};
use crate::aside::aside;
use crate::assets::{AssetError, Library, NewImage, all_words, words_of};
use crate::jobs::JobError;

/// For one picture: what takes longer is no logo. Others go first on a busy machine, and drawings have bounds of their own.
const PATIENCE: Duration = Duration::from_mins(1);

/// The logos of a website, the surest first.
#[derive(Default)]
pub struct FoundLogos(Vec<(SeenLogo, LogoGround)>);

#[derive(Clone)]
struct SeenLogo {
    picture: LogoPicture,
    /// What it can be found by.
    words: String,
}

impl FoundLogos {
    /// Of the first, with their share of it.
    pub fn colors(&self) -> Vec<(Color, f64)> {
        let first = self.0.first();
        first.map_or_else(Vec::new, |(logo, _)| logo.picture.colors.clone())
    }
}

pub async fn find(
    library: &Library,
    brand: BrandKey,
    pictures: Vec<(LogoCandidate, Bytes)>,
) -> Result<FoundLogos, QueueFull> {
    let mut seen = Vec::new();
    let mut facts: Vec<(i32, PictureFacts)> = Vec::new();
    for (candidate, bytes) in pictures {
        if let Some(mut logo) = look(library, brand, bytes).await? {
            facts.push((candidate.score, facts_of(&logo.picture)));
            if let LogoSource::Address(url) = &candidate.source {
                logo.words = all_words(&[&words_of(url), &logo.words]);
            }
            seen.push(logo);
        }
    }
    let chosen = choose(&facts);
    let places = chosen.first.into_iter().chain(chosen.second);
    let logos = places.map(|(at, ground)| (seen[at].clone(), ground));
    Ok(FoundLogos(logos.collect()))
}

/// Puts them into the store, where they wait for their rows.
pub async fn store(
    library: &Library,
    brand: BrandKey,
    found: FoundLogos,
) -> Result<Finding, JobError> {
    let images = found.0.iter().map(|(logo, _)| NewImage {
        bytes: Bytes::from(logo.picture.png.clone()),
        image: image(&logo.picture),
        kind: AssetKind::Logo,
        description: None,
        words: logo.words.clone(),
    });
    let put = library.put_all(brand, images.collect()).await;
    match put {
        Ok((urls, stored)) => {
            let logos = urls.into_iter().zip(&found.0);
            let logos = logos.map(|(url, (logo, ground))| Logo {
                url,
                theme: Some(*ground),
                width: Some(logo.picture.width),
                height: Some(logo.picture.height),
            });
            Ok(Finding::Logos {
                logos: logos.collect(),
                stored,
            })
        }
        Err(AssetError::NoRoom(no_room)) => Ok(Finding::NotKept(not_kept(&Problem::from(no_room)))),
        Err(AssetError::Database(error)) => Err(error.into()),
        Err(AssetError::Objects(error)) => Err(error.into()),
    }
}

/// What is left of them when this service had no room or no store for them, however often it tried.
pub fn given_up() -> Finding {
    let message = "The server could not work on it, though it was tried several times.";
    Finding::NotKept(not_kept(&Problem::new(Code::ServiceUnavailable, message)))
}

/// Takes back what has no rows.
pub async fn discard(library: &Library, finding: &Finding) {
    if let Finding::Logos { stored, .. } = finding {
        library.discard(stored).await;
    }
}

/// Nothing if the bytes are no picture that could be one.
async fn look(
    library: &Library,
    brand: BrandKey,
    bytes: Bytes,
) -> Result<Option<SeenLogo>, QueueFull> {
    let Ok(memory) = logo::memory(&bytes) else {
        return Ok(None);
    };
    let room = library.memory(brand, memory).await?;
    let reading = aside(move || {
        // It goes on when nobody waits for it any more, so it keeps its room itself.
        let _room = room;
        let picture = logo::read(&bytes)?;
        let pixels = Header::read(&picture.png)?.pixels(&picture.png)?;
        Ok::<_, ImageError>(SeenLogo {
            words: seen(&pixels.image),
            picture,
        })
    });
    // Nobody's patience ends before there is room.
    let read = timeout(PATIENCE, reading).await;
    Ok(read.ok().and_then(Result::ok).and_then(Result::ok))
}

fn facts_of(picture: &LogoPicture) -> PictureFacts {
    PictureFacts {
        width: picture.width,
        height: picture.height,
        lightness: picture.lightness,
        is_opaque: picture.is_opaque,
        colors: picture.colors.clone(),
    }
}

fn image(picture: &LogoPicture) -> Image {
    Image {
        kind: Kind::Png,
        width: picture.width,
        height: picture.height,
        animated: false,
    }
}
