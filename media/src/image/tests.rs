use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;

fn picture(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, (x * y) as u8])).into()
}

fn encoded(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture(width, height).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn animation(frames: usize, side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let frame = Frame::new(RgbaImage::from_pixel(side, side, Rgba([9, 9, 9, 255])));
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, 30);
    encoder
        .encode_frames(std::iter::repeat_n(frame, frames))
        .unwrap();
    drop(encoder);
    bytes
}

/// A PNG's chunk with its checksum.
fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = u32::MAX;
    for byte in name.iter().chain(data) {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                crc >> 1 ^ 0xEDB8_8320
            } else {
                crc >> 1
            };
        }
    }
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &name, data, &(!crc).to_be_bytes()].concat()
}

/// The header of another size in front of the same data.
fn with_header(png: &[u8], width: u32, height: u32) -> Vec<u8> {
    let mut header = png[16..29].to_vec();
    header[..4].copy_from_slice(&width.to_be_bytes());
    header[4..8].copy_from_slice(&height.to_be_bytes());
    [&png[..8], &chunk(*b"IHDR", &header), &png[33..]].concat()
}

#[test]
fn the_four_kinds_are_known_by_what_they_hold() {
    for (format, kind, content_type) in [
        (ImageFormat::Png, Kind::Png, "image/png"),
        (ImageFormat::Jpeg, Kind::Jpeg, "image/jpeg"),
        (ImageFormat::Gif, Kind::Gif, "image/gif"),
        (ImageFormat::WebP, Kind::WebP, "image/webp"),
    ] {
        let bytes = encoded(format, 40, 30);
        let (image, pixels) = Header::read(&bytes).unwrap().look_at(&bytes).unwrap();
        assert_eq!(
            image,
            Image {
                kind,
                width: 40,
                height: 30,
                animated: false
            }
        );
        assert_eq!((pixels.image.width(), pixels.image.height()), (40, 30));
        assert_eq!(inspect(&bytes), Ok(image));
        assert_eq!(kind.content_type(), content_type);
        assert_eq!(Kind::from_extension(kind.extension()), Some(kind));
    }
    assert_eq!(Kind::from_extension("svg"), None);
}

#[test]
fn animations_are_told_and_bounded() {
    let moving = animation(3, 8);
    let (image, pixels) = Header::read(&moving).unwrap().look_at(&moving).unwrap();
    assert!(image.animated);
    assert_eq!((image.width, image.height), (8, 8));
    assert_eq!(pixels.image.to_rgba8().get_pixel(3, 3).0, [9, 9, 9, 255]);
    assert_eq!(
        inspect(&animation(1_001, 1)),
        Err(ImageError::TooManyFrames)
    );
    for (frames, canvas, expect) in [
        (1_000, 250_000, false),
        (1_001, 1, true),
        (15, 16_000_000, false),
        (16, 16_000_000, true),
    ] {
        assert_eq!(decode::is_too_long(frames, canvas), expect, "{frames}");
    }
    // On a canvas of 36 million pixels.
    let mut vast = animation(2, 8);
    vast[6..10].copy_from_slice(&[0x70, 0x17, 0x70, 0x17]);
    assert_eq!(inspect(&vast), Err(ImageError::TooMuchMemory));
}

#[test]
fn what_is_not_an_image_says_so() {
    for (bytes, expect) in [
        (&b""[..], ImageError::NotAnImage),
        (b"<!doctype html><svg>", ImageError::NotAnImage),
        (b"<html><img></html>", ImageError::NotAnImage),
        (b"hello <svg", ImageError::NotAnImage),
        (
            b"  <svg xmlns='http://www.w3.org/2000/svg'/>",
            ImageError::Svg,
        ),
        (b"<?xml version='1.0'?><!-- a --><svg/>", ImageError::Svg),
        (b"BM......................", ImageError::OtherKind),
        (b"\x89PNG\r\n\x1a\n", ImageError::Broken),
        (b"GIF89a", ImageError::Broken),
        (b"\xFF\xD8\xFF", ImageError::Broken),
        (b"RIFF\x10\0\0\0WEBPVP8 ", ImageError::Broken),
    ] {
        assert_eq!(inspect(bytes), Err(expect), "{bytes:?}");
    }
}

