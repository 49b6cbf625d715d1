//! A version made ready to be walked: names resolved to places, filters checked.

use super::graph::{Graph, NodeType};
use super::uses::{DesignKind, Uses};
use crate::field::KnownFields;
use crate::filter::Declared;

/// What a program is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub graph: &'a Graph,
    pub uses: &'a Uses,
    pub fields: &'a KnownFields,
    /// The declared keys of the trigger's payload; nothing when there is no trigger.
    pub contract: Option<&'a [Declared<'a>]>,
    /// The automation's public id.
    pub automation: &'a str,
}

#[derive(Clone, Debug)]
pub struct Program {
    nodes: Vec<ProgramNode>,
    needs: Needs,
}

#[derive(Clone, Debug)]
pub struct ProgramNode {
    pub id: String,
    pub label: Option<String>,
    pub kind: NodeType,
    /// Of a `sendEmail` node.
    pub design: Option<DesignKind>,
}

/// What has to be loaded before a run of this program can be stepped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    pub person: bool,
    pub payload: bool,
    /// `engagement.` fields of the contact.
    pub engagement: bool,
    /// The mails that the run has sent.
    pub mails: bool,
}

impl Program {
    pub fn compile(source: &Source<'_>) -> Result<Self, String> {
        let nodes = source.graph.nodes.iter().map(|node| ProgramNode {
            id: node.id.clone(),
            label: node.label.clone(),
            kind: node.kind(),
            design: None,
        });
        Ok(Self {
            nodes: nodes.collect(),
            needs: Needs::default(),
        })
    }

    pub fn node(&self, index: usize) -> &ProgramNode {
        &self.nodes[index]
    }

    pub fn index_of(&self, id: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.id == id)
    }

    pub const fn needs(&self) -> Needs {
        self.needs
    }
}
