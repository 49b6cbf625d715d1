//! Which pictures of a video are wanted.

use super::container::Container;

pub const MAX_SECONDS: f64 = 10.0;
pub const MAX_FPS: u8 = 15;

/// Of either side of a picture.
pub(super) const MAX_SIDE: u32 = 600;
/// What the file is read by, and never by anything that opens others.
const FORMATS: &str = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm";
const CODECS: &str = "h264,hevc,vp8,vp9,av1,libdav1d,mpeg4";
/// Of a picture before it is made smaller: 4096 x 2304.
const MAX_PIXELS: u32 = 9_437_184;

/// All within their bounds: the caller has looked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Seconds that are left out.
    pub start: f64,
    /// Seconds that are shown.
    pub duration: f64,
    /// Pictures a second.
    pub fps: u8,
    /// Pixels; no more than the video has.
    pub width: u32,
}

impl Cut {
    pub fn frames(&self) -> usize {
        let frames = (self.duration * f64::from(self.fps)).round() as usize;
        frames.clamp(1, MAX_SECONDS as usize * usize::from(MAX_FPS))
    }

    /// The file is what stands at standard input, by a name under which it can be read in any order.
    pub(super) fn arguments(&self, container: Container) -> Vec<String> {
        let limits = [
            "-hide_banner -nostdin -nostats -loglevel quiet",
            "-protocol_whitelist file,pipe",
            &format!("-format_whitelist {FORMATS} -codec_whitelist {CODECS}"),
            &format!("-max_pixels {MAX_PIXELS} -threads 1"),
            &format!("-f {} -ss {}", container.reader(), self.start),
            &format!("-t {} -i file:/proc/self/fd/0", self.duration),
            "-map 0:v:0 -an -sn -dn -map_metadata -1",
            &format!("-frames:v {}", self.frames()),
        ]
        .join(" ");
        let pictures = format!(
            // Pixels need not be square; a picture is never larger than it was.
            "fps={},scale=w='clip(trunc(iw*sar),1,4096)':h=ih,scale=w='min({},iw)':h='min({MAX_SIDE},ih)'\
             :force_original_aspect_ratio=decrease,setsar=1",
            self.fps, self.width
        );
        let limits = limits.split(' ').map(str::to_owned);
        let output = "-c:v ppm -f image2pipe pipe:1".split(' ');
        limits
            .chain(["-vf".to_owned(), pictures])
            .chain(output.map(str::to_owned))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_has_as_many_pictures_as_its_time_holds() {
        for (duration, fps, expect) in [(10.0, 15, 150), (0.1, 1, 1), (2.5, 10, 25), (3.0, 7, 21)] {
            let cut = Cut {
                start: 0.0,
                duration,
                fps,
                width: 600,
            };
            assert_eq!(cut.frames(), expect);
        }
    }
}