#[test]
fn a_header_that_lies_is_refused() {
    let png = encoded(ImageFormat::Png, 40, 30);
    assert_eq!(with_header(&png, 40, 30), png);
    assert_eq!(
        inspect(&with_header(&png, 400, 300)),
        Err(ImageError::Broken)
    );
    assert_eq!(inspect(&with_header(&png, 0, 30)), Err(ImageError::Broken));
    // One whose checksum gives it away.
    let mut torn = png;
    torn[19] = 10;
    assert_eq!(inspect(&torn), Err(ImageError::Broken));
    let mut webp = encoded(ImageFormat::WebP, 40, 30);
    let at = webp.windows(4).position(|part| part == b"VP8L").unwrap();
    webp[at + 9..at + 11].copy_from_slice(&[0xFF, 0x3F]);
    assert!(inspect(&webp).is_err());
}

/// The lossy pictures in a WebP, each where its width stands.
fn lossy_pictures(webp: &[u8]) -> Vec<usize> {
    let is_start = |at: &usize| webp[*at..].starts_with(b"\x9d\x01\x2a");
    (0..webp.len()).filter(is_start).map(|at| at + 3).collect()
}

#[test]
fn a_picture_in_a_webp_has_the_size_of_its_place() {
    let moving = include_bytes!("../../tests/images/moving.webp");
    let pictures = lossy_pictures(moving);
    assert!(pictures.len() > 1, "{pictures:?}");
    let size = (24, 16);
    assert!(webp::sizes_agree(moving, size));
    for at in pictures {
        // None at all, another one, and one for which the decoder would take hundreds of megabytes.
        for side in [0_u16, 8, 0x3FFF] {
            for place in [at, at + 2] {
                let mut lying = moving.to_vec();
                lying[place..place + 2].copy_from_slice(&side.to_le_bytes());
                assert!(!webp::sizes_agree(&lying, size), "{place}: {side}");
                assert_eq!(inspect(&lying), Err(ImageError::Broken), "{place}: {side}");
            }
        }
    }
}

/// A few bytes that say they are an image of 16 pixels a side, around a picture of 16,383.
fn webp_around_a_large_picture() -> Vec<u8> {
    let webp_chunk = |name: &[u8; 4], data: &[u8]| {
        let length = (data.len() as u32).to_le_bytes();
        [&name[..], &length, data].concat()
    };
    let canvas = [0, 0, 0, 0, 15, 0, 0, 15, 0, 0];
    let picture = [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F];
    let inside = [
        webp_chunk(b"VP8X", &canvas),
        webp_chunk(b"VP8 ", &[&picture[..], &[0; 64]].concat()),
    ]
    .concat();
    webp_chunk(b"RIFF", &[b"WEBP", &inside[..]].concat())
}

#[test]
fn pixels_are_read_of_nothing_that_would_not_be_decoded() {
    let lying = webp_around_a_large_picture();
    let header = Header::read(&lying).unwrap();
    assert_eq!(header.size(), (16, 16));
    let jpeg = encoded(ImageFormat::Jpeg, 64, 64);
    for bytes in [&lying[..], &jpeg[..jpeg.len() * 9 / 10]] {
        let header = Header::read(bytes).unwrap();
        assert_eq!(header.pixels(bytes).err(), Some(ImageError::Broken));
        assert_eq!(header.look_at(bytes).err(), Some(ImageError::Broken));
        assert_eq!(header.decode(bytes), Err(ImageError::Broken));
    }
    assert!(Header::read(&jpeg).unwrap().pixels(&jpeg).is_ok());
}

