//! Ways from node to node. A way that leads back to where it came from is marked, so that what is left always ends.

use std::collections::{HashMap, VecDeque};

use super::graph::Graph;

#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub(super) branch: Option<String>,
    pub(super) to: Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Node(usize),
    /// Back to a node that leads here.
    Back,
    /// To a node that does not exist.
    Nowhere,
}

#[derive(Clone, Debug)]
pub(super) struct Paths(Vec<Vec<Edge>>);

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Paths {
    pub(super) fn of(graph: &Graph, places: &HashMap<&str, usize>, start: usize) -> Self {
        let mut edges: Vec<Vec<Edge>> = graph.nodes.iter().map(|_| Vec::new()).collect();
        for connection in &graph.connections {
            if let Some(from) = places.get(connection.from.as_str()) {
                let to = places.get(connection.to.as_str()).copied();
                edges[*from].push(Edge {
                    branch: connection.branch.clone(),
                    to: to.map_or(Target::Nowhere, Target::Node),
                });
            }
        }
        let mut paths = Self(edges);
        let mut marks = vec![Mark::New; paths.0.len()];
        // From the start first: which way of a circle leads back depends on where one comes in.
        for root in std::iter::once(start).chain(0..graph.nodes.len()) {
            paths.mark_back(root, &mut marks);
        }
        paths
    }

    /// A walk in depth; a way to a node that is still open closes a circle.
    fn mark_back(&mut self, root: usize, marks: &mut [Mark]) {
        if marks[root] != Mark::New {
            return;
        }
        marks[root] = Mark::Open;
        let mut open = vec![(root, 0)];
        while let Some((node, next)) = open.last_mut() {
            let node = *node;
            let Some(edge) = self.0[node].get_mut(*next) else {
                marks[node] = Mark::Done;
                open.pop();
                continue;
            };
            *next += 1;
            if let Target::Node(to) = edge.to {
                match marks[to] {
                    Mark::Open => edge.to = Target::Back,
                    Mark::Done => {}
                    Mark::New => {
                        marks[to] = Mark::Open;
                        open.push((to, 0));
                    }
                }
            }
        }
    }

    pub(super) fn from(&self, node: usize) -> &[Edge] {
        self.0.get(node).map_or(&[], Vec::as_slice)
    }

    pub(super) fn behind(&self, node: usize) -> Vec<usize> {
        let mut seen = vec![false; self.0.len()];
        let mut found = Vec::new();
        let mut ahead = VecDeque::from([node]);
        while let Some(place) = ahead.pop_front() {
            for edge in self.from(place) {
                if let Target::Node(to) = edge.to
                    && !std::mem::replace(&mut seen[to], true)
                {
                    found.push(to);
                    ahead.push_back(to);
                }
            }
        }
        found
    }
}
