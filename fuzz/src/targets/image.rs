//! Whatever is uploaded as an image: no crash, no more memory than was asked for, and what is taken has the size that its
//! header told.

use postrider_media::image::Header;

/// Decoding tiny images again and again finds more than a few large ones.
const MAX_MEMORY: u64 = 16 << 20;

pub(super) fn run(input: &[u8]) {
    let Ok(header) = Header::read(input) else {
        return;
    };
    if header.memory() > MAX_MEMORY {
        return;
    }
    // What changes images reads their pixels without decoding all of them.
    drop(header.pixels(input));
    if let Ok(image) = header.decode(input) {
        assert!(image.width > 0 && image.height > 0);
        assert_eq!(Header::read(input), Ok(header));
    }
}
