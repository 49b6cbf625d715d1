//! A folder as one file that every system can unpack (POSIX ustar).

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const BLOCK: usize = 512;
/// What eleven octal digits hold.
const OCTAL_MAX: u64 = (1 << 33) - 1;

/// Packs all that is in the folder, which nobody changes meanwhile, under names relative to it.
pub fn pack(folder: &Path, file: &Path, now_ms: i64) -> io::Result<()> {
    let out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    let mut archive = Archive {
        out: BufWriter::new(out),
        modified_at: u64::try_from(now_ms / 1000).unwrap_or_default(),
    };
    archive.folder(folder, "")?;
    archive.out.write_all(&[0; 2 * BLOCK])?;
    archive.out.into_inner()?.sync_all()
}

struct Archive {
    out: BufWriter<File>,
    modified_at: u64,
}

impl Archive {
    fn folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        let mut entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let name = name
                .to_str()
                .ok_or_else(|| unfit(&name.to_string_lossy()))?;
            let name = format!("{prefix}{name}");
            if entry.file_type()?.is_dir() {
                let name = format!("{name}/");
                self.head(&name, 0, b'5')?;
                self.folder(&entry.path(), &name)?;
            } else {
                self.file(&entry.path(), &name)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path, name: &str) -> io::Result<()> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        self.head(name, size, b'0')?;
        let copied = io::copy(&mut file.take(size), &mut self.out)?;
        if copied != size {
            return Err(io::Error::other(format!(
                "{name} changed while it was packed"
            )));
        }
        let padding = copied.next_multiple_of(BLOCK as u64) - copied;
        self.out.write_all(&[0; BLOCK][..padding as usize])
    }

    fn head(&mut self, name: &str, size: u64, kind: u8) -> io::Result<()> {
        let (prefix, rest) = split(name).ok_or_else(|| unfit(name))?;
        let mut head = [0; BLOCK];
        let mut put = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, rest.as_bytes());
        put(100, if kind == b'5' { b"0000700" } else { b"0000600" });
        put(108, b"0000000");
        put(116, b"0000000");
        put(124, &number(size));
        put(136, &number(self.modified_at));
        // The sum is made as if it were blanks itself.
        put(148, b"        ");
        put(156, &[kind]);
        put(257, b"ustar\x0000");
        put(345, prefix.as_bytes());
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        self.out.write_all(&head)
    }
}

/// Octal, or binary where that is too short, as GNU and BSD read it.
fn number(number: u64) -> [u8; 12] {
    let mut field = [0; 12];
    if number <= OCTAL_MAX {
        field[..11].copy_from_slice(format!("{number:011o}").as_bytes());
    } else {
        field[0] = 0x80;
        field[4..].copy_from_slice(&number.to_be_bytes());
    }
    field
}

/// A long name stands in two fields, cut at a slash.
fn split(name: &str) -> Option<(&str, &str)> {
    if name.len() <= 100 {
        return Some(("", name));
    }
    let (at, _) = name
        .match_indices('/')
        .find(|(at, _)| name.len() - at - 1 <= 100 && *at < name.len() - 1)?;
    (at <= 155).then(|| (&name[..at], &name[at + 1..]))
}

fn unfit(name: &str) -> io::Error {
    io::Error::other(format!("`{name}` is no name for a file in a .tar"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn the_system_unpacks_what_was_packed() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let long = format!("{}/{}", "d".repeat(90), "f".repeat(90));
        let files = [
            ("empty", 0),
            ("block", 512),
            ("a/b/more", 100_001),
            (&long, 5),
        ];
        for (number, (name, size)) in files.iter().enumerate() {
            let path = from.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, vec![number as u8; *size]).unwrap();
        }
        let file = folder.path().join("packed.tar");
        pack(&from, &file, 1_700_000_000_000).unwrap();
        assert!(pack(&from, &file, 0).is_err(), "nothing is overwritten");
        fs::create_dir(&to).unwrap();
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(&file).arg("-C").arg(&to);
        assert!(tar.status().unwrap().success());
        for (number, (name, size)) in files.iter().enumerate() {
            assert_eq!(
                fs::read(to.join(name)).unwrap(),
                vec![number as u8; *size],
                "{name}"
            );
        }
    }

    #[test]
    fn large_sizes_and_long_names_have_their_form() {
        assert_eq!(&number(8)[..], b"00000000010\0");
        let large = number(OCTAL_MAX + 1);
        assert_eq!((large[0], large[7]), (0x80, 2));
        assert_eq!(split(&"a".repeat(101)), None);
        let name = format!("{}/{}/", "a".repeat(90), "b".repeat(60));
        assert_eq!(split(&name).unwrap().0.len(), 90);
    }
}
