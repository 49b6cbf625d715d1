//! Vectors as they are kept: a byte a number, of which all are shares of the largest.

/// Bytes before the numbers.
const SCALE: usize = size_of::<f32>();
const LARGEST: f32 = i8::MAX as f32;

/// A quarter of what it was, and next to nothing of it is lost.
pub fn packed(vector: &[f32]) -> Vec<u8> {
    let largest = vector.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
    let scale = if largest > 0.0 {
        largest / LARGEST
    } else {
        1.0
    };
    let mut bytes = Vec::with_capacity(SCALE + vector.len());
    bytes.extend(scale.to_le_bytes());
    let numbers = vector.iter().map(|number| (number / scale).round() as i8);
    bytes.extend(numbers.flat_map(i8::to_le_bytes));
    bytes
}

/// Nothing of what is no vector.
pub fn unpacked(bytes: &[u8]) -> Vec<f32> {
    let Some((scale, numbers)) = bytes.split_first_chunk::<SCALE>() else {
        return Vec::new();
    };
    let scale = f32::from_le_bytes(*scale);
    let numbers = numbers.iter();
    numbers
        .map(|number| f32::from(i8::from_le_bytes([*number])) * scale)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cosine;

    #[test]
    fn what_was_packed_points_the_same_way() {
        let numbers = (0..384_u16).map(|number| (f32::from(number) * 0.7).sin());
        let vector: Vec<f32> = numbers.collect();
        let length = cosine(&vector, &vector).sqrt();
        let vector: Vec<f32> = vector.iter().map(|number| number / length).collect();
        let bytes = packed(&vector);
        assert_eq!(bytes.len(), 388);
        let again = unpacked(&bytes);
        assert_eq!(again.len(), 384);
        assert!((cosine(&vector, &again) - 1.0).abs() < 1e-3);
        assert_eq!(packed(&again), bytes);
    }

    #[test]
    fn nothing_is_made_of_what_is_no_vector() {
        assert_eq!(unpacked(b""), [0.0; 0]);
        assert_eq!(unpacked(b"abc"), [0.0; 0]);
        assert_eq!(unpacked(&packed(&[0.0, 0.0])), [0.0, 0.0]);
    }
}
