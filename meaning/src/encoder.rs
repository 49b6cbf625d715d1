//! The model: layers of attention over the pieces of a text, whose mean is its vector (BERT, as in `MiniLM`).

use std::ops::Range;
use std::path::Path;

use ndarray::{Array1, Array2, ArrayView2, Axis};

use crate::matrix::Strips;
use crate::pieces::{self, Pieces};
use crate::weights::{HEAD, PLACES, Shape, WORDS, Weights, WeightsError};

/// Pieces of a text that are looked at. The model has learned with as many.
const PIECES_MAX: usize = 128;
/// Keeps a row whose numbers are all the same from being divided by nothing.
const EPSILON: f32 = 1e-12;

pub struct Encoder {
    pieces: Pieces,
    /// Of what is in the files.
    mark: u64,
    shape: Shape,
    /// Half of the weights are the words. A text has few of them, so they are read from the file.
    weights: Weights,
    places: Array2<f32>,
    /// What is added to every piece of a text that is not compared with another in the same pass.
    alone: Array1<f32>,
    first: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    joined: Linear,
    after_attention: Norm,
    wider: Linear,
    narrower: Linear,
    last: Norm,
}

struct Linear {
    weights: Strips,
    bias: Array1<f32>,
}

struct Norm {
    scale: Array1<f32>,
    shift: Array1<f32>,
}

impl Encoder {
    pub fn read(folder: &Path) -> Result<Self, WeightsError> {
        let weights = Weights::open(folder)?;
        let shape = Shape::of(&weights)?;
        let width = shape.width;
        let layers = (0..shape.layers).map(|layer| Layer::read(&weights, layer, width));
        let pieces = pieces::read(folder, shape.words)?;
        let encoder = Self {
            mark: (u64::from(weights.checksum()?) << 32) | u64::from(pieces.checksum()),
            pieces,
            places: weights.matrix(PLACES, shape.places, width)?,
            alone: weights.row("embeddings.token_type_embeddings.weight", 0, width)?,
            first: Norm::read(&weights, "embeddings.LayerNorm", width)?,
            layers: layers.collect::<Result<_, _>>()?,
            shape,
            weights,
        };
        encoder.encode(&["one"])?;
        Ok(encoder)
    }

    pub fn mark(&self) -> u64 {
        self.mark
    }

    /// A vector of length 1 for each text. All of them go through each layer at once: its weights are many, and a text has
    /// few pieces.
    pub fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, WeightsError> {
        let most = PIECES_MAX.min(self.shape.places);
        let texts: Vec<Vec<usize>> = texts
            .iter()
            .map(|text| self.pieces.of(text, most))
            .collect();
        let mut rows = self.embedded(&texts)?;
        for layer in &self.layers {
            rows = layer.pass(&rows, &texts);
        }
        let vectors = each(&texts).map(|text| {
            let own = rows.slice_axis(Axis(0), text.into());
            let mean = own.mean_axis(Axis(0)).unwrap_or_default();
            let length = mean.dot(&mean).sqrt();
            if length.is_finite() && length > 0.0 {
                return Ok((mean / length).to_vec());
            }
            Err(WeightsError::new("the weights lead to no vector"))
        });
        vectors.collect()
    }

    fn embedded(&self, texts: &[Vec<usize>]) -> Result<Array2<f32>, WeightsError> {
        let all: usize = texts.iter().map(Vec::len).sum();
        let mut rows = Array2::zeros((all, self.shape.width));
        let places = texts.iter().flat_map(|text| text.iter().enumerate());
        for (mut row, (place, number)) in rows.rows_mut().into_iter().zip(places) {
            row += &self.weights.row(WORDS, *number, self.shape.width)?;
            row += &self.places.row(place);
            row += &self.alone;
        }
        self.first.apply(&mut rows);
        Ok(rows)
    }
}

/// Where the pieces of each text start and end.
fn each(texts: &[Vec<usize>]) -> impl Iterator<Item = Range<usize>> {
    texts.iter().scan(0, |end, text| {
        let start = *end;
        *end += text.len();
        Some(start..*end)
    })
}

