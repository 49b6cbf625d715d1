//! What a few kilobytes of a stranger's image may unpack to. In a binary of its own: the peak is the whole process's.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_media::image::{Header, inspect};
use postrider_test_support::png_bomb;

/// Of a colour profile, packed into some hundred kilobytes.
const PROFILE_MEGABYTES: usize = 512;

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
    assert!(inspect(&png_bomb(0)).is_ok());
    let bomb = png_bomb(PROFILE_MEGABYTES);
    assert!(bomb.len() < 2 << 20, "{}", bomb.len());
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
