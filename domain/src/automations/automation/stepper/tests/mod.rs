mod broken;
mod properties;
mod splits;
mod walks;

use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

use super::*;
use crate::automations::automation::facts::{Mailed, Person};
use crate::automations::automation::program::Source;
use crate::automations::automation::{EmailUse, Graph, NodeType, Uses};
use crate::contacts::field::{CoreColumn, FieldType, KnownFields};
use crate::contacts::filter::FieldRef;

const NOW: i64 = 1_777_636_800_000;
const HOUR: i64 = 3_600_000;

/// Nodes as JSON; designs of ids that begin with `order` are transactional. A node without a connection of its own
/// in `ways` leads to the next in the list.
fn program(nodes: &Value, ways: &[(&str, &str, &str)]) -> Program {
    let mut nodes: Vec<Value> = nodes.as_array().unwrap().clone();
    let trigger = json!({ "id": "start", "type": "trigger", "config": { "mode": "event" } });
    nodes.insert(0, trigger);
    let ids: Vec<&str> = nodes
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let mut connections: Vec<Value> = ways
        .iter()
        .map(|(from, branch, to)| match *branch {
            "" => json!({ "from": from, "to": to }),
            branch => json!({ "from": from, "to": to, "branch": branch }),
        })
        .collect();
    for pair in ids.windows(2) {
        if !ways.iter().any(|(from, ..)| *from == pair[0]) {
            connections.push(json!({ "from": pair[0], "to": pair[1] }));
        }
    }
    let graph = json!({ "nodes": nodes, "connections": connections });
    let graph: Graph = serde_json::from_value(graph).unwrap();
    compile(&graph).unwrap()
}

fn compile(graph: &Graph) -> Result<Program, String> {
    let emails = graph
        .nodes
        .iter()
        .filter(|node| node.kind() == NodeType::SendEmail);
    let emails = emails.map(|node| EmailUse {
        node: node.id.clone(),
        email: 1,
        version: 1,
        domain: None,
        kind: if node.id.starts_with("order") {
            DesignKind::Transactional
        } else {
            DesignKind::Automation
        },
    });
    let uses = Uses {
        emails: emails.collect(),
        ..Uses::default()
    };
    let known: KnownFields = [("plan", 1, FieldType::String)].into_iter().collect();
    Program::compile(&Source {
        graph,
        uses: &uses,
        fields: &known,
        contract: None,
        automation: "auto_1",
    })
}

fn mail(id: &str) -> Value {
    json!({ "id": id, "type": "sendEmail", "config": {} })
}

fn wait(id: &str, hours: i64) -> Value {
    json!({ "id": id, "type": "wait", "config": { "duration": hours, "unit": "hours" } })
}

fn filter(id: &str, field: &str, value: &Value) -> Value {
    let condition = json!({ "field": field, "operator": "equals", "value": value });
    json!({ "id": id, "type": "filter",
        "config": { "logicalOperator": "and", "filters": [condition] } })
}

fn engagement(id: &str, mail: &str, event: &str) -> Value {
    json!({ "id": id, "type": "filter", "config": { "engagement": {
        "nodeId": mail, "event": event, "within": { "duration": 2, "unit": "hours" } } } })
}

#[derive(Clone, Copy)]
struct TestContact {
    subscribed: bool,
    suppressed: bool,
    is_gone: bool,
}

#[derive(Clone, Copy)]
enum Reaction {
    Nothing,
    Open,
    Click,
}

/// A recipient and the world around, told as one step is made.
struct World {
    program: Program,
    position: RunPosition,
    now: i64,
    recipient: TestContact,
    is_test: bool,
    email: &'static str,
    payload: Value,
    mails: Vec<Mailed>,
    allowance: Allowance,
}

impl World {
    fn of(program: Program) -> Self {
        Self {
            program,
            position: RunPosition::default(),
            now: NOW,
            recipient: TestContact {
                subscribed: true,
                suppressed: false,
                is_gone: false,
            },
            is_test: false,
            email: "ada@example.com",
            payload: json!({}),
            mails: Vec::new(),
            allowance: Allowance::UNLIMITED,
        }
    }

    fn step(&mut self) -> Vec<String> {
        let effects = self.effects();
        effects.iter().map(|effect| self.tell(effect)).collect()
    }

    fn effects(&mut self) -> Vec<Effect> {
        let value_of = |field: &FieldRef| match field {
            FieldRef::Core(CoreColumn::FirstName) => Some(FieldValue::Text("Ada".into())),
            FieldRef::Custom { number: 1, .. } => Some(FieldValue::Text("Pro".into())),
            FieldRef::Engagement(_) => Some(FieldValue::Number(3.0)),
            _ => None,
        };
        let person = Person {
            email: self.email,
            subscribed: self.recipient.subscribed,
            suppressed: self.recipient.suppressed,
            value_of: &value_of,
        };
        let payload: Map<String, Value> = self.payload.as_object().unwrap().clone();
        let facts = Facts {
            now: self.now,
            zone: &TimeZone::UTC,
            person: (!self.recipient.is_gone).then_some(&person),
            payload: &payload,
            mails: &self.mails,
            is_test: self.is_test,
        };
        let (standing, effects) = step(&self.program, self.position, &facts, &mut self.allowance);
        self.position = standing;
        effects
    }

    /// Effects in short: `completed a/branch`, `send a`, `sleep 2 h`, `end`.
    fn tell(&self, effect: &Effect) -> String {
        let id = |node: usize| self.program.node(node).id.as_str();
        let hours = |until: i64| (until - NOW) / HOUR;
        match effect {
            Effect::Left {
                node,
                how,
                branch,
                error,
                ..
            } => {
                let how = format!("{how:?}").to_lowercase();
                let branch = branch
                    .as_ref()
                    .map_or(String::new(), |branch| format!("/{branch}"));
                let error = error
                    .as_ref()
                    .map_or(String::new(), |(code, _)| format!(" {code}"));
                format!("{how} {}{branch}{error}", id(*node))
            }
            Effect::Send { node } => format!("send {}", id(*node)),
            Effect::Sleep {
                until,
                awaits: None,
            } => format!("sleep {} h", hours(*until)),
            Effect::Sleep {
                until,
                awaits: Some(mail),
            } => {
                format!("sleep {} h or {}", hours(*until), id(*mail))
            }
            Effect::WaitForAllowance => "wait for allowance".into(),
            Effect::End(Ending::Completed) => "end".into(),
            Effect::End(Ending::Failed { code, .. }) => format!("failed {code}"),
        }
    }

    fn mailed(&mut self, id: &str, reaction: Reaction) {
        self.mails = vec![Mailed {
            node: self.program.index_of(id).unwrap(),
            opened: !matches!(reaction, Reaction::Nothing),
            clicked: matches!(reaction, Reaction::Click),
        }];
    }
}