impl Layer {
    fn read(weights: &Weights, layer: usize, width: usize) -> Result<Self, WeightsError> {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        let linear = |part: &str, rows: usize, columns: usize| {
            Linear::read(weights, &name(part), rows, columns)
        };
        let norm = |part: &str| Norm::read(weights, &name(part), width);
        let wide = match weights.shape(&name("intermediate.dense.weight")) {
            [wide, _] => *wide,
            _ => 0,
        };
        Ok(Self {
            query: linear("attention.self.query", width, width)?,
            key: linear("attention.self.key", width, width)?,
            value: linear("attention.self.value", width, width)?,
            joined: linear("attention.output.dense", width, width)?,
            after_attention: norm("attention.output.LayerNorm")?,
            wider: linear("intermediate.dense", wide, width)?,
            narrower: linear("output.dense", width, wide)?,
            last: norm("output.LayerNorm")?,
        })
    }

    fn pass(&self, rows: &Array2<f32>, texts: &[Vec<usize>]) -> Array2<f32> {
        let (query, key) = (self.query.apply(rows), self.key.apply(rows));
        let value = self.value.apply(rows);
        let mut seen = Array2::zeros(rows.raw_dim());
        for text in each(texts) {
            let mut seen = seen.slice_axis_mut(Axis(0), text.clone().into());
            for head in (0..rows.ncols()).step_by(HEAD) {
                let head = head..head + HEAD;
                let part = |rows| part(rows, &text, &head);
                let taken = attend(&part(&query), &part(&key), &part(&value));
                seen.slice_axis_mut(Axis(1), head.into()).assign(&taken);
            }
        }
        let mut rows = self.joined.apply(&seen) + rows;
        self.after_attention.apply(&mut rows);
        let mut wide = self.wider.apply(&rows);
        wide.mapv_inplace(gelu);
        let mut rows = self.narrower.apply(&wide) + &rows;
        self.last.apply(&mut rows);
        rows
    }
}

/// What one head looks at in one text.
fn part<'a>(
    rows: &'a Array2<f32>,
    text: &Range<usize>,
    head: &Range<usize>,
) -> ArrayView2<'a, f32> {
    let text = rows.slice_axis(Axis(0), text.clone().into());
    text.slice_axis_move(Axis(1), head.clone().into())
}

/// What each piece of a text takes over from all of them, by how much it asks for what they offer.
fn attend(query: &ArrayView2<f32>, key: &ArrayView2<f32>, value: &ArrayView2<f32>) -> Array2<f32> {
    let mut shares = query.dot(&key.t()) / (HEAD as f32).sqrt();
    for mut row in shares.rows_mut() {
        let most = row.fold(f32::NEG_INFINITY, |most, share| most.max(*share));
        row.mapv_inplace(|share| (share - most).exp());
        let sum = row.sum();
        row /= sum;
    }
    shares.dot(value)
}

impl Linear {
    fn read(
        weights: &Weights,
        name: &str,
        rows: usize,
        columns: usize,
    ) -> Result<Self, WeightsError> {
        Ok(Self {
            weights: Strips::new(&weights.matrix(&format!("{name}.weight"), rows, columns)?),
            bias: weights.vector(&format!("{name}.bias"), rows)?,
        })
    }

    fn apply(&self, rows: &Array2<f32>) -> Array2<f32> {
        self.weights.product(rows) + &self.bias
    }
}

impl Norm {
    fn read(weights: &Weights, name: &str, width: usize) -> Result<Self, WeightsError> {
        Ok(Self {
            scale: weights.vector(&format!("{name}.weight"), width)?,
            shift: weights.vector(&format!("{name}.bias"), width)?,
        })
    }

    fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let width = row.len() as f32;
            row -= row.sum() / width;
            let spread = row.dot(&row) / width;
            row /= (spread + EPSILON).sqrt();
            row *= &self.scale;
            row += &self.shift;
        }
    }
}

fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function to seven digits (Abramowitz and Stegun, 7.1.26).
fn erf(x: f32) -> f32 {
    const FACTORS: [f32; 5] = [
        1.061_405_4,
        -1.453_152_1,
        1.421_413_7,
        -0.284_496_74,
        0.254_829_6,
    ];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = FACTORS.iter().fold(0.0, |sum, factor| sum * t + factor) * t;
    (1.0 - sum * (-x * x).exp()).copysign(x)
}
