//! Small images of every kind, from which the fuzzer starts too.

use std::path::Path;

use postrider_media::image::inspect;

#[test]
fn every_kind_is_taken() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/images");
    let mut taken = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let image = inspect(&std::fs::read(&path).unwrap());
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let image = image.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(image.animated, name.starts_with("moving"), "{name}");
        taken.push(name);
    }
    assert!(taken.len() >= 11, "{taken:?}");
}
