//! Whether pictures flash so often that they harm: more than three times within a second, over a quarter of what is seen
//! (WCAG 2.3.1). A flash is a change of brightness and back.

use image::RgbImage;

use super::encode::Frame;

/// The picture is looked at in so many parts a side, in one way and in another: stripes that move change nothing in parts that
/// are just as wide as a few of them.
const PARTS: [u32; 2] = [8, 11];
/// Of all brightness; a smaller change is none.
const CHANGE: f32 = 0.1;
/// Where both are brighter than this, a change does not harm.
const BRIGHT: f32 = 0.8;
/// Changes within a second: to and fro, three times.
const CHANGES: usize = 6;
/// Hundredths of a second.
const SECOND: u32 = 100;

/// Pictures that are longer there than this never do: each changes brightness once at most.
pub(super) const CALM: u16 = (SECOND / CHANGES as u32) as u16 + 1;

/// Shown again and again, as GIFs are.
pub(super) fn flashes(frames: &[Frame]) -> bool {
    let mut starts = Vec::with_capacity(frames.len() * 2);
    let mut time = 0;
    for frame in frames.iter().chain(frames) {
        starts.push(time);
        time += u32::from(frame.delay);
    }
    PARTS.iter().any(|side| flashes_in(frames, *side, &starts))
}

fn flashes_in(frames: &[Frame], side: u32, starts: &[u32]) -> bool {
    let parts = frames.iter().map(|frame| parts(&frame.image, side));
    let parts: Vec<Vec<f32>> = parts.collect();
    let count = parts.first().map_or(0, Vec::len);
    let flashing = (0..count).filter(|part| {
        let lights = parts.iter().chain(&parts).map(|lights| lights[*part]);
        let turns: Vec<u32> = turns(lights).map(|index| starts[index]).collect();
        turns
            .windows(CHANGES + 1)
            .any(|few| few[CHANGES] - few[0] <= SECOND)
    });
    flashing.count() * 4 > count
}

/// Where brightness has changed by much, each time the other way than before.
fn turns(lights: impl Iterator<Item = f32>) -> impl Iterator<Item = usize> {
    let mut low = f32::MAX;
    let mut high = f32::MIN;
    let mut before = None;
    lights.enumerate().filter_map(move |(index, light)| {
        let is_up = light - low >= CHANGE && low < BRIGHT && before != Some(true);
        let is_down = high - light >= CHANGE && light < BRIGHT && before != Some(false);
        (low, high) = (low.min(light), high.max(light));
        if !is_up && !is_down {
            return None;
        }
        before = Some(is_up);
        // From here on, away from here.
        (low, high) = (light, light);
        Some(index)
    })
}

/// How bright each part is, from 0 to 1.
fn parts(image: &RgbImage, side: u32) -> Vec<f32> {
    let (width, height) = image.dimensions();
    let (across, down) = (width.min(side), height.min(side));
    let mut sums = vec![(0.0, 0.0_f32); (across * down) as usize];
    // Every fourth pixel tells enough.
    for (x, y, pixel) in image
        .enumerate_pixels()
        .step_by(if width > 64 { 4 } else { 1 })
    {
        let part = (y * down / height) * across + x * across / width;
        let (sum, count) = &mut sums[part as usize];
        *sum += light(pixel.0);
        *count += 1.0;
    }
    sums.iter()
        .map(|(sum, count)| sum / count.max(1.0))
        .collect()
}

fn light([red, green, blue]: [u8; 3]) -> f32 {
    // Close enough to the curve of screens.
    let linear = |channel: u8| (f32::from(channel) / 255.0).powi(2);
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    /// Grey pictures, so many hundredths of a second each.
    fn film(lights: &[u8], delay: u16) -> Vec<Frame> {
        let frame = |light: &u8| Frame {
            image: RgbImage::from_pixel(20, 10, Rgb([*light; 3])),
            delay,
        };
        lights.iter().map(frame).collect()
    }

    #[test]
    fn what_flashes_often_is_told_from_what_does_not() {
        let strobe = [0, 255].repeat(15);
        assert!(flashes(&film(&strobe, 10)));
        // Slowly it harms nobody, nor does a small change, nor one of bright light.
        assert!(!flashes(&film(&strobe, 40)));
        assert!(!flashes(&film(&[100, 110].repeat(15), 10)));
        assert!(!flashes(&film(&[240, 255].repeat(15), 10)));
        let rising: Vec<u8> = (0..30).map(|step| step * 8).collect();
        assert!(!flashes(&film(&rising, 10)));
        assert!(!flashes(&film(&strobe, CALM)));
        // The end of one round and the beginning of the next are one second.
        let ends = [[0, 255, 0, 255].as_slice(), &[255; 30], &[0, 255, 0, 255]].concat();
        assert!(!flashes(&film(&ends[..34], 10)) && flashes(&film(&ends, 10)));
        // A corner that flashes is too small.
        let mut corner = film(&[0; 30], 10);
        for frame in corner.iter_mut().step_by(2) {
            for x in 0..8 {
                frame.image.put_pixel(x, 0, Rgb([255; 3]));
            }
        }
        assert!(!flashes(&corner));
        assert!(!flashes(&[]));
    }
}
