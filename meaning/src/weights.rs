//! The file with the weights: what is in it, and how it is read.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use ndarray::{Array1, Array2};
use safetensors::Dtype;
use safetensors::tensor::Metadata;

/// In the folder of the weights.
const FILE: &str = "model.safetensors";
/// Bytes at the start of the file that say how long the list is of what is in it.
const LENGTH: u64 = 8;
/// Bytes that this list may have; that of `MiniLM` has eleven thousand.
const LIST_MAX: u64 = 1 << 20;
/// Bytes of what is read of it at most, so that a wrong file takes no memory.
const SIZE_MAX: u64 = 512 << 20;

/// Bytes that are read at once where all are looked at.
const PIECE: usize = 1 << 20;

/// Layers that are looked for: small models have twelve at most.
const LAYERS_MAX: usize = 48;

/// Why there is no search by meaning.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct WeightsError(String);

impl WeightsError {
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub fn of_file(file: &Path, error: &std::io::Error) -> Self {
        Self(format!("{} cannot be read: {error}", file.display()))
    }
}

/// How large the parts of the model are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Pieces of words that it knows.
    pub words: usize,
    /// Pieces of a text that it looks at.
    pub places: usize,
    /// Numbers of a vector.
    pub width: usize,
    pub layers: usize,
}

/// The file, open. Where it is on a disk, what is not asked for takes no memory.
pub struct Weights {
    file: File,
    /// Where the numbers begin.
    start: u64,
    list: Metadata,
}

impl Weights {
    pub fn open(folder: &Path) -> Result<Self, WeightsError> {
        let path = folder.join(FILE);
        let failed = |error: std::io::Error| WeightsError::of_file(&path, &error);
        let wrong = |why: &str| WeightsError(format!("{} {why}", path.display()));
        let file = File::open(&path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let mut length = [0; LENGTH as usize];
        file.read_exact_at(&mut length, 0).map_err(failed)?;
        let length = u64::from_le_bytes(length);
        if length > LIST_MAX || bytes > SIZE_MAX {
            return Err(wrong("holds no weights of a small model"));
        }
        let mut list = vec![0; length as usize];
        file.read_exact_at(&mut list, LENGTH).map_err(failed)?;
        let list: Metadata = serde_json::from_slice(&list)
            .map_err(|_| wrong("holds no weights of a small model"))?;
        let start = LENGTH + length;
        if start + list.data_len() as u64 != bytes {
            return Err(wrong("has been cut off, or something was added to it"));
        }
        Ok(Self { file, start, list })
    }

    /// How many numbers there are in each direction; empty where the file has nothing of that name.
    pub fn shape(&self, name: &str) -> &[usize] {
        self.list.info(name).map_or(&[], |info| &info.shape)
    }

    /// Of all that is in the file. It is read once for that, and nothing of it is kept.
    pub fn checksum(&self) -> Result<u32, WeightsError> {
        let mut hasher = crc32fast::Hasher::new();
        let mut piece = vec![0; PIECE];
        let mut offset = 0;
        loop {
            let read = self.file.read_at(&mut piece, offset);
            let read = read.map_err(|error| WeightsError::of_file(Path::new(FILE), &error))?;
            if read == 0 {
                return Ok(hasher.finalize());
            }
            hasher.update(&piece[..read]);
            offset += read as u64;
        }
    }

    pub fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, WeightsError> {
        self.numbers(name, &[length]).map(Array1::from_vec)
    }

    pub fn matrix(
        &self,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Array2<f32>, WeightsError> {
        let numbers = self.numbers(name, &[rows, columns])?;
        let matrix = Array2::from_shape_vec((rows, columns), numbers);
        matrix.map_err(|error| WeightsError::new(error.to_string()))
    }

    /// One row of a matrix.
    pub fn row(&self, name: &str, row: usize, columns: usize) -> Result<Array1<f32>, WeightsError> {
        let offset = self.offset(
            name,
            |shape| matches!(shape, [rows, wide] if row < *rows && *wide == columns),
        )?;
        let before = (row * columns * size_of::<f32>()) as u64;
        self.read(offset + before, columns).map(Array1::from_vec)
    }

    fn numbers(&self, name: &str, wanted: &[usize]) -> Result<Vec<f32>, WeightsError> {
        let offset = self.offset(name, |shape| shape == wanted)?;
        self.read(offset, wanted.iter().product())
    }

    fn offset(&self, name: &str, fits: impl FnOnce(&[usize]) -> bool) -> Result<u64, WeightsError> {
        let info = self.list.info(name);
        let info = info.filter(|info| info.dtype == Dtype::F32 && fits(&info.shape));
        let info =
            info.ok_or_else(|| WeightsError(format!("{FILE} has no `{name}` of that kind")))?;
        Ok(self.start + info.data_offsets.0 as u64)
    }

    fn read(&self, offset: u64, count: usize) -> Result<Vec<f32>, WeightsError> {
        let mut bytes = vec![0; count * size_of::<f32>()];
        let read = self.file.read_exact_at(&mut bytes, offset);
        read.map_err(|error| WeightsError::of_file(Path::new(FILE), &error))?;
        let (numbers, _) = bytes.as_chunks();
        Ok(numbers.iter().copied().map(f32::from_le_bytes).collect())
    }
}

impl Shape {
    pub fn of(weights: &Weights) -> Result<Self, WeightsError> {
        let size = |name: &str| match weights.shape(name) {
            [rows, columns] => Ok((*rows, *columns)),
            _ => Err(WeightsError(format!("{FILE} has no `{name}`"))),
        };
        let (words, width) = size(WORDS)?;
        let (places, wide) = size(PLACES)?;
        let layers = (0..LAYERS_MAX)
            .take_while(|layer| !weights.shape(&query_of(*layer)).is_empty())
            .count();
        let has_heads = width.is_multiple_of(HEAD) && (1..=HEADS_MAX).contains(&(width / HEAD));
        let is_built_so = width == wide && has_heads && layers > 0 && places > 1;
        if !is_built_so {
            return Err(WeightsError::new(format!(
                "{FILE} is of a model that is built in another way"
            )));
        }
        Ok(Self {
            words,
            places,
            width,
            layers,
        })
    }
}

/// Numbers that one head of the attention looks at.
pub const HEAD: usize = 32;
/// Heads of a layer: larger models have wider ones, and would be read wrongly.
const HEADS_MAX: usize = 12;
pub const WORDS: &str = "embeddings.word_embeddings.weight";
pub const PLACES: &str = "embeddings.position_embeddings.weight";

fn query_of(layer: usize) -> String {
    format!("encoder.layer.{layer}.attention.self.query.weight")
}
