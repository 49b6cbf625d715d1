mod exif;
mod never_larger;

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;
use crate::image::{MAX_MEMORY, inspect};

fn photo(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        Rgb([
            (x * 255 / width) as u8,
            (y * 255 / height) as u8,
            ((x ^ y) & 31) as u8,
        ])
    }))
}

fn written(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn done(bytes: &[u8], order: &Order) -> Transformed {
    let made = transform(bytes, Header::read(bytes).unwrap(), order).unwrap();
    let seen = inspect(&made.bytes).unwrap();
    assert_eq!(
        (seen.kind, seen.width, seen.height),
        (made.kind, made.width, made.height)
    );
    made
}

fn resized(width: Option<u32>, height: Option<u32>, fit: Fit) -> Order {
    Order {
        resize: Some(Resize { width, height, fit }),
        ..Order::default()
    }
}

/// A photo with a place in it: shown turned by a quarter.
fn turned_jpeg(image: &DynamicImage, quality: u8) -> Vec<u8> {
    let exif = [
        b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".as_slice(),
        b"SECRET PLACE",
    ]
    .concat();
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    encoder.set_exif_metadata(exif).unwrap();
    let (width, height) = (image.width(), image.height());
    encoder
        .write_image(image.as_bytes(), width, height, image.color().into())
        .unwrap();
    bytes
}

fn holds(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|part| part == text)
}

#[test]
fn what_is_optimized_is_never_larger_whatever_it_is() {
    let see_through = DynamicImage::ImageRgba8(RgbaImage::from_fn(60, 40, |x, y| {
        Rgba([x as u8 * 4, y as u8 * 6, 0, (x * 4) as u8])
    }));
    for image in [photo(300, 200), see_through, photo(1, 1)] {
        for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
            let before = written(&image, format);
            let made = done(&before, &Order::default());
            assert!(made.bytes.len() <= before.len(), "{format:?}");
            assert_eq!((made.width, made.height), (image.width(), image.height()));
        }
    }
    for quality in [5, 40, 95] {
        let mut before = Vec::new();
        let photo = photo(300, 200);
        photo
            .write_with_encoder(JpegEncoder::new_with_quality(&mut before, quality))
            .unwrap();
        let made = done(&before, &Order::default());
        assert!(made.bytes.len() <= before.len(), "{quality}");
        let again = done(&made.bytes, &Order::default());
        assert!(again.bytes.len() <= made.bytes.len());
    }
    let png = written(&photo(300, 200), ImageFormat::Png);
    assert!(done(&png, &Order::default()).bytes.len() < png.len());
}

#[test]
fn a_png_keeps_every_pixel() {
    let image = photo(90, 70);
    let made = done(&written(&image, ImageFormat::Png), &Order::default());
    let read = image::load_from_memory(&made.bytes).unwrap();
    assert_eq!(read.to_rgb8(), image.to_rgb8());
}

#[test]
fn nothing_but_the_picture_goes_out_and_it_is_the_right_way_up() {
    let image = photo(120, 80);
    for quality in [20, 90] {
        let before = turned_jpeg(&image, quality);
        assert!(holds(&before, b"SECRET PLACE"));
        let made = done(&before, &Order::default());
        assert!(!holds(&made.bytes, b"SECRET PLACE"));
        assert_eq!((made.width, made.height), (80, 120));
        // What was left is now at the top.
        let read = image::load_from_memory(&made.bytes).unwrap().to_rgb8();
        assert!(read.get_pixel(70, 5).0[0] < 60 && read.get_pixel(10, 115).0[0] > 190);
    }
    let mut upright = turned_jpeg(&image, 10);
    let at = upright
        .windows(4)
        .position(|part| part == b"\x12\x01\x03\0")
        .unwrap();
    upright[at + 8] = 1;
    let made = done(&upright, &Order::default());
    assert!(!holds(&made.bytes, b"SECRET") && made.bytes.len() < upright.len());
    let mut tagged = written(&image, ImageFormat::WebP);
    tagged.extend(b"EXIF\x06\0\0\0SECRET");
    let length = tagged.len() as u32 - 8;
    tagged[4..8].copy_from_slice(&length.to_le_bytes());
    let made = done(&tagged, &Order::default());
    assert!(!holds(&made.bytes, b"SECRET"));
}

