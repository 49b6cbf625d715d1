//! The targets of the fuzzer, and its seeds: files of the other crates' tests.

mod targets;

use std::path::{Path, PathBuf};
use std::{fs, io};

pub use targets::Target;

/// The files that a target starts from.
pub fn seeds(target: Target) -> io::Result<Vec<PathBuf>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (folder, extensions): (_, &[&str]) = match target {
        Target::HtmlImport | Target::MergeTags => ("content/tests/newsletters", &["html"]),
        Target::Image => ("media/tests/images", &["gif", "jpg", "png", "webp"]),
        Target::Jsx => ("content/tests", &["jsx", "tsx"]),
        Target::Reports => ("mail/tests/reports", &["eml"]),
        Target::Returned => ("mail/tests/returned", &["eml"]),
        Target::Svg => ("server/tests/api/brand_site/sites", &["svg"]),
    };
    let mut found = Vec::new();
    let mut folders = vec![workspace.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
                found.push(path);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_holds_for_its_seeds() {
        for target in Target::ALL {
            let seeds = seeds(target).expect("the folder of the seeds");
            assert!(!seeds.is_empty(), "{target:?} has no seeds");
            for seed in seeds {
                target.run(&fs::read(&seed).expect("a seed"));
            }
        }
    }
}
