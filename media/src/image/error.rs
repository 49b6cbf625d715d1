//! Why bytes are not an image that mails can show, in words for whoever sent them.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("it is no image")]
    NotAnImage,
    #[error("it is an SVG, which mail clients do not show")]
    Svg,
    #[error("it is neither PNG, JPEG, GIF nor WebP")]
    OtherKind,
    #[error("it has {width} x {height} pixels, more than 16,384 a side or 40 million in all")]
    TooManyPixels { width: u32, height: u32 },
    #[error("it would have {width} x {height} pixels, more than 4,096 a side")]
    TooLargeToMake { width: u32, height: u32 },
    #[error("it takes too much memory to decode")]
    TooMuchMemory,
    #[error("it is a drawing with too much in it")]
    TooComplex,
    #[error("it shows nothing")]
    Empty,
    #[error("it flashes more than three times a second, which harms some who see it")]
    Flashes,
    #[error("its animation is too long")]
    TooManyFrames,
    #[error("it is broken: it cannot be decoded to its end")]
    Broken,
}
