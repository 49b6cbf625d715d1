//! Pictures as they come out of a pipe: each says how large it is (PPM), and is believed within bounds.

use image::RgbImage;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

use super::cut::MAX_SIDE;
use super::error::VideoError;

/// Of a line before the pixels.
const LINE: u64 = 32;

/// At most so many; what follows is not read. All have the size of the first.
pub(super) async fn read(
    from: &mut (impl AsyncBufRead + Unpin),
    most: usize,
) -> Result<Vec<RgbImage>, VideoError> {
    let mut frames: Vec<RgbImage> = Vec::new();
    while frames.len() < most
        && let Some(frame) = next(from).await?
    {
        let is_alike = |first: &RgbImage| first.dimensions() == frame.dimensions();
        if !frames.first().is_none_or(is_alike) {
            return Err(VideoError::Unreadable);
        }
        frames.push(frame);
    }
    Ok(frames)
}

async fn next(from: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<RgbImage>, VideoError> {
    let Some(kind) = line(from).await? else {
        return Ok(None);
    };
    let (size, depth) = (line(from).await?, line(from).await?);
    let size = size.as_deref().and_then(|size| {
        let (width, height) = size.split_once(' ')?;
        Some((width.parse::<u32>().ok()?, height.parse::<u32>().ok()?))
    });
    let sides = 1..=MAX_SIDE;
    let size = size.filter(|(width, height)| sides.contains(width) && sides.contains(height));
    let Some((width, height)) = size.filter(|_| kind == "P6" && depth.as_deref() == Some("255"))
    else {
        return Err(VideoError::Unreadable);
    };
    let mut pixels = vec![0; width as usize * height as usize * 3];
    let read = from.read_exact(&mut pixels).await;
    read.map_err(|_| VideoError::Unreadable)?;
    Ok(RgbImage::from_raw(width, height, pixels))
}

async fn line(from: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<String>, VideoError> {
    let mut line = Vec::new();
    let read = from.take(LINE).read_until(b'\n', &mut line).await;
    read.map_err(|_| VideoError::Unreadable)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => String::from_utf8(line)
            .map(Some)
            .map_err(|_| VideoError::Unreadable),
        Some(_) => Err(VideoError::Unreadable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn pictures_are_read_one_after_the_other_and_no_other_size_is_believed() {
        let picture = |colour: u8| [b"P6\n2 1\n255\n".as_slice(), &[colour; 6]].concat();
        let three = [picture(1), picture(2), picture(3)].concat();
        let all = read(&mut three.as_slice(), 9).await.unwrap();
        let colours: Vec<u8> = all.iter().map(|frame| frame.get_pixel(1, 0).0[2]).collect();
        assert_eq!(colours, [1, 2, 3]);
        assert_eq!(read(&mut three.as_slice(), 2).await.unwrap().len(), 2);
        assert_eq!(read(&mut [].as_slice(), 2).await.unwrap().len(), 0);
        let other = [picture(1), b"P6\n1 1\n255\nabc".to_vec()].concat();
        for wrong in [
            &three[..20],
            &other,
            b"P6\n60000 60000\n255\n",
            b"P6\n0 1\n255\n",
            b"P5\n1 1\n255\na",
            b"P6\n1 1\n65535\nabcdef",
            b"what is this that goes on and on and on",
        ] {
            let refused = read(&mut &wrong[..], 9).await;
            assert_eq!(refused, Err(VideoError::Unreadable));
        }
    }
}
