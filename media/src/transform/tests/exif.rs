//! Blocks of EXIF that are huge, lead to themselves or are none: whoever writes a file may write anything into them.

use super::*;

const SECRET: &[u8] = b"SECRET place";

/// An entry of a directory: tag, type, count, value.
fn entry(tag: u16, kind: u16, count: u32, value: u32) -> Vec<u8> {
    let (count, value) = (count.to_le_bytes(), value.to_le_bytes());
    [
        tag.to_le_bytes().as_slice(),
        &kind.to_le_bytes(),
        &count,
        &value,
    ]
    .concat()
}

/// A block with so many entries as it says, those that it has, and where the next directory is.
fn block(says: u16, entries: &[Vec<u8>], next: u32) -> Vec<u8> {
    let start = b"II*\0\x08\0\0\0".as_slice();
    [
        start,
        &says.to_le_bytes(),
        &entries.concat(),
        &next.to_le_bytes(),
    ]
    .concat()
}

fn blocks() -> Vec<(&'static str, Vec<u8>)> {
    let turned = || entry(0x112, 3, 1, 6);
    vec![
        ("nothing", Vec::new()),
        ("a beginning", b"II*\0".to_vec()),
        ("another beginning", b"MM\0*\0\0\0\x08\0\x01".to_vec()),
        ("far away", b"II*\0\xFF\xFF\xFF\xFF".to_vec()),
        ("leads to itself", block(1, &[entry(0x8769, 4, 1, 8)], 8)),
        ("round and round", block(1, &[entry(0x14A, 4, 9, 0)], 4)),
        ("too few", block(u16::MAX, &[turned()], 8)),
        ("too many", block(1, &vec![turned(); 1000], 0)),
        (
            "four billion ways",
            block(1, &[entry(0x112, 3, u32::MAX, 6)], 0),
        ),
        ("no number", block(1, &[entry(0x112, 2, 1, 6)], 0)),
        ("no such way", block(1, &[entry(0x112, 3, 1, 9)], 0)),
        ("no way at all", block(1, &[entry(0x112, 3, 1, 0)], 0)),
    ]
}

/// Which of it fits into a segment, again and again until all is there.
fn into_jpeg(jpeg: &[u8], exif: &[u8]) -> Vec<u8> {
    let segments = exif.chunks(65_000).map(|part| {
        let content = [b"Exif\0\0".as_slice(), part].concat();
        let length = (content.len() as u16 + 2).to_be_bytes();
        [&[0xFF, 0xE1], length.as_slice(), &content].concat()
    });
    let segments: Vec<u8> = segments.flatten().collect();
    [&jpeg[..2], &segments, &jpeg[2..]].concat()
}

fn into_png(png: &[u8], exif: &[u8]) -> Vec<u8> {
    let part = [b"eXIf".as_slice(), exif].concat();
    let length = (exif.len() as u32).to_be_bytes();
    let sum = turned::checksum(&part).to_be_bytes();
    [&png[..33], &length, &part, &sum, &png[33..]].concat()
}

fn into_webp(webp: &[u8], exif: &[u8]) -> Vec<u8> {
    let described = webp::with_profile(webp, &profile(), (40, 30)).unwrap();
    let mut bytes = [described, webp::chunk(b"EXIF", exif)].concat();
    bytes[20] |= webp::DESCRIBED;
    let length = (bytes.len() - 8) as u32;
    bytes[4..8].copy_from_slice(&length.to_le_bytes());
    bytes
}

type Embed = fn(&[u8], &[u8]) -> Vec<u8>;

fn pictures() -> [(Vec<u8>, Embed); 3] {
    let image = photo(40, 30);
    let [jpeg, webp] = [Kind::Jpeg, Kind::WebP].map(|kind| {
        let order = Order {
            format: Some(kind),
            ..Order::default()
        };
        done(&written(&image, ImageFormat::Png), &order).bytes
    });
    [
        (jpeg, into_jpeg),
        (written(&image, ImageFormat::Png), into_png),
        (webp, into_webp),
    ]
}

#[test]
fn strange_blocks_are_passed_over_and_go() {
    for (picture, into) in pictures() {
        for (name, block) in blocks() {
            let bytes = into(&picture, &[block, SECRET.to_vec()].concat());
            let made = done(&bytes, &Order::default());
            assert!(!holds(&made.bytes, SECRET), "{name} {:?}", made.kind);
            assert!(made.bytes.len() <= bytes.len(), "{name} {:?}", made.kind);
            let sides = made.width.max(made.height);
            assert_eq!(sides, 40, "{name} {:?}", made.kind);
        }
    }
}

#[test]
fn a_block_of_megabytes_goes_and_what_it_says_of_turning_is_done() {
    let turned = block(1, &[entry(0x112, 3, 1, 6)], 0);
    // A JPEG has no longer ones.
    for ((picture, into), more) in pictures().into_iter().zip([60_000, 3 << 20, 3 << 20]) {
        let huge = [turned.clone(), vec![7; more], SECRET.to_vec()].concat();
        let bytes = into(&picture, &huge);
        assert!(holds(&bytes, SECRET) && bytes.len() > more);
        let (image, _) = Header::read(&bytes).unwrap().look_at(&bytes).unwrap();
        assert_eq!((image.width, image.height), (40, 30), "{:?}", image.kind);
        let made = done(&bytes, &Order::default());
        assert_eq!((made.width, made.height), (30, 40), "{:?}", made.kind);
        assert!(!holds(&made.bytes, SECRET), "{:?}", made.kind);
        assert!(made.bytes.len() < 10_000, "{:?}", made.kind);
    }
    let many = [turned, vec![7; 3 << 20], SECRET.to_vec()].concat();
    let [(jpeg, into), ..] = pictures();
    let made = done(&into(&jpeg, &many), &Order::default());
    assert!(!holds(&made.bytes, SECRET) && made.bytes.len() < 10_000);
}

#[test]
fn a_block_that_says_it_is_longer_than_the_file_is_no_more_than_broken() {
    for (picture, into) in pictures() {
        let whole = into(&picture, SECRET);
        let at = whole
            .windows(SECRET.len())
            .position(|part| part == SECRET)
            .unwrap();
        // Lengths stand before names, or behind them.
        for back in [4, 8, 10] {
            let mut bytes = whole.clone();
            bytes[at - back..at - back + 2].fill(0xFF);
            let header = Header::read(&bytes);
            let made = header.and_then(|header| transform(&bytes, header, &Order::default()));
            if let Ok(made) = made {
                assert!(!holds(&made.bytes, SECRET), "{:?} {back}", made.kind);
            }
        }
    }
}
