//! Trains the classifier of the built-in designer and writes its weights: `cargo run -p postrider-content --example train`.
//! The same prompts give the same bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use postrider_content::designer::intent::INTENTS;
use postrider_content::designer::intent::features::{BUCKETS, features};
use postrider_content::designer::intent::weights::LARGEST;

/// Passes over all prompts.
const PASSES: usize = 40;
const STEP: f32 = 2.0;
/// How much a weight shrinks with each pass, so that no single prompt makes one large.
const SHRINK: f32 = 0.02;
/// Weights that are kept: the file stays at 300 KB.
const KEPT: usize = 142_000;

struct Example {
    intent: usize,
    features: Vec<(usize, f32)>,
}

fn main() -> io::Result<()> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/designer");
    let examples = read(&assets.join("training"))?;
    let weights = train(&examples);
    fs::write(assets.join("weights.bin"), packed(&weights))
}

/// All prompts: `[intent]` names those below it, a letter for the register stands before each, `\n` is a line break.
fn read(folder: &Path) -> io::Result<Vec<Example>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    let mut examples = Vec::new();
    for file in files {
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
            } else if let (Some(intent), Some((_, text))) = (intent, line.split_once(' ')) {
                examples.push(Example {
                    intent,
                    features: features(&text.replace("\\n", "\n")),
                });
            }
        }
    }
    Ok(examples)
}

/// Multinomial logistic regression by stochastic gradient descent, in an order that is shuffled the same way each time.
fn train(examples: &[Example]) -> Vec<f32> {
    let classes = INTENTS.len();
    let mut weights = vec![0.0_f32; BUCKETS * classes];
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut state: u32 = 1;
    for pass in 0..PASSES {
        for place in (1..order.len()).rev() {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            order.swap(place, (state >> 8) as usize % (place + 1));
        }
        let step = STEP / (1.0 + pass as f32 * 0.05);
        for example in order.iter().map(|place| &examples[*place]) {
            let mut scores = vec![0.0_f32; classes];
            for (bucket, value) in &example.features {
                let row = &weights[bucket * classes..][..classes];
                for (score, weight) in scores.iter_mut().zip(row) {
                    *score += weight * value;
                }
            }
            let errors = errors(&scores, example.intent);
            for (bucket, value) in &example.features {
                let row = &mut weights[bucket * classes..][..classes];
                for (weight, error) in row.iter_mut().zip(&errors) {
                    *weight -= step * error * value;
                }
            }
        }
        for weight in &mut weights {
            *weight *= 1.0 - SHRINK;
        }
    }
    weights
}

/// How far each intent's share is from what it should be.
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
fn packed(weights: &[f32]) -> Vec<u8> {
    let classes = INTENTS.len();
    let mut sizes: Vec<f32> = weights.iter().map(|weight| weight.abs()).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    let least = sizes.get(KEPT).copied().unwrap_or(0.0);
    let mut bytes = Vec::new();
    for row in weights.chunks_exact(classes) {
        let kept: Vec<(usize, i8)> = row
            .iter()
            .enumerate()
            .filter(|(_, weight)| weight.abs() > least)
            .map(|(intent, weight)| (intent, (weight / LARGEST * 127.0).round() as i8))
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
