//! The browser of this machine behind a program that notes each start, and lets it misbehave.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// What becomes of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    Good,
    /// It dies of every second picture.
    DiesOfEverySecond,
    /// It dies of the third picture, and again when that is taken once more.
    DiesOfTheThird,
    /// It dies of every picture.
    DiesOfAll,
    /// It falls silent at the first picture; the browser after it does not.
    HangsOnce,
    /// It falls silent at every picture.
    Hangs,
    /// Nothing comes of the first picture; all else is answered.
    SwallowsOnce,
}

impl Behaviour {
    fn as_str(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::DiesOfEverySecond => "second",
            Self::DiesOfTheThird => "third",
            Self::DiesOfAll => "all",
            Self::HangsOnce => "once",
            Self::Hangs => "hangs",
            Self::SwallowsOnce => "swallows",
        }
    }
}

/// Passes everything on, and counts the pictures that were wanted of all browsers in a file.
const SCRIPT: &str = r#"#!/usr/bin/env python3
import os, sys, threading, time
real, behaviour, folder = "{real}", "{behaviour}", "{folder}"
with open(folder + "/starts", "a") as starts:
    starts.write(" ".join(sys.argv[1:]) + "\n")
commands, to_browser = os.pipe()
from_browser, answers = os.pipe()
child = os.fork()
if child == 0:
    os.dup2(commands, 3)
    os.dup2(answers, 4)
    # What it does not know it passes over; whoever looks for it finds it by this.
    os.execv(real, [real, "--started-by=" + folder] + sys.argv[1:])
os.close(commands)
os.close(answers)

def all_of(data, to):
    while data:
        data = data[os.write(to, data):]

def back():
    while data := os.read(from_browser, 1 << 16):
        all_of(data, 4)
    os._exit(1)

def wanted():
    with open(folder + "/shots", "a") as shots:
        shots.write("x")
    return os.path.getsize(folder + "/shots")

threading.Thread(target=back, daemon=True).start()
left = b""
while data := os.read(3, 1 << 16):
    left += data
    *messages, left = left.split(b"\0")
    for message in messages:
        if b"Page.captureScreenshot" in message:
            count = wanted()
            if behaviour == "all" or behaviour == "second" and count % 2 == 0 or behaviour == "third" and count in (3, 4):
                os.kill(child, 9)
                os._exit(1)
            if behaviour == "hangs" or behaviour == "once" and count == 1:
                while True:
                    time.sleep(60)
            if behaviour == "swallows" and count == 1:
                continue
        all_of(message + b"\0", to_browser)
"#;

pub struct BrowserDouble {
    folder: TempDir,
    /// What is to be started in place of the browser.
    pub program: PathBuf,
}

impl BrowserDouble {
    pub fn new(behaviour: Behaviour) -> Self {
        // Whoever is nobody gets here, and programs may be started here.
        let folder = tempfile::tempdir_in("/tmp").expect("there is a folder for what is not kept");
        let place = folder.path();
        let script = SCRIPT
            .replace("{real}", &real().to_string_lossy())
            .replace("{behaviour}", behaviour.as_str())
            .replace("{folder}", &place.to_string_lossy());
        let program = place.join("browser");
        let made = fs::write(&program, script)
            .and_then(|()| fs::set_permissions(&program, Permissions::from_mode(0o755)))
            .and_then(|()| fs::set_permissions(place, Permissions::from_mode(0o777)));
        made.expect("the program can be written");
        Self { folder, program }
    }

    /// How many browsers were started.
    pub fn starts(&self) -> usize {
        let starts = fs::read_to_string(self.folder.path().join("starts"));
        starts.map_or(0, |starts| starts.lines().count())
    }

    /// Pictures that were wanted.
    pub fn shots(&self) -> u64 {
        let shots = fs::metadata(self.folder.path().join("shots"));
        shots.map_or(0, |shots| shots.len())
    }

    /// Whether any process of it is left.
    pub fn is_left(&self) -> bool {
        !self.processes().is_empty()
    }

    /// Where the kernel tells of those that name the program or what it was started by.
    pub fn processes(&self) -> Vec<PathBuf> {
        let folder = self.folder.path().to_string_lossy();
        let entries = fs::read_dir("/proc").expect("the kernel lists processes");
        let is_its = |process: &PathBuf| {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&*folder)
        };
        let processes = entries.flatten().map(|entry| entry.path());
        processes.filter(is_its).collect()
    }
}

/// The browser of this machine.
pub fn real() -> PathBuf {
    let places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
    let found = places.iter().map(Path::new).find(|place| place.is_file());
    found
        .expect("a browser is installed: scripts/install")
        .to_owned()
}
