//! Texts as vectors: those that mean much the same point the same way. It takes the weights of a small model, which an
//! operator may put into a folder; nothing else here needs them.

mod encoder;
mod matrix;
mod packed;
mod pieces;
mod weights;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use encoder::Encoder;
pub use packed::{packed, unpacked};
pub use weights::WeightsError;
use weights::{Shape, Weights};

/// The weights in a folder. They are read when somebody asks for a vector first: until then they take no memory.
pub struct Meaning {
    folder: PathBuf,
    /// What was wrong is wrong until the process starts again.
    encoder: OnceLock<Result<Encoder, WeightsError>>,
    /// Whoever asked last got no answer: words are read from the file each time, which may be out of reach for a while.
    has_failed: AtomicBool,
}

impl Meaning {
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            encoder: OnceLock::new(),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Whether the files are there and fit each other, as far as that can be said without reading all of them.
    pub fn look(&self) -> Result<(), WeightsError> {
        let weights = Weights::open(&self.folder)?;
        let shape = Shape::of(&weights)?;
        pieces::read(&self.folder, shape.words).map(drop)
    }

    /// Whether nothing is wrong with the weights, as far as anybody has read them.
    pub fn is_good(&self) -> bool {
        self.is_worth_asking() && !self.has_failed.load(Ordering::Relaxed)
    }

    /// Whether it may answer, now or when its file can be read again.
    pub fn is_worth_asking(&self) -> bool {
        !matches!(self.encoder.get(), Some(Err(_)))
    }

    /// What tells these weights from others: texts have other vectors by others.
    pub fn mark(&self) -> Result<u64, WeightsError> {
        self.encoder().map(Encoder::mark)
    }

    /// A vector of length 1 for each text. The first call reads the weights, which takes a moment.
    pub fn vectors(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, WeightsError> {
        let encoder = self.encoder()?;
        let chunks = texts.chunks(AT_ONCE).map(|texts| encoder.encode(texts));
        let vectors = chunks.collect::<Result<Vec<_>, _>>();
        let had_failed = self.has_failed.swap(vectors.is_err(), Ordering::Relaxed);
        if let Err(error) = &vectors
            && !had_failed
        {
            tracing::warn!(%error, "there is no search by meaning until the weights can be read again");
        }
        vectors.map(|chunks| chunks.concat())
    }

    fn encoder(&self) -> Result<&Encoder, WeightsError> {
        let encoder = self.encoder.get_or_init(|| {
            let encoder = Encoder::read(&self.folder);
            if let Err(error) = &encoder {
                tracing::warn!(%error, "there is no search by meaning");
            }
            encoder
        });
        encoder.as_ref().map_err(Clone::clone)
    }
}

/// Texts that go through the model together: its weights are then looked at once for all of them.
const AT_ONCE: usize = 32;

/// How alike two vectors are, 1 at most.
pub fn cosine(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
