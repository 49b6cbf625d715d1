//! Records as bytes: length, content, checksum. A record that is cut off or damaged ends the file for whoever
//! reads it.

/// Whose journal it is, and since which boot of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub process: i64,
    pub boot: String,
}

/// What became of a transaction, as far as it is settled by words: the reply and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub kind: RecordedKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RecordedKind {
    Delivered = 1,
    Bounced = 2,
    Failed = 3,
    /// It is known not to have left, or was refused for now.
    NotTaken = 4,
    /// The dot left, and no reply came.
    InDoubt = 5,
}

impl Recorded {
    fn kind_of(code: u8) -> Option<RecordedKind> {
        Some(match code {
            1 => RecordedKind::Delivered,
            2 => RecordedKind::Bounced,
            3 => RecordedKind::Failed,
            4 => RecordedKind::NotTaken,
            5 => RecordedKind::InDoubt,
            _ => return None,
        })
    }
}

/// A recipient inside a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    pub claim: i64,
    pub ordinal: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Header(Owner),
    Dot(Slot),
    Reply(Slot, Recorded),
    /// A batch with this number, and all before it, is in the database.
    Settled(i64),
}

pub(super) struct Header(pub(super) Owner);

impl Header {
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        Entry::Header(self.0.clone()).encode(out);
    }
}

const HEADER: u8 = 1;
const DOT: u8 = 2;
const REPLY: u8 = 3;
const SETTLED: u8 = 4;
/// Longest content: a reply's text is cut before it comes here.
const LONGEST: usize = 4096;

impl Entry {
    pub fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&[0, 0]);
        match self {
            Self::Header(owner) => {
                out.push(HEADER);
                out.extend_from_slice(&owner.process.to_le_bytes());
                out.extend_from_slice(owner.boot.as_bytes());
            }
            Self::Dot(slot) => {
                out.push(DOT);
                slot.encode(out);
            }
            Self::Reply(slot, recorded) => {
                out.push(REPLY);
                slot.encode(out);
                out.push(recorded.kind as u8);
                let text = recorded.text.as_bytes();
                out.extend_from_slice(&text[..text.len().min(LONGEST - 32)]);
            }
            Self::Settled(batch) => {
                out.push(SETTLED);
                out.extend_from_slice(&batch.to_le_bytes());
            }
        }
        let content = out.len() - start - 2;
        let length = u16::try_from(content).expect("contents are bounded");
        out[start..start + 2].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&out[start..]);
        out.extend_from_slice(&sum.to_le_bytes());
    }

    /// The first record of `bytes` and how long it is.
    pub fn decode(bytes: &[u8]) -> Option<(Self, usize)> {
        let length = usize::from(u16::from_le_bytes(bytes.get(..2)?.try_into().ok()?));
        let end = 2 + length;
        let sum = u32::from_le_bytes(bytes.get(end..end + 4)?.try_into().ok()?);
        if length == 0 || crc32fast::hash(&bytes[..end]) != sum {
            return None;
        }
        let (kind, content) = (bytes[2], &bytes[3..end]);
        let entry = match kind {
            HEADER => Self::Header(Owner {
                process: number(content, 0)?,
                boot: String::from_utf8(content.get(8..)?.to_vec()).ok()?,
            }),
            DOT => Self::Dot(Slot::decode(content)?),
            REPLY => Self::Reply(
                Slot::decode(content)?,
                Recorded {
                    kind: Recorded::kind_of(*content.get(16)?)?,
                    text: String::from_utf8_lossy(content.get(17..)?).into_owned(),
                },
            ),
            SETTLED => Self::Settled(number(content, 0)?),
            _ => return None,
        };
        Some((entry, end + 4))
    }
}

impl Slot {
    fn encode(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.claim.to_le_bytes());
        out.extend_from_slice(&self.ordinal.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self {
            claim: number(bytes, 0)?,
            ordinal: number(bytes, 8)?,
        })
    }
}

fn number(bytes: &[u8], at: usize) -> Option<i64> {
    let bytes = bytes.get(at..at + 8)?.try_into().ok()?;
    Some(i64::from_le_bytes(bytes))
}
