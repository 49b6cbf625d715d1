//! Products with the weights of a model. They are many, and a query has few rows: what takes the time is to look at all
//! weights once, so they stand in the order in which they are looked at.
#![expect(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the processor that was found"
)]

use ndarray::{Array2, Axis};
use pulp::{Arch, Simd, WithSimd};

/// Sums that are made side by side: as many as two registers hold where there is AVX2.
const WIDE: usize = 16;

/// A matrix in strips of sixteen sums: of each number that goes in, the sixteen weights that it is multiplied by stand
/// beside each other.
pub struct Strips {
    arch: Arch,
    inputs: usize,
    outputs: usize,
    /// Of the last strip, those that are too many are nothing.
    weights: Vec<f32>,
}

impl Strips {
    /// A row of weights for each number that comes out.
    pub fn new(weights: &Array2<f32>) -> Self {
        let (outputs, inputs) = weights.dim();
        let strips = outputs.div_ceil(WIDE);
        let weight = |strip: usize, input: usize, lane: usize| {
            let output = strip * WIDE + lane;
            weights.get((output, input)).copied().unwrap_or_default()
        };
        let weights = (0..strips)
            .flat_map(|strip| (0..inputs).map(move |input| (strip, input)))
            .flat_map(|(strip, input)| (0..WIDE).map(move |lane| (strip, input, lane)))
            .map(|(strip, input, lane)| weight(strip, input, lane));
        Self {
            arch: Arch::new(),
            inputs,
            outputs,
            weights: weights.collect(),
        }
    }

    /// What comes out of each row.
    pub fn product(&self, rows: &Array2<f32>) -> Array2<f32> {
        let padded = self.outputs.div_ceil(WIDE) * WIDE;
        let mut sums = Array2::zeros((rows.nrows(), padded));
        let rows = rows.as_standard_layout();
        if let (Some(rows), Some(sums)) = (rows.as_slice(), sums.as_slice_mut()) {
            let product = Product {
                strips: self,
                rows,
                sums,
                padded,
            };
            self.arch.dispatch(product);
        }
        if padded == self.outputs {
            return sums;
        }
        sums.slice_axis(Axis(1), (..self.outputs).into()).to_owned()
    }
}

/// Compiled several times over, for what processors can do; which of them runs is decided when it runs.
struct Product<'a> {
    strips: &'a Strips,
    rows: &'a [f32],
    sums: &'a mut [f32],
    padded: usize,
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) {
        let inputs = self.strips.inputs;
        let rows = self.rows.len().checked_div(inputs).unwrap_or_default();
        let strips = self.strips.weights.chunks_exact(WIDE * inputs.max(1));
        for (strip, weights) in strips.enumerate() {
            let weights = weights.as_chunks().0;
            let mut row = 0;
            // As many rows at once as have their sums in registers.
            while row < rows {
                row += match rows - row {
                    1 => self.put::<1>(strip, weights, row),
                    2 => self.put::<2>(strip, weights, row),
                    3 => self.put::<3>(strip, weights, row),
                    _ => self.put::<4>(strip, weights, row),
                };
            }
        }
    }
}

impl Product<'_> {
    #[inline(always)]
    fn put<const ROWS: usize>(
        &mut self,
        strip: usize,
        weights: &[[f32; WIDE]],
        first: usize,
    ) -> usize {
        let inputs = weights.len();
        let rows: [&[f32]; ROWS] =
            std::array::from_fn(|row| &self.rows[(first + row) * inputs..][..inputs]);
        let mut sums = [[0.0_f32; WIDE]; ROWS];
        for (input, weights) in weights.iter().enumerate() {
            for (sums, row) in sums.iter_mut().zip(rows) {
                let number = row[input];
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += number * weight;
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            let start = (first + row) * self.padded + strip * WIDE;
            self.sums[start..][..WIDE].copy_from_slice(sums);
        }
        ROWS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_any_matrix() {
        for (rows, inputs, outputs) in [(1, 1, 1), (3, 5, 16), (4, 8, 17), (9, 33, 40), (0, 4, 4)] {
            let number = |(row, column): (usize, usize)| ((row * 7 + column * 3) % 11) as f32 - 5.0;
            let weights = Array2::from_shape_fn((outputs, inputs), number);
            let rows = Array2::from_shape_fn((rows, inputs), number);
            let product = Strips::new(&weights).product(&rows);
            assert_eq!(product, rows.dot(&weights.t()));
            // However the rows lie in memory.
            let turned = rows.t().as_standard_layout().to_owned().reversed_axes();
            assert_eq!(Strips::new(&weights).product(&turned), product);
        }
    }
}
