//! Who gets a place, and who has to leave.

use super::*;

fn limited(limits: &Limits) -> Arc<Peers> {
    Arc::new(Peers::new(limits))
}

fn enter(peers: &Arc<Peers>, address: &str) -> Option<ConnectionSlot> {
    peers.enter(address.parse().unwrap())
}

#[tokio::test]
async fn a_network_with_many_addresses_has_few_places() {
    for [one, two, three, other] in [
        [
            "2001:db8:1:1::1",
            "2001:db8:1:1::2",
            "2001:db8:1:2::1",
            "2001:db8:2:1::1",
        ],
        ["192.0.2.1", "192.0.2.1", "192.0.2.2", "198.51.100.1"],
        ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2", "198.51.100.1"],
    ] {
        let peers = limited(&Limits {
            connections_of_one: 2,
            connections_of_network: 3,
            ..Limits::default()
        });
        let mut inside = Vec::from([one, two, three].map(|one| enter(&peers, one).unwrap()));
        assert!(enter(&peers, three).is_none(), "{three}");
        let _beside = enter(&peers, other).unwrap();
        inside.pop();
        assert!(enter(&peers, one).is_none(), "{one}");
        assert!(enter(&peers, three).is_some(), "{three}");
    }
}

#[tokio::test]
async fn the_oldest_stranger_makes_room() {
    let peers = limited(&Limits {
        connections: 3,
        connections_for_strangers: 0,
        ..Limits::default()
    });
    let places = [(); 3].map(|()| enter(&peers, "192.0.2.1").unwrap());
    places[0].prove();
    // Its address is known now: nobody of it has to leave for another of it.
    let newcomer = enter(&peers, "198.51.100.1").unwrap();
    let gone = places.each_ref().map(|place| place.gone().is_cancelled());
    assert_eq!(gone, [false, true, false]);
    drop(places);
    newcomer.prove();
    let kept = [(); 2].map(|()| enter(&peers, "198.51.100.1").unwrap());
    assert!(kept.iter().all(|place| !place.is_stranger()));
    // Nobody has to leave who is known.
    assert!(enter(&peers, "192.0.2.7").is_none());
}

#[tokio::test]
async fn whoever_holds_most_places_makes_room_first() {
    let peers = limited(&Limits {
        connections: 10,
        ..Limits::default()
    });
    let alone = enter(&peers, "198.51.100.1").unwrap();
    let crowd: Vec<_> = (0..9)
        .map(|index| enter(&peers, &format!("192.0.2.{index}")).unwrap())
        .collect();
    let mut newcomers = Vec::new();
    for index in 0..4 {
        newcomers.push(enter(&peers, &format!("203.0.{index}.1")).unwrap());
    }
    assert!(!alone.gone().is_cancelled());
    let gone = crowd.iter().filter(|place| place.gone().is_cancelled());
    assert_eq!(gone.count(), 4);
    // The crowd itself only takes its own places.
    for index in 0..8 {
        newcomers.push(enter(&peers, &format!("192.0.2.{}", 100 + index)).unwrap());
    }
    assert!(!alone.gone().is_cancelled());
    assert!(
        newcomers[..4]
            .iter()
            .all(|place| !place.gone().is_cancelled())
    );
}

#[tokio::test]
async fn who_is_known_is_never_crowded_out_and_leaves_room_for_strangers() {
    let peers = limited(&Limits {
        connections: 10,
        connections_for_strangers: 4,
        ..Limits::default()
    });
    enter(&peers, "192.0.2.1").unwrap().prove();
    let mut strangers: Vec<_> = (0..10)
        .map(|index| enter(&peers, &format!("203.0.{index}.1")).unwrap())
        .collect();
    let known: Vec<_> = (0..6)
        .map(|_| enter(&peers, "192.0.2.1").unwrap())
        .collect();
    for index in 20..60 {
        strangers.push(enter(&peers, &format!("203.0.{index}.1")).unwrap());
    }
    assert!(known.iter().all(|place| !place.gone().is_cancelled()));
    // Beyond its part it is one of many.
    assert!(enter(&peers, "192.0.2.1").unwrap().is_stranger());
    assert!(!strangers.last().unwrap().gone().is_cancelled());
}

#[tokio::test]
async fn strangers_of_one_network_share_what_they_may_bring() {
    let peers = limited(&Limits {
        messages_of_strangers: 3,
        messages_of_one: 5,
        ..Limits::default()
    });
    let one = enter(&peers, "192.0.2.1").unwrap();
    let other = enter(&peers, "192.0.2.2").unwrap();
    assert!(one.may_bring() && other.may_bring() && one.may_bring());
    assert!(!other.may_bring());
    assert!(enter(&peers, "198.51.100.1").unwrap().may_bring());
    other.prove();
    assert!([(); 3].iter().all(|()| other.may_bring()));
    assert!(!other.may_bring());
}
