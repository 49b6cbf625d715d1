//! The ways out of a node, and what can be reached by them.

use std::collections::{HashMap, HashSet, VecDeque};

use super::graph::{ENGAGED, FilterConfig, Graph, NOT_ENGAGED, Node, NodeConfig, SplitConfig};

/// The labelled ways out of a node; nothing for one that has a single way without a label.
pub fn branches(node: &Node) -> Option<Vec<&str>> {
    match &node.config {
        NodeConfig::Filter(FilterConfig::Engagement { .. }) => Some(vec![ENGAGED, NOT_ENGAGED]),
        NodeConfig::Split(SplitConfig::Condition {
            branches,
            else_branch,
        }) => {
            let ids = branches.iter().map(|branch| branch.id.as_str());
            Some(ids.chain([else_branch.as_str()]).collect())
        }
        NodeConfig::Split(SplitConfig::Percentage { branches }) => {
            Some(branches.iter().map(|branch| branch.id.as_str()).collect())
        }
        _ => None,
    }
}

/// Where the connections of a graph lead, by places in its list of nodes. Of nodes with the same id the first is
/// meant, and connections that name no node lead nowhere.
pub(super) struct Ways {
    next: Vec<Vec<usize>>,
}

impl Ways {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, node) in graph.nodes.iter().enumerate() {
            places.entry(&node.id).or_insert(place);
        }
        let mut next = vec![Vec::new(); graph.nodes.len()];
        for connection in &graph.connections {
            let from = places.get(connection.from.as_str());
            if let (Some(from), Some(to)) = (from, places.get(connection.to.as_str()))
                && let Some(ways) = next.get_mut(*from)
            {
                ways.push(*to);
            }
        }
        Self { next }
    }

    /// Everything behind a node, itself only if a cycle leads back to it.
    pub(super) fn behind(&self, start: usize) -> HashSet<usize> {
        let mut seen = HashSet::new();
        let mut open: VecDeque<usize> = self.from(start).collect();
        while let Some(place) = open.pop_front() {
            if seen.insert(place) {
                open.extend(self.from(place));
            }
        }
        seen
    }

    /// Nodes that are left when every node without an unvisited way in is taken away, again and again, from both
    /// ends: those on cycles, and those between two.
    pub(super) fn on_cycles(&self) -> Vec<usize> {
        let ahead = self.unsorted(|ways, place| ways.from(place).collect());
        let before = self.before();
        let back = self.unsorted(|_, place| before.get(place).cloned().unwrap_or_default());
        let mut both: Vec<usize> = ahead.intersection(&back).copied().collect();
        both.sort_unstable();
        both
    }

    fn before(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.next.len()];
        for (from, ways) in self.next.iter().enumerate() {
            for to in ways {
                if let Some(list) = before.get_mut(*to) {
                    list.push(from);
                }
            }
        }
        before
    }

    fn unsorted(&self, next: impl Fn(&Self, usize) -> Vec<usize>) -> HashSet<usize> {
        let mut ways_in = vec![0_usize; self.next.len()];
        let places = 0..self.next.len();
        for to in places.clone().flat_map(|place| next(self, place)) {
            ways_in[to] += 1;
        }
        let mut left: HashSet<usize> = places.clone().collect();
        let mut free: Vec<usize> = places.filter(|place| ways_in[*place] == 0).collect();
        while let Some(place) = free.pop() {
            left.remove(&place);
            for to in next(self, place) {
                ways_in[to] -= 1;
                if ways_in[to] == 0 {
                    free.push(to);
                }
            }
        }
        left
    }

    fn from(&self, place: usize) -> impl Iterator<Item = usize> {
        self.next.get(place).into_iter().flatten().copied()
    }
}
