//! Weights of a model that knows a few words and is built as `MiniLM`, in a folder as `POSTRIDER_EMBEDDINGS` wants it: what
//! reads them is tested without the 91 MB of the real ones.

use std::path::Path;

use serde_json::{Map, Value, json};

/// Numbers of a vector.
const WIDTH: usize = 32;
/// In every text, whatever it is about.
const MARKS: [&str; 3] = ["[CLS]", "[SEP]", "."];

/// Words of one group mean the same to it, words of two have nothing to do with each other.
pub fn write_small_weights(folder: &Path, groups: &[&[&str]]) {
    let words = groups.iter().enumerate();
    let words: Vec<(&str, usize)> = words
        .flat_map(|(group, words)| words.iter().map(move |word| (*word, 1 + group)))
        .collect();
    let marks = MARKS.iter().map(|mark| (*mark, 0));
    let unknown = [("[UNK]", WIDTH - 1)];
    let pieces: Vec<(&str, usize)> = marks.chain(unknown).chain(words).collect();
    let list: Vec<&str> = pieces.iter().map(|(piece, _)| *piece).collect();
    std::fs::write(folder.join("vocab.txt"), list.join("\n") + "\n").unwrap();
    let pointing = pieces.iter().flat_map(|(_, group)| {
        // Each group has a direction of its own.
        (0..WIDTH).map(move |place| f32::from(u8::from(place == *group)))
    });
    let mut file = File::default();
    let words = "embeddings.word_embeddings";
    file.add(
        &format!("{words}.weight"),
        &[pieces.len(), WIDTH],
        pointing.collect(),
    );
    file.same("embeddings.position_embeddings.weight", &[64, WIDTH], 0.0);
    file.same("embeddings.token_type_embeddings.weight", &[2, WIDTH], 0.0);
    file.norm("embeddings.LayerNorm");
    let layer = "encoder.layer.0";
    for part in ["self.query", "self.key", "self.value", "output.dense"] {
        file.linear(&format!("{layer}.attention.{part}"), WIDTH, WIDTH);
    }
    file.norm(&format!("{layer}.attention.output.LayerNorm"));
    file.linear(&format!("{layer}.intermediate.dense"), 2 * WIDTH, WIDTH);
    file.linear(&format!("{layer}.output.dense"), WIDTH, 2 * WIDTH);
    // In the end marks count next to nothing, and what the norm took from all directions is given back.
    let mut scale = vec![1.0; WIDTH];
    let mut shift = vec![1.0 / (WIDTH as f32 - 1.0).sqrt(); WIDTH];
    (scale[0], shift[0]) = (0.01, 0.0);
    let output = format!("{layer}.output.LayerNorm");
    file.add(&format!("{output}.weight"), &[WIDTH], scale);
    file.add(&format!("{output}.bias"), &[WIDTH], shift);
    std::fs::write(folder.join("model.safetensors"), file.bytes()).unwrap();
}

#[derive(Default)]
struct File {
    list: Map<String, Value>,
    numbers: Vec<u8>,
}

impl File {
    fn add(&mut self, name: &str, shape: &[usize], numbers: Vec<f32>) {
        let start = self.numbers.len();
        let bytes = numbers.into_iter().flat_map(f32::to_le_bytes);
        self.numbers.extend(bytes);
        let info =
            json!({ "dtype": "F32", "shape": shape, "data_offsets": [start, self.numbers.len()] });
        self.list.insert(name.to_owned(), info);
    }

    fn same(&mut self, name: &str, shape: &[usize], number: f32) {
        self.add(name, shape, vec![number; shape.iter().product()]);
    }

    fn linear(&mut self, name: &str, rows: usize, columns: usize) {
        self.same(&format!("{name}.weight"), &[rows, columns], 0.0);
        self.same(&format!("{name}.bias"), &[rows], 0.0);
    }

    fn norm(&mut self, name: &str) {
        self.same(&format!("{name}.weight"), &[WIDTH], 1.0);
        self.same(&format!("{name}.bias"), &[WIDTH], 0.0);
    }

    fn bytes(self) -> Vec<u8> {
        let list = Value::Object(self.list).to_string();
        let length = (list.len() as u64).to_le_bytes();
        [&length[..], list.as_bytes(), &self.numbers].concat()
    }
}
