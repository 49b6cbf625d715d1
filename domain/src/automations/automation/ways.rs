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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Nodes `a` to `f` with connections such as `a-b`.
    fn ways(connections: &str) -> Ways {
        let nodes: Vec<_> = ('a'..='f')
            .map(|id| json!({ "id": id, "type": "wait", "config": { "duration": 1, "unit": "days" } }))
            .collect();
        let connections: Vec<_> = connections
            .split_whitespace()
            .map(|way| way.split_once('-').unwrap())
            .map(|(from, to)| json!({ "from": from, "to": to }))
            .collect();
        let graph = json!({ "nodes": nodes, "connections": connections });
        Ways::of(&serde_json::from_value(graph).unwrap())
    }

    #[test]
    fn circles_are_found_wherever_they_are() {
        for (connections, circle) in [
            ("", vec![]),
            ("a-b b-c a-c c-d", vec![]),
            ("a-a", vec![0]),
            ("a-b b-a", vec![0, 1]),
            ("a-b b-c c-d d-b d-e", vec![1, 2, 3]),
            ("b-a a-b e-f f-e", vec![0, 1, 4, 5]),
            ("a-nowhere nobody-b", vec![]),
        ] {
            assert_eq!(ways(connections).on_cycles(), circle, "{connections}");
        }
    }

    #[test]
    fn what_is_behind_a_node_is_all_that_it_leads_to() {
        let behind = |connections: &str| {
            let mut behind: Vec<_> = ways(connections).behind(0).into_iter().collect();
            behind.sort_unstable();
            behind
        };
        assert_eq!(behind("a-b b-c e-f"), [1, 2]);
        assert_eq!(behind("a-b b-a"), [0, 1]);
        assert_eq!(behind(""), [0; 0]);
    }
}
