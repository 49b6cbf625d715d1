//! Trains the classifiers of the built-in designer and writes their weights: `cargo run -p postrider-content --example train`.
//! The same texts give the same bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use postrider_content::designer::features::{self, BUCKETS};
use postrider_content::designer::intent::{INTENTS, weights};
use postrider_content::designer::listener;

/// How a classifier learns.
struct Lessons {
    classes: usize,
    /// Passes over all examples.
    passes: usize,
    step: f32,
    /// How much a weight shrinks with each pass, so that no single example makes one large.
    shrink: f32,
}

const OF_INTENTS: Lessons = Lessons {
    classes: INTENTS.len(),
    passes: 40,
    step: 2.0,
    shrink: 0.02,
};
/// Said to readers, and said to the writer.
const OF_LINES: Lessons = Lessons {
    classes: 2,
    passes: 20,
    step: 1.0,
    shrink: 0.01,
};
/// Weights of intents that are kept: the file stays at 300 KB.
const KEPT: usize = 142_000;

struct Example {
    class: usize,
    features: Vec<(usize, f32)>,
}

fn main() -> io::Result<()> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/designer");
    let intents = train(&prompts(&assets.join("prompts"))?, &OF_INTENTS);
    fs::write(assets.join("intents.bin"), packed(&intents))?;
    let mut lines = lines(&assets.join("lines"))?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    lines.extend(ours(&root.join("catalog/templates"))?);
    lines.extend(ours(&root.join("src/designer/phrases"))?);
    let lines = train(&lines, &OF_LINES);
    fs::write(assets.join("listener.bin"), in_bytes(&lines))
}

/// The files of a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// All prompts: `[intent]` names those below it, a letter for the register stands before each, `\n` is a line break.
fn prompts(folder: &Path) -> io::Result<Vec<Example>> {
    let mut examples = Vec::new();
    for file in files(folder)? {
        let category = file.file_stem().unwrap_or_default().to_string_lossy();
        let mut intent = None;
        for line in fs::read_to_string(&file)?.lines() {
            if let Some(name) = line
                .strip_prefix('[')
                .and_then(|line| line.strip_suffix(']'))
            {
                let name = format!("{category}.{name}");
                intent = INTENTS.iter().position(|known| *known == name);
                if intent.is_none() {
                    return Err(io::Error::other(format!("{name} is no intent")));
                }
            } else if let (Some(class), Some((_, text))) = (intent, line.split_once(' ')) {
                examples.push(Example {
                    class,
                    features: features::of_prompt(&text.replace("\\n", "\n")),
                });
            }
        }
    }
    Ok(examples)
}

/// All lines: `w` stands before those that are said to the writer, `r` before those that are said to readers.
fn lines(folder: &Path) -> io::Result<Vec<Example>> {
    let mut examples = Vec::new();
    for file in files(folder)? {
        for line in fs::read_to_string(&file)?.lines() {
            let (class, line) = match line.split_once(' ') {
                Some(("w", line)) => (1, line),
                Some(("r", line)) => (0, line),
                _ => return Err(io::Error::other(format!("{line} is said to nobody"))),
            };
            examples.push(Example {
                class,
                features: features::of_line(line),
            });
        }
    }
    Ok(examples)
}

/// What we say to readers ourselves: the sentences of templates and phrases.
const SAID: [&str; 9] = [
    "previewText",
    "lead",
    "text",
    "headline",
    "headlines",
    "leads",
    "bodies",
    "previews",
    "subjects",
];
/// Words of such a sentence, at least.
const SAID_MIN: usize = 3;

fn ours(folder: &Path) -> io::Result<Vec<Example>> {
    let mut said = Vec::new();
    for file in files(folder)? {
        if file.is_dir() {
            said.extend(ours(&file)?);
            continue;
        }
        let table: toml::Table =
            toml::from_str(&fs::read_to_string(&file)?).map_err(io::Error::other)?;
        let mut texts = Vec::new();
        for (key, value) in table.iter().filter(|(key, _)| *key != "message") {
            collect(key, value, &mut texts);
        }
        let sentences = texts
            .iter()
            .flat_map(|text| text.split_inclusive(['.', '!', '?']));
        let several = |line: &&str| line.split_whitespace().count() >= SAID_MIN;
        said.extend(sentences.filter(several).map(|line| Example {
            class: 0,
            features: features::of_line(line.trim()),
        }));
    }
    Ok(said)
}

fn collect(key: &str, value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::String(text) if SAID.contains(&key) => found.push(text.clone()),
        toml::Value::Array(values) => values.iter().for_each(|value| collect(key, value, found)),
        toml::Value::Table(table) => table
            .iter()
            .for_each(|(key, value)| collect(key, value, found)),
        _ => {}
    }
}

/// Multinomial logistic regression by stochastic gradient descent, in an order that is shuffled the same way each time.
fn train(examples: &[Example], lessons: &Lessons) -> Vec<f32> {
    let classes = lessons.classes;
    let mut weights = vec![0.0_f32; BUCKETS * classes];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state: u32 = 1;
    for pass in 0..lessons.passes {
        for place in (1..order.len()).rev() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            order.swap(place, (state >> 8) as usize % (place + 1));
        }
        let step = lessons.step / (1.0 + pass as f32 * 0.05);
        for example in order.iter().map(|place| &examples[*place]) {
            let mut scores = vec![0.0_f32; classes];
            for (bucket, value) in &example.features {
                let row = &weights[bucket * classes..][..classes];
                for (score, weight) in scores.iter_mut().zip(row) {
                    *score += weight * value;
                }
            }
            let errors = errors(&scores, example.class);
            for (bucket, value) in &example.features {
                let row = &mut weights[bucket * classes..][..classes];
                for (weight, error) in row.iter_mut().zip(&errors) {
                    *weight -= step * error * value;
                }
            }
        }
        for weight in &mut weights {
            *weight *= 1.0 - lessons.shrink;
        }
    }
    weights
}

/// How far each class's share is from what it should be.
fn errors(scores: &[f32], right: usize) -> Vec<f32> {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut shares: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
    let whole: f32 = shares.iter().sum();
    for share in &mut shares {
        *share /= whole;
    }
    shares[right] -= 1.0;
    shares
}

/// The largest weights, in a byte each.
fn packed(trained: &[f32]) -> Vec<u8> {
    let classes = INTENTS.len();
    let mut sizes: Vec<f32> = trained.iter().map(|weight| weight.abs()).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    let least = sizes.get(KEPT).copied().unwrap_or(0.0);
    let mut bytes = Vec::new();
    for row in trained.chunks_exact(classes) {
        let kept: Vec<(usize, i8)> = row
            .iter()
            .enumerate()
            .filter(|(_, weight)| weight.abs() > least)
            .map(|(intent, weight)| (intent, (weight / weights::LARGEST * 127.0).round() as i8))
            .filter(|(_, weight)| *weight != 0)
            .collect();
        bytes.push(kept.len() as u8);
        for (intent, weight) in kept {
            bytes.push(intent as u8);
            bytes.push(weight.cast_unsigned());
        }
    }
    bytes
}

/// How much each bucket speaks for the second of two classes, in a byte.
fn in_bytes(trained: &[f32]) -> Vec<u8> {
    let rows = trained.chunks_exact(2);
    rows.map(|row| {
        let weight = (row[1] - row[0]) / listener::LARGEST * 127.0;
        (weight.round() as i8).cast_unsigned()
    })
    .collect()
}