#[test]
fn what_hides_behind_the_end_or_in_comments_goes_too() {
    let image = photo(60, 40);
    let jpeg = turned_jpeg(&image, 10);
    // A second picture behind the first, as telephones write them.
    let two = [jpeg.as_slice(), &jpeg].concat();
    // Garbage that decoders skip.
    let mut upright = jpeg.clone();
    let at = jpeg
        .windows(4)
        .position(|part| part == b"\x12\x01\x03\0")
        .unwrap();
    upright[at + 8] = 1;
    let behind = [upright.as_slice(), b"SECRET behind"].concat();
    let mut png = written(&image, ImageFormat::Png);
    png.extend(b"SECRET behind");
    // The beginning of a frame, in a picture that has none.
    let strange = *b"\0\0\0\x02fcTL\0\0\x8C\x12\xAC\x28";
    let mut odd = png.clone();
    let end = odd.windows(4).position(|name| name == b"IEND").unwrap() - 4;
    odd.splice(end..end, strange);
    let mut gif = written(&image, ImageFormat::Gif);
    assert_eq!(gif.pop(), Some(0x3B));
    gif.extend(b"!\xFE\x06SECRET\0;SECRET behind");
    for bytes in [two, behind, png, odd, gif] {
        assert!(holds(&bytes, b"SECRET"));
        let made = done(&bytes, &Order::default());
        assert!(!holds(&made.bytes, b"SECRET"), "{:?}", made.kind);
        assert!(made.bytes.len() <= bytes.len());
    }
}

#[test]
fn a_png_that_is_too_large_to_be_packed_is_bared() {
    let image = photo(60, 40);
    let mut before = Vec::new();
    let mut encoder = image::codecs::png::PngEncoder::new(&mut before);
    encoder.set_icc_profile(profile()).unwrap();
    encoder.set_exif_metadata(b"SECRET place".to_vec()).unwrap();
    encoder
        .write_image(image.as_bytes(), 60, 40, image.color().into())
        .unwrap();
    let picture = before.clone();
    before.extend(b"SECRET behind");
    let bare = strip::png(&before).unwrap();
    assert!(holds(&before, b"SECRET") && !holds(&bare, b"SECRET") && bare.len() < before.len());
    let read = image::load_from_memory(&bare).unwrap();
    assert_eq!(read.to_rgb8(), image.to_rgb8());
    assert_eq!(profile_of(&bare), Some(profile()));
    for broken in [0, 7, 8, 11, 20, picture.len() - 1] {
        assert_eq!(strip::png(&picture[..broken]), None, "{broken}");
    }
    // Four bytes of each pixel as it is, and four times the three of the file.
    let needed = 60 * 40 * 16;
    let stripped = |most: u64| strip::strip_within(Kind::Png, (60, 40), &before, most).unwrap();
    assert_eq!(stripped(needed - 1), bare);
    assert!(stripped(needed).len() < bare.len());
    for (size, has_room) in [((5_000, 5_000), true), ((8_000, 5_000), false)] {
        assert_eq!(encode::has_room(&before, size, MAX_MEMORY), has_room);
    }
}

/// Sources, what they become, and bytes of memory beside those of the source.
#[test]
fn memory_is_reserved_for_the_size_that_is_asked_for() {
    const LARGEST: u64 = 4096 * 4096;
    for (source, (width, height, fit), memory) in [
        ((1, 1), (Some(4096), Some(4096), Fit::Fill), 20 * LARGEST),
        ((1, 1), (Some(4096), None, Fit::Cover), 20 * LARGEST),
        ((1, 1), (Some(4096), Some(4096), Fit::Inside), 20),
        // What would be larger is refused.
        ((1, 400), (Some(4096), None, Fit::Fill), 20 * LARGEST),
        ((400, 300), (None, None, Fit::Inside), 20 * 400 * 300),
        // Shown turned it would be 100 by 133.
        ((400, 300), (Some(100), None, Fit::Inside), 20 * 100 * 133),
        // One that is wide and low has many pixels once it is high.
        (
            (16_384, 1),
            (Some(1), Some(4096), Fit::Fill),
            4 * 4096 * 16_385,
        ),
    ] {
        let resize = Resize { width, height, fit };
        assert_eq!(resize.memory(source), memory, "{source:?} {resize:?}");
    }
}

