//! What is written down of a node that a run is done with: its row in the log, which is an event.

use postrider_domain::automations::automation::{Left, Program};
use postrider_domain::sending::send::EventType;
use serde_json::{Map, Value, json};

pub(super) struct Log {
    pub node: usize,
    pub how: Left,
    pub branch: Option<String>,
    pub entered_at: i64,
    pub error: Option<(&'static str, String)>,
    /// What kept nothing from being done.
    pub warning: Option<(&'static str, String)>,
    pub order: i64,
    pub send: Option<String>,
}

impl Log {
    pub(super) const fn kind(&self) -> EventType {
        match self.how {
            Left::Completed => EventType::NodeCompleted,
            Left::Skipped => EventType::NodeSkipped,
            Left::Failed => EventType::NodeFailed,
        }
    }

    /// The event's detail.
    pub(super) fn detail(self, program: &Program) -> String {
        let node = program.node(self.node);
        let mut detail = Map::new();
        let mut put = |key: &str, value: Value| detail.insert(key.to_owned(), value);
        put("node", json!(node.id));
        put("type", json!(node.kind.as_str()));
        put("order", json!(self.order));
        put("enteredAt", json!(self.entered_at));
        if let Some(label) = &node.label {
            put("label", json!(label));
        }
        if let Some(branch) = self.branch {
            put("branch", json!(branch));
        }
        if let Some(send) = self.send {
            put("send", json!(send));
        }
        for (key, told) in [("error", self.error), ("warning", self.warning)] {
            if let Some((code, message)) = told {
                put(key, json!({ "code": code, "message": message }));
            }
        }
        Value::Object(detail).to_string()
    }
}
