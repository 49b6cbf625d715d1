//! Random graphs, sound and broken, and random days in the life of their runs.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;

/// What happens to a run; each is followed by a step, as a wake may come at any time.
#[derive(Clone, Debug)]
enum Happening {
    /// Hours pass; or the clock is set back.
    Time(i64),
    Open(Index),
    Click(Index),
    Unsubscribe,
    Suppress,
    Grant(i64),
    /// The last wake comes again.
    Nothing,
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        4 => (-3_i64..30).prop_map(Happening::Time),
        2 => any::<Index>().prop_map(Happening::Open),
        2 => any::<Index>().prop_map(Happening::Click),
        1 => Just(Happening::Unsubscribe),
        1 => Just(Happening::Suppress),
        2 => (0_i64..3).prop_map(Happening::Grant),
        2 => Just(Happening::Nothing),
    ]
}

fn node(place: usize) -> impl Strategy<Value = Value> {
    let id = format!("n{place}");
    let other = (0_usize..10).prop_map(|other| format!("n{other}"));
    let of = move |make: fn(&str) -> Value| {
        let id = id.clone();
        Just(()).prop_map(move |()| make(&id))
    };
    let id = format!("n{place}");
    prop_oneof![
        3 => of(|id| json!({ "id": id, "type": "sendEmail", "config": {} })),
        2 => of(|id| wait(id, 5)),
        1 => of(|id| json!({ "id": id, "type": "wait",
            "config": { "untilTime": "09:30", "days": ["mon", "sat"], "timeZone": "Europe/Berlin" } })),
        1 => of(|id| json!({ "id": id, "type": "wait", "config": { "until": { "field": "payload.at" } } })),
        1 => of(|id| filter(id, "payload.vip", &json!(true))),
        1 => of(|id| filter(id, "contact.customFields.gone", &json!(1))),
        2 => other.prop_map(move |mail| engagement(&id, &mail, "clicked")),
        1 => of(|id| json!({ "id": id, "type": "split", "config": { "mode": "percentage", "branches": [
            { "id": "a", "percentage": 33.3 }, { "id": "b", "percentage": 66.7 }] } })),
        1 => of(|id| json!({ "id": id, "type": "split", "config": { "mode": "condition", "elseBranch": "b",
            "branches": [{ "id": "a", "logicalOperator": "or", "filters": [
                { "field": "engagement.opens", "operator": "gt", "value": 2 }] }] } })),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ways {
    /// Only to nodes further down the list.
    Forward,
    /// Anywhere, also back and to nodes that do not exist.
    Any,
}

fn graph(kind: Ways) -> impl Strategy<Value = Graph> {
    let nodes = (2_usize..10).prop_flat_map(|count| (0..count).map(node).collect::<Vec<_>>());
    nodes.prop_flat_map(move |nodes| {
        let words = ["", "engaged", "notEngaged", "a", "b"];
        let way = (any::<Index>(), any::<Index>(), 0..words.len());
        let count = nodes.len();
        proptest::collection::vec(way, 0..4 * count).prop_map(move |ways| {
            let mut all = nodes.clone();
            all.insert(
                0,
                json!({ "id": "start", "type": "trigger", "config": { "mode": "event" } }),
            );
            let mut connections = vec![json!({ "from": "start", "to": "n0" })];
            for (from, to, word) in ways {
                let (from, to) = (from.index(count), to.index(count + 1));
                if kind == Ways::Forward && (to <= from || to == count) {
                    continue;
                }
                let mut way = json!({ "from": format!("n{from}"), "to": format!("n{to}") });
                if !words[word].is_empty() {
                    way["branch"] = words[word].into();
                }
                connections.push(way);
            }
            serde_json::from_value(json!({ "nodes": all, "connections": connections })).unwrap()
        })
    })
}

fn any_graph() -> impl Strategy<Value = Graph> {
    prop_oneof![graph(Ways::Forward), graph(Ways::Any)]
}

/// What a run did, without the sleeps between.
type Deeds = Vec<Effect>;

impl World {
    fn happen(&mut self, happening: &Happening) {
        let mailed = self.mails.len();
        match happening {
            Happening::Time(hours) => self.now += hours * HOUR,
            Happening::Open(mail) if mailed > 0 => self.mails[mail.index(mailed)].opened = true,
            Happening::Click(mail) if mailed > 0 => self.mails[mail.index(mailed)].clicked = true,
            Happening::Unsubscribe => self.recipient.subscribed = false,
            Happening::Suppress => self.recipient.suppressed = true,
            Happening::Grant(mails) => self.allowance.left = Some(*mails),
            _ => {}
        }
    }

    /// Steps as the runner does; true once the run has ended.
    fn advance(&mut self, deeds: &mut Deeds) -> bool {
        let mut effects = self.effects();
        let last = effects.pop().unwrap();
        for effect in &effects {
            if let Effect::Send { node } = effect {
                self.mails.push(Mailed {
                    node: *node,
                    opened: false,
                    clicked: false,
                });
            }
        }
        deeds.append(&mut effects);
        let has_ended = matches!(last, Effect::End(_));
        if has_ended {
            deeds.push(last);
        }
        has_ended
    }

    fn sleeps_until(&mut self) -> Option<i64> {
        let stood = self.position;
        let allowance = self.allowance;
        let effects = self.effects();
        self.position = stood;
        self.allowance = allowance;
        match effects.last() {
            Some(Effect::Sleep { until, .. }) => Some(*until),
            _ => None,
        }
    }
}

fn live(graph: &Graph, happenings: &[Happening], again: usize) -> (World, Deeds, bool) {
    let mut world = World::of(compile(graph).unwrap());
    world.payload = json!({ "at": NOW / 1000 + 7_200, "vip": true });
    let mut deeds = Vec::new();
    let mut has_ended = world.advance(&mut deeds);
    for happening in happenings {
        world.happen(happening);
        for _ in 0..=again {
            // What is kept of a run is its standing alone: the program is made anew.
            world.program = compile(graph).unwrap();
            has_ended = has_ended || world.advance(&mut deeds);
        }
    }
    (world, deeds, has_ended)
}

fn check_deeds(deeds: &Deeds, steps: i64) {
    let mut left = HashSet::new();
    let mut sent = HashSet::new();
    for (place, effect) in deeds.iter().enumerate() {
        match effect {
            Effect::Left { node, .. } => assert!(left.insert(*node), "left twice: {deeds:?}"),
            Effect::Send { node: mail } => {
                assert!(sent.insert(*mail), "sent twice: {deeds:?}");
                let next = deeds.get(place + 1);
                assert!(
                    matches!(next, Some(Effect::Left { node, how: Left::Completed, .. }) if node == mail),
                    "{deeds:?}"
                );
            }
            Effect::End(_) => assert_eq!(place + 1, deeds.len(), "something after the end"),
            Effect::Sleep { .. } | Effect::WaitForAllowance => panic!("{deeds:?}"),
        }
    }
    assert_eq!(left.len() as i64, steps);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_effect_comes_once_and_every_run_ends(
        graph in any_graph(),
        happenings in proptest::collection::vec(happening(), 0..20),
    ) {
        let (mut world, mut deeds, mut has_ended) = live(&graph, &happenings, 0);
        world.allowance = Allowance::UNLIMITED;
        let mut wakes = 0;
        while !has_ended {
            wakes += 1;
            prop_assert!(wakes <= graph.nodes.len() + 1, "stuck at {:?}", world.position);
            world.now = world.sleeps_until().unwrap_or(world.now).max(world.now);
            has_ended = world.advance(&mut deeds);
        }
        check_deeds(&deeds, world.position.steps);
    }

    #[test]
    fn duplicate_wakes_change_nothing(
        graph in any_graph(),
        happenings in proptest::collection::vec(happening(), 0..20),
    ) {
        let (once, deeds, _) = live(&graph, &happenings, 0);
        let (often, same, _) = live(&graph, &happenings, 2);
        prop_assert_eq!(deeds, same);
        prop_assert_eq!(once.position, often.position);
        prop_assert_eq!(once.allowance, often.allowance);
    }

    #[test]
    fn early_wakes_change_nothing(
        graph in any_graph(),
        happenings in proptest::collection::vec(happening(), 0..10),
        early in 0.0..1.0_f64,
    ) {
        let (mut world, _, has_ended) = live(&graph, &happenings, 0);
        if !has_ended && let Some(until) = world.sleeps_until() {
            let stood = world.position;
            world.now = NOW.min(until - 1) + ((until - 1 - NOW).max(0) as f64 * early) as i64;
            let effects = world.effects();
            let same = matches!(effects[..], [Effect::Sleep { until: again, .. }] if again == until);
            prop_assert!(same, "{:?}", effects);
            prop_assert_eq!(world.position, stood);
        }
    }

    /// A process may die before what it stepped is written: whoever takes over does just the same.
    #[test]
    fn a_step_that_was_lost_is_made_again(
        graph in any_graph(),
        happenings in proptest::collection::vec(happening(), 0..20),
        lost in any::<Index>(),
    ) {
        let (_, deeds, _) = live(&graph, &happenings, 0);
        let mut world = World::of(compile(&graph).unwrap());
        world.payload = json!({ "at": NOW / 1000 + 7_200, "vip": true });
        let mut same = Vec::new();
        let mut has_ended = world.advance(&mut same);
        let lost = lost.index(happenings.len() + 1);
        for (place, happening) in happenings.iter().enumerate() {
            world.happen(happening);
            if place == lost && !has_ended {
                let kept = (world.position, world.allowance);
                let first = world.effects();
                (world.position, world.allowance) = kept;
                prop_assert_eq!(world.effects(), first);
                (world.position, world.allowance) = kept;
            }
            has_ended = has_ended || world.advance(&mut same);
        }
        prop_assert_eq!(deeds, same);
    }

    #[test]
    fn a_share_is_the_same_in_every_version(name in "[a-z]{1,12}", before in 0_usize..4, part in 1.0..99.0_f64) {
        let split = json!({ "id": "s", "type": "split", "config": { "mode": "percentage", "branches": [
            { "id": "a", "percentage": part }, { "id": "b", "percentage": 100.0 - part }] } });
        let mut nodes: Vec<Value> = (0..before).map(|number| mail(&format!("m{number}"))).collect();
        nodes.push(split.clone());
        let email: &'static str = Box::leak(format!("{name}@example.com").into_boxed_str());
        let ways = |nodes: &[Value]| {
            let mut world = World::of(program(&json!(nodes), &[("s", "c", "s")]));
            world.email = email;
            world.step().into_iter().find(|told| told.starts_with("completed s/"))
        };
        prop_assert_eq!(ways(&[split]), ways(&nodes));
    }
}