#[test]
fn sizes_follow_the_fit() {
    let bytes = written(&photo(400, 200), ImageFormat::Png);
    for (order, size) in [
        (resized(Some(100), None, Fit::Inside), (100, 50)),
        (resized(None, Some(100), Fit::Inside), (200, 100)),
        (resized(Some(100), Some(100), Fit::Inside), (100, 50)),
        (resized(Some(900), None, Fit::Inside), (400, 200)),
        (resized(Some(100), Some(100), Fit::Cover), (100, 100)),
        (resized(Some(100), Some(100), Fit::Contain), (100, 100)),
        (resized(Some(30), Some(90), Fit::Fill), (30, 90)),
        (resized(Some(1), None, Fit::Cover), (1, 1)),
    ] {
        let made = done(&bytes, &order);
        assert_eq!((made.width, made.height), size, "{order:?}");
    }
    // The side that follows has a bound too.
    let narrow = written(&photo(1, 400), ImageFormat::Png);
    let header = Header::read(&narrow).unwrap();
    for fit in [Fit::Cover, Fit::Contain, Fit::Fill] {
        let order = resized(Some(4096), None, fit);
        let refused = transform(&narrow, header, &order);
        let (width, height) = (4096, 1_638_400);
        assert_eq!(refused, Err(ImageError::TooLargeToMake { width, height }));
    }
    // Covered: the sides are cut off, so the left edge is no longer black.
    let cover = done(&bytes, &resized(Some(100), Some(100), Fit::Cover));
    let cover = image::load_from_memory(&cover.bytes).unwrap().to_rgb8();
    assert!(cover.get_pixel(0, 50).0[0] > 50);
    let contain = done(&bytes, &resized(Some(100), Some(100), Fit::Contain));
    let contain = image::load_from_memory(&contain.bytes).unwrap().to_rgb8();
    assert_eq!(contain.get_pixel(50, 2).0, [255; 3]);
}

#[test]
fn kinds_become_each_other() {
    let image = DynamicImage::ImageRgba8(RgbaImage::from_fn(40, 40, |x, _| {
        Rgba([200, 0, 0, if x < 20 { 255 } else { 0 }])
    }));
    for from in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let bytes = written(&image, from);
        for format in Kind::ALL {
            let order = Order {
                format: Some(format),
                ..Order::default()
            };
            let made = done(&bytes, &order);
            assert_eq!(made.kind, format);
            let shown = image::load_from_memory(&made.bytes).unwrap().to_rgba8();
            let [red, green, ..] = shown.get_pixel(5, 5).0;
            assert!(red > 180 && green < 30, "{from:?} {format:?}");
            // White where nothing can be see-through.
            let [_, green, _, alpha] = shown.get_pixel(35, 5).0;
            assert!(
                alpha == 0 || (format == Kind::Jpeg && green > 240),
                "{from:?} {format:?}"
            );
        }
    }
}

#[test]
fn a_lower_quality_is_smaller() {
    let bytes = written(&photo(300, 300), ImageFormat::Png);
    for format in [Kind::Jpeg, Kind::WebP] {
        let made = |quality| {
            let order = Order {
                format: Some(format),
                quality: Some(quality),
                ..Order::default()
            };
            done(&bytes, &order).bytes.len()
        };
        assert!(made(20) < made(90), "{format:?}");
    }
}

/// A description of colours as far as anybody looks at it here.
fn profile() -> Vec<u8> {
    let mut profile = vec![7; 131];
    profile[16..20].copy_from_slice(b"RGB ");
    profile
}

fn profile_of(bytes: &[u8]) -> Option<Vec<u8>> {
    Header::read(bytes).unwrap().pixels(bytes).unwrap().profile
}

#[test]
fn colours_mean_the_same_in_a_png_and_in_a_webp() {
    let see_through = DynamicImage::ImageRgba8(RgbaImage::from_fn(31, 20, |x, y| {
        Rgba([x as u8 * 8, y as u8 * 12, 0, (x * 8) as u8])
    }));
    for image in [photo(31, 20), see_through] {
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        encoder.set_icc_profile(profile()).unwrap();
        let (width, height) = (image.width(), image.height());
        encoder
            .write_image(image.as_bytes(), width, height, image.color().into())
            .unwrap();
        for kind in [Kind::Png, Kind::WebP] {
            let order = Order {
                format: Some(kind),
                ..Order::default()
            };
            let made = done(&bytes, &order);
            assert_eq!(profile_of(&made.bytes), Some(profile()), "{kind:?}");
            let again = done(&made.bytes, &Order::default());
            assert_eq!(profile_of(&again.bytes), Some(profile()), "{kind:?} again");
            let read = image::load_from_memory(&made.bytes).unwrap();
            assert_eq!(
                read.color().has_alpha(),
                image.color().has_alpha(),
                "{kind:?}"
            );
        }
    }
    // Without one nothing is added.
    let order = Order {
        format: Some(Kind::WebP),
        ..Order::default()
    };
    let plain = done(&written(&photo(31, 20), ImageFormat::Png), &order);
    assert!(!holds(&plain.bytes, b"ICCP"));
}

#[test]
fn a_smaller_picture_within_goes() {
    let mut bytes = Vec::new();
    let photo = photo(60, 40);
    photo
        .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, 5))
        .unwrap();
    assert_eq!(bytes[6..11], *b"JFIF\0");
    // Two pixels by one.
    bytes.splice(18..20, [2, 1].into_iter().chain(*b"SECRET"));
    bytes[5] += 6;
    let made = done(&bytes, &Order::default());
    assert!(!holds(&made.bytes, b"SECRET"));
    assert!(made.seen.starts_with("landscape "), "{}", made.seen);
}
