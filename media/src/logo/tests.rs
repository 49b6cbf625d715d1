use image::{ImageFormat, Rgba, RgbaImage};

use super::*;

fn png(picture: &RgbaImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A rectangle of a colour on a ground.
fn badge(ground: [u8; 4], ink: [u8; 4]) -> RgbaImage {
    RgbaImage::from_fn(200, 100, |x, y| {
        let is_ink = (40..140).contains(&x) && (30..70).contains(&y);
        Rgba(if is_ink { ink } else { ground })
    })
}

#[test]
fn a_logo_is_cut_to_what_it_shows() {
    let clear = read(&png(&badge([0, 0, 0, 0], [10, 125, 85, 255]))).unwrap();
    assert_eq!(
        (clear.width, clear.height, clear.is_opaque),
        (100, 40, false)
    );
    assert_eq!(clear.colors, [(Color::new(10, 125, 85), 1.0)]);
    let boxed = read(&png(&badge([255; 4], [10, 125, 85, 255]))).unwrap();
    assert_eq!(
        (boxed.width, boxed.height, boxed.is_opaque),
        (108, 48, true)
    );
    assert_eq!(boxed.colors, [(Color::new(10, 125, 85), 1.0)]);
    let white = read(&png(&badge([0; 4], [255; 4]))).unwrap();
    assert!(white.lightness > 0.99 && white.colors.is_empty());
    for empty in [[0; 4], [9, 9, 9, 255]] {
        assert_eq!(read(&png(&badge(empty, empty))), Err(ImageError::Empty));
    }
}

#[test]
fn a_large_one_is_made_smaller_without_dark_edges() {
    let large = RgbaImage::from_fn(1800, 900, |x, _| {
        Rgba(if x % 7 == 3 {
            [0, 0, 0, 0]
        } else {
            [255, 0, 0, 255]
        })
    });
    let small = read(&png(&large)).unwrap();
    assert_eq!((small.width, small.height), (480, 240));
    let shown = image::load_from_memory(&small.png).unwrap().into_rgba8();
    assert!(
        shown
            .pixels()
            .all(|pixel| pixel.0[3] == 0 || pixel.0[0] > 250)
    );
}

fn svg(inner: &str) -> Vec<u8> {
    format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20'>{inner}</svg>")
        .into_bytes()
}

#[test]
fn a_drawing_becomes_pixels_and_runs_nothing() {
    let drawn = read(&svg(
        "<script>alert(1)</script><image href='file:///etc/passwd' width='40' height='20'/>\
         <image href='http://127.0.0.1/x.png' width='40' height='20'/>\
         <rect x='10' y='5' width='20' height='10' fill='#0a7d55' onclick='x()'/>",
    ))
    .unwrap();
    assert_eq!((drawn.width, drawn.height), (400, 200));
    assert_eq!(drawn.colors, [(Color::new(10, 125, 85), 1.0)]);
    assert_eq!(memory(&svg("")), Ok(DRAWING_MEMORY));
}
