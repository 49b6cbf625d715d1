//! The background work on what images mean: a vector for each that has words, by the weights of this server.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

use postrider_meaning::packed;
use postrider_store::asset_vectors::{self, AssetVector, DESCRIBE_JOB, MadeOf};
use postrider_store::assets::{self, AssetWords};
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;

use super::image_search::{PIECE, PIECES};
use super::understanding::{made_of, shows};
use super::{Library, Meaning};
use crate::aside::aside;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

/// Images whose words go through the model between two commits: a third of a second of one processor.
const BATCH: usize = 32;
/// Images of one brand, after which others have their turn.
const TURN: usize = 512;

/// Called between two steps. Fault tests end the process there.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct DescribeJob {
    pub library: Library,
    pub moment: Moment,
}

/// An image whose vector is missing, or was made of something else.
#[derive(Clone)]
struct Missing {
    asset: i64,
    text: String,
    made_of: Vec<u8>,
}

impl Work for DescribeJob {
    fn kind(&self) -> &'static str {
        DESCRIBE_JOB
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.describe(turn))
    }

    /// Its images go by their words, until the next search asks again.
    fn give_up(&self, _: Tx, _: Claimed, _: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async { Ok(()) })
    }
}

impl DescribeJob {
    /// From the newest image on, whatever an earlier turn did: what has its vector is passed over.
    async fn describe(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let understanding = self.library.understanding.as_ref();
        let meaning = understanding.map(|own| Arc::clone(&own.meaning));
        // Nobody can do it here and now.
        let Some(meaning) = meaning.filter(|meaning| meaning.is_worth_asking()) else {
            return leave(&turn).await;
        };
        let (mut after, mut made) = (None, 0);
        for _ in 0..PIECES {
            let (images, kept) = read(&turn, after).await?;
            let is_last = (images.len() as i64) < PIECE;
            after = images.last().map(|image| image.id);
            for batch in missing(&meaning, images, kept).await?.chunks(BATCH) {
                if turn.stopping() {
                    return Ok(TurnEnd::Interrupted);
                }
                if made >= TURN {
                    return Ok(TurnEnd::Again { at: turn.now() });
                }
                self.make(&turn, &meaning, batch).await?;
                made += batch.len();
            }
            if is_last {
                break;
            }
        }
        leave(&turn).await
    }

    async fn make(
        &self,
        turn: &Turn,
        meaning: &Arc<Meaning>,
        batch: &[Missing],
    ) -> Result<(), JobError> {
        let (meaning, batch, brand) = (Arc::clone(meaning), batch.to_vec(), turn.job.brand);
        let vectors = aside(move || vectors(&meaning, batch)).await;
        let vectors = Arc::new(vectors.map_err(failed)??);
        (self.moment)("describe.made");
        turn.piece(move |tx| {
            let vectors = Arc::clone(&vectors);
            async move { Ok(asset_vectors::keep(&tx, brand, &vectors).await?) }
        })
        .await?;
        (self.moment)("describe.kept");
        Ok(())
    }
}

async fn read(turn: &Turn, after: Option<i64>) -> Result<(Vec<AssetWords>, Vec<MadeOf>), JobError> {
    let brand = turn.job.brand;
    let piece = turn.db.read(move |tx| async move {
        let images = assets::words(&tx, brand, after, PIECE).await?;
        let numbers: Vec<i64> = images.iter().map(|image| image.id).collect();
        let kept = asset_vectors::made_of(&tx, brand, &numbers).await?;
        Ok::<_, DbError>((images, kept))
    });
    Ok(piece.await?)
}

/// Those without a vector of what they say now.
async fn missing(
    meaning: &Arc<Meaning>,
    images: Vec<AssetWords>,
    kept: Vec<MadeOf>,
) -> Result<Vec<Missing>, JobError> {
    let meaning = Arc::clone(meaning);
    let missing = aside(move || {
        let mark = meaning.mark().map_err(failed)?;
        let kept: HashMap<i64, Vec<u8>> = kept
            .into_iter()
            .map(|one| (one.asset, one.made_of))
            .collect();
        let all = images.iter().map(|image| {
            let text = shows(image);
            Missing {
                asset: image.id,
                made_of: made_of(mark, text),
                text: text.to_owned(),
            }
        });
        let is_missing =
            |one: &Missing| !one.text.is_empty() && kept.get(&one.asset) != Some(&one.made_of);
        Ok(all.filter(is_missing).collect())
    });
    let missing = missing.await;
    missing.map_err(failed)?
}

fn vectors(meaning: &Meaning, batch: Vec<Missing>) -> Result<Vec<AssetVector>, JobError> {
    let texts: Vec<&str> = batch.iter().map(|one| one.text.as_str()).collect();
    let vectors = meaning.vectors(&texts);
    let vectors = vectors.map_err(failed)?;
    let made = batch.into_iter().zip(vectors);
    let made = made.map(|(one, vector)| AssetVector {
        asset: one.asset,
        made_of: one.made_of,
        vector: packed(&vector),
    });
    Ok(made.collect())
}

fn failed(error: impl Display) -> JobError {
    JobError::Failed(error.to_string())
}

/// There is nothing to do, or nobody to do it.
async fn leave(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}
