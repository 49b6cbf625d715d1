//! What a few kilobytes of a stranger's image may unpack to. In a binary of its own: the peak is the whole process's.

#![expect(clippy::unwrap_used, reason = "tests")]

use flate2::{Compress, Compression, Crc, FlushCompress};
use postrider_media::image::{Header, inspect};

const MEGABYTE: usize = 1 << 20;
/// Of a colour profile, packed into some hundred kilobytes.
const PROFILE_MEGABYTES: usize = 512;

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

/// A PNG of one pixel whose colour profile unpacks to so much.
fn bomb(megabytes: usize) -> Vec<u8> {
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

/// The most memory that this process ever had, in megabytes.
fn peak_megabytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.unwrap().split_whitespace().nth(1).unwrap();
    kilobytes.parse::<usize>().unwrap() >> 10
}

#[test]
fn a_colour_profile_that_unpacks_to_much_takes_little() {
    // A small profile is none of our business.
    assert!(inspect(&bomb(0)).is_ok());
    let bomb = bomb(PROFILE_MEGABYTES);
    assert!(bomb.len() < 2 * MEGABYTE, "{}", bomb.len());
    let before = peak_megabytes();
    let header = Header::read(&bomb).unwrap();
    let _ = header.decode(&bomb);
    let taken = peak_megabytes() - before;
    let allowed = (header.memory() >> 20) as usize;
    assert!(allowed < 16, "{allowed} MB for one pixel");
    assert!(
        taken < 4 * allowed,
        "took {taken} MB, {allowed} were allowed"
    );
}
