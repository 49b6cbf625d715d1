//! What is optimized, and what is asked to have the size that it has.

use super::*;

/// What no kind packs well.
fn noise(width: u32, height: u32) -> DynamicImage {
    let mut state = 1_u32;
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = state.to_le_bytes();
        Rgb([red, green, blue])
    }))
}

fn in_quality(image: &DynamicImage, kind: Kind, quality: u8) -> Vec<u8> {
    let order = Order {
        format: Some(kind),
        quality: Some(quality),
        ..Order::default()
    };
    done(&written(image, ImageFormat::Png), &order).bytes
}

#[test]
fn what_is_optimized_is_no_larger_whatever_quality_is_asked_for() {
    let asked = |quality| Order {
        quality: Some(quality),
        ..Order::default()
    };
    let turned = turned_jpeg(&photo(300, 200), 30);
    let [jpeg, webp] = [Kind::Jpeg, Kind::WebP].map(|kind| in_quality(&noise(90, 60), kind, 30));
    // Half a segment: it cannot be bared.
    let odd = [&jpeg[..2], b"\xFF\xE0\0\x07JFIF\0", &jpeg[2..]].concat();
    assert_eq!(strip::strip(Kind::Jpeg, (90, 60), &odd), None);
    for before in [turned, jpeg, webp, odd] {
        for quality in [1, 50, 95, 100] {
            let made = done(&before, &asked(quality));
            assert!(
                made.bytes.len() <= before.len(),
                "{:?} {quality}",
                made.kind
            );
        }
    }
}

#[test]
fn what_would_be_larger_turned_goes_on_to_be_turned_by_others_and_says_nothing_else() {
    let image = noise(300, 200);
    for kind in [Kind::Jpeg, Kind::WebP, Kind::Png] {
        let mut bare = in_quality(&image, kind, 1);
        if kind == Kind::WebP {
            bare = webp::with_profile(&bare, &profile(), (300, 200)).unwrap();
        }
        let before = turned::marked(kind, &bare, Orientation::Rotate90).unwrap();
        let (was, is) = [&bare, &before]
            .map(|bytes| Header::read(bytes).unwrap().pixels(bytes).unwrap())
            .into();
        assert_eq!(is.turned, Orientation::Rotate90, "{kind:?}");
        assert_eq!(is.image, was.image.rotate90(), "{kind:?}");
        let made = done(&before, &Order::default());
        assert!(made.bytes.len() <= before.len(), "{kind:?}");
        assert!(strip::strip(kind, (300, 200), &before).unwrap().len() <= bare.len());
    }
    assert_eq!(
        turned::marked(Kind::Gif, b"GIF89a", Orientation::Rotate90),
        None
    );
    // It cannot be made anew in as few bytes: only how light a block is counts, and to the lowest quality that is little.
    let few = noise(38, 25).into_rgb8();
    let blocks = RgbImage::from_fn(300, 200, |x, y| *few.get_pixel(x / 8, y / 8));
    let blocks = DynamicImage::ImageRgb8(blocks);
    let jpeg = in_quality(&blocks, Kind::Jpeg, 1);
    let before = turned::marked(Kind::Jpeg, &jpeg, Orientation::Rotate90).unwrap();
    assert!(done(&before, &Order::default()).bytes == before);
    let secret = [&before[..2], b"\xFF\xFE\0\x08SECRET", &before[2..]].concat();
    assert!(done(&secret, &Order::default()).bytes == before);
}

#[test]
fn a_size_that_it_has_already_changes_nothing() {
    let mut before = Vec::new();
    let photo = photo(80, 60);
    photo
        .write_with_encoder(JpegEncoder::new_with_quality(&mut before, 95))
        .unwrap();
    for order in [
        resized(Some(4096), None, Fit::Inside),
        resized(Some(80), Some(60), Fit::Cover),
        resized(Some(80), None, Fit::Contain),
        resized(None, Some(60), Fit::Fill),
    ] {
        assert_eq!(done(&before, &order).bytes, before, "{order:?}");
    }
    let order = resized(Some(4096), None, Fit::Inside);
    let said = [&before[..2], b"\xFF\xFE\0\x08SECRET", &before[2..]].concat();
    assert_eq!(done(&said, &order).bytes, before);
    let better = Order {
        quality: Some(30),
        ..order
    };
    assert!(done(&before, &better).bytes.len() < before.len());
    let turned = turned_jpeg(&photo, 30);
    let made = done(&turned, &order);
    assert_eq!((made.width, made.height), (60, 80));
    assert!(made.bytes.len() <= turned.len());
}
