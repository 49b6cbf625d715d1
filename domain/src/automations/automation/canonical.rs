//! The one text of a graph, and the fingerprint of it.

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;
use serde_json::Value;

use super::graph::Graph;
use crate::json::write_whole;

/// A graph as versions keep it: keys in order, what is not set left out, no spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    pub json: String,
    /// SHA-256 of the text, in hex.
    pub hash: String,
}

impl Canonical {
    pub fn of(graph: &Graph) -> Self {
        // Maps of this library are sorted by key; a graph holds nothing that JSON cannot say.
        let json = serde_json::to_value(graph).map_or_else(|_| Value::Null.to_string(), text);
        let hash = HEXLOWER.encode(digest(&SHA256, json.as_bytes()).as_ref());
        Self { json, hash }
    }
}

fn text(mut value: Value) -> String {
    write_whole(&mut value);
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(json: &str) -> Canonical {
        Canonical::of(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn the_order_of_keys_and_unset_keys_do_not_count() {
        let one = of(
            r#"{"nodes":[{"id":"t","type":"trigger","config":{"mode":"event","triggerEventId":"x"},
                "position":{"x":1.0,"y":2.5}}],"connections":[]}"#,
        );
        let same = of(
            r#"{"connections":[],"nodes":[{"position":{"y":2.5,"x":1},"label":null,
                "config":{"triggerEventId":"x","mode":"event"},"type":"trigger","id":"t"}]}"#,
        );
        assert_eq!(one, same);
        assert_eq!(one.hash.len(), 64);
        let again: Graph = serde_json::from_str(&one.json).unwrap();
        assert_eq!(Canonical::of(&again), one);
    }

    #[test]
    fn another_value_is_another_graph() {
        let graph = |unit: &str| {
            of(&format!(
                r#"{{"nodes":[{{"id":"w","type":"wait","config":{{"duration":1,"unit":"{unit}"}}}}],
                    "connections":[]}}"#
            ))
        };
        assert_ne!(graph("days").hash, graph("weeks").hash);
    }
}