#[test]
fn a_bomb_is_not_decoded() {
    // Says it has 900 million pixels; refused before anything is unpacked.
    let bomb = with_header(&encoded(ImageFormat::Png, 8, 8), 30_000, 30_000);
    let refused = inspect(&bomb).unwrap_err();
    assert_eq!(
        refused,
        ImageError::TooManyPixels {
            width: 30_000,
            height: 30_000
        }
    );
    for (width, height) in [(16_385, 1), (1, 16_385), (16_000, 2_501)] {
        let bomb = with_header(&encoded(ImageFormat::Png, 8, 8), width, height);
        let expect = ImageError::TooManyPixels { width, height };
        assert_eq!(inspect(&bomb), Err(expect));
    }
}

#[test]
fn what_ends_early_is_refused() {
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::Gif,
        ImageFormat::WebP,
    ] {
        let whole = encoded(format, 64, 64);
        for kept in [whole.len() / 2, whole.len() * 9 / 10] {
            assert_eq!(
                inspect(&whole[..kept]),
                Err(ImageError::Broken),
                "{format:?} {kept}"
            );
        }
    }
}

#[test]
fn a_jpeg_may_have_a_thumbnail_and_a_tail() {
    let mut bytes = Vec::new();
    let thumbnail = encoded(ImageFormat::Jpeg, 8, 8);
    let whole = encoded(ImageFormat::Jpeg, 64, 64);
    let length = (thumbnail.len() as u16 + 2).to_be_bytes();
    bytes.extend_from_slice(&whole[..2]);
    bytes.extend_from_slice(&[0xFF, 0xE1, length[0], length[1]]);
    bytes.extend_from_slice(&thumbnail);
    bytes.extend_from_slice(&whole[2..]);
    let end = bytes.len();
    bytes.extend_from_slice(b"tail");
    assert_eq!(inspect(&bytes).unwrap().width, 64);
    // The end of the thumbnail is not the end of the image.
    assert_eq!(inspect(&bytes[..end - 2]), Err(ImageError::Broken));
}

/// Kinds, and bytes that a decoder takes for a pixel.
#[test]
fn memory_is_reserved_for_what_decoders_keep() {
    let jpeg = |channels: &[u8], is_progressive: bool| {
        let mut settings = mozjpeg::Compress::new(match channels.len() {
            1 => mozjpeg::ColorSpace::JCS_GRAYSCALE,
            3 => mozjpeg::ColorSpace::JCS_RGB,
            _ => mozjpeg::ColorSpace::JCS_CMYK,
        });
        settings.set_size(1_000, 100);
        settings.set_fastest_defaults();
        if is_progressive {
            settings.set_progressive_mode();
        }
        let mut started = settings.start_compress(Vec::new()).unwrap();
        started.write_scanlines(&channels.repeat(100_000)).unwrap();
        started.finish().unwrap()
    };
    let fine: DynamicImage = DynamicImage::new_rgba16(1_000, 100);
    let mut sixteen = Cursor::new(Vec::new());
    fine.write_to(&mut sixteen, ImageFormat::Png).unwrap();
    let whole = encoded(ImageFormat::Jpeg, 1_000, 100);
    let scan = whole
        .windows(2)
        .position(|two| two == [0xFF, 0xDA])
        .unwrap();
    for (name, bytes, bytes_a_pixel) in [
        ("one scan", jpeg(&[1, 2, 3], false), 8),
        ("several scans", jpeg(&[1, 2, 3], true), 9),
        ("inks in several scans", jpeg(&[1, 2, 3, 4], true), 11),
        ("grey in several scans", jpeg(&[1], true), 8),
        ("no scan", whole[..scan].to_vec(), 9),
        ("png", encoded(ImageFormat::Png, 1_000, 100), 8),
        ("sixteen bits", sixteen.into_inner(), 18),
        ("gif", encoded(ImageFormat::Gif, 1_000, 100), 12),
    ] {
        let header = Header::read(&bytes).unwrap();
        let memory = header.memory();
        assert_eq!(memory, (8 << 20) + 100_000 * bytes_a_pixel, "{name}");
        assert_eq!(header.memory_with_copy(), memory + 400_000, "{name}");
    }
    // The largest that keeps everything.
    const { assert!(MAX_PIXELS * 11 + (8 << 20) <= MAX_MEMORY) };
}
