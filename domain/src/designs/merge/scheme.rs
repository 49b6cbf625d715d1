//! What a URL begins with.

/// The longest scheme that is told from others.
const SCHEME_MAX: usize = 32;

/// A scheme, read byte by byte as browsers do: control characters and spaces in front do not count, nor do
/// tabs and line breaks anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scheme {
    /// Lower case.
    bytes: [u8; SCHEME_MAX],
    length: usize,
}

/// What is known of a scheme behind one of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    More,
    /// The byte was its colon.
    Ends,
    /// There is none.
    None,
}

impl Scheme {
    /// The scheme of a text that holds all of it.
    pub(super) fn of(url: &str) -> Option<Self> {
        let mut scheme = Self::default();
        for byte in url.bytes() {
            match scheme.read(byte) {
                Step::More => {}
                Step::Ends => return Some(scheme),
                Step::None => return None,
            }
        }
        None
    }

    pub(super) fn read(&mut self, byte: u8) -> Step {
        match byte {
            b'\t' | b'\n' | b'\r' => Step::More,
            ..=b' ' if self.length == 0 => Step::More,
            b':' if self.length > 0 => Step::Ends,
            b'a'..=b'z' | b'A'..=b'Z' => self.push(byte),
            b'0'..=b'9' | b'+' | b'-' | b'.' if self.length > 0 => self.push(byte),
            _ => Step::None,
        }
    }

    fn push(&mut self, byte: u8) -> Step {
        let Some(free) = self.bytes.get_mut(self.length) else {
            return Step::None;
        };
        *free = byte.to_ascii_lowercase();
        self.length += 1;
        Step::More
    }

    pub(super) fn is(&self, name: &str) -> bool {
        &self.bytes[..self.length] == name.as_bytes()
    }

    pub(super) fn is_web(&self) -> bool {
        self.is("http") || self.is("https")
    }
}
