//! Whose turn it is where several organizations wait for the same few places. Whoever has the fewest places goes first, and
//! of those with equally many the one that was served longest ago. So however much one of them asks for, another waits
//! for the next place at most; one that is alone may have all of them.

use std::collections::{HashMap, VecDeque};

/// On whose behalf something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    Organization(i64),
    /// A caller of whom it is not known yet who it is: all of them take turns as one.
    Stranger,
    /// Work of the service itself, which nobody waits for.
    Service,
}

/// So much of the service's own work waits at most; its loops ask for one thing after the other.
const SERVICE_QUEUE: usize = 4096;

/// Too much of one asker waits already; others still get in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull;

/// What waits, and who has places.
#[derive(Debug)]
pub struct Turns<T> {
    queues: HashMap<Asker, VecDeque<T>>,
    /// Askers with something in their queue, the one that was served longest ago first.
    order: VecDeque<Asker>,
    places: HashMap<Asker, usize>,
    queue_limit: usize,
}

impl<T> Turns<T> {
    /// At most `queue_limit` items of one organization wait.
    pub fn new(queue_limit: usize) -> Self {
        Self {
            queues: HashMap::new(),
            order: VecDeque::new(),
            places: HashMap::new(),
            queue_limit,
        }
    }

    /// Whether another item of this asker may wait.
    pub fn has_room(&self, asker: Asker) -> bool {
        let limit = match asker {
            Asker::Organization(_) | Asker::Stranger => self.queue_limit,
            Asker::Service => SERVICE_QUEUE.max(self.queue_limit),
        };
        self.queues.get(&asker).map_or(0, VecDeque::len) < limit
    }

    pub fn push(&mut self, asker: Asker, item: T) -> Result<(), QueueFull> {
        if !self.has_room(asker) {
            return Err(QueueFull);
        }
        let queue = self.queues.entry(asker).or_default();
        if queue.is_empty() {
            self.order.push_back(asker);
        }
        queue.push_back(item);
        Ok(())
    }

    /// The item whose turn it is, with a place that its asker has until `leave`. Nothing if none waits, or if that one does
    /// not fit: it is not overtaken, or what is large would never get in.
    pub fn take_if(&mut self, fits: impl FnOnce(&T) -> bool) -> Option<(Asker, T)> {
        let held = |asker: &Asker| self.places.get(asker).copied().unwrap_or(0);
        let fewest = self.order.iter().map(held).min()?;
        let at = self.order.iter().position(|asker| held(asker) == fewest)?;
        let asker = *self.order.get(at)?;
        let queue = self.queues.get_mut(&asker)?;
        if !queue.front().is_some_and(fits) {
            return None;
        }
        let item = queue.pop_front()?;
        let is_done = queue.is_empty();
        self.order.remove(at);
        if is_done {
            self.queues.remove(&asker);
        } else {
            self.order.push_back(asker);
        }
        *self.places.entry(asker).or_default() += 1;
        Some((asker, item))
    }

    /// The same where everything fits.
    pub fn take(&mut self) -> Option<(Asker, T)> {
        self.take_if(|_| true)
    }

    /// Gives a place back.
    pub fn leave(&mut self, asker: Asker) {
        if let Some(places) = self.places.get_mut(&asker) {
            *places = places.saturating_sub(1);
            if *places == 0 {
                self.places.remove(&asker);
            }
        }
    }

    /// Takes out what this asker no longer waits for.
    pub fn take_gone(&mut self, asker: Asker, is_gone: impl Fn(&T) -> bool) -> Vec<T> {
        let Some(queue) = self.queues.get_mut(&asker) else {
            return Vec::new();
        };
        let (gone, waiting): (VecDeque<T>, VecDeque<T>) =
            std::mem::take(queue).into_iter().partition(is_gone);
        if waiting.is_empty() {
            self.queues.remove(&asker);
            self.order.retain(|other| *other != asker);
        } else {
            *queue = waiting;
        }
        gone.into()
    }

    /// Everything that waits, in no order.
    pub fn take_all(&mut self) -> Vec<T> {
        self.order.clear();
        self.queues.drain().flat_map(|(_, queue)| queue).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

/// How many of `room` places each of those that wait gets, in the order in which they wait: one after the other, whoever has
/// the fewest first. `waiting` is who waits, how many places that one has, and how many more it could use.
pub fn shares(room: usize, waiting: &[(i64, usize, usize)]) -> Vec<(i64, usize)> {
    let mut given = vec![0; waiting.len()];
    for _ in 0..room {
        let unserved = (0..waiting.len()).filter(|at| given[*at] < waiting[*at].2);
        let Some(next) = unserved.min_by_key(|at| waiting[*at].1 + given[*at]) else {
            break;
        };
        given[next] += 1;
    }
    let shares = waiting.iter().zip(given).map(|(of, given)| (of.0, given));
    shares.filter(|(_, given)| *given > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABUSER: Asker = Asker::Organization(1);
    const OTHER: Asker = Asker::Organization(2);
    const THIRD: Asker = Asker::Organization(3);

    fn turns(waiting: &[(Asker, usize)]) -> Turns<usize> {
        let mut turns = Turns::new(100);
        for (asker, count) in waiting {
            for number in 0..*count {
                turns.push(*asker, number).unwrap();
            }
        }
        turns
    }

    fn served(turns: &mut Turns<usize>, count: usize) -> Vec<Asker> {
        (0..count).map(|_| turns.take().unwrap().0).collect()
    }

    #[test]
    fn one_that_is_alone_has_all_places() {
        let mut turns = turns(&[(ABUSER, 4)]);
        let numbers: Vec<_> = (0..4).map(|_| turns.take().unwrap().1).collect();
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert!(turns.is_empty());
        assert_eq!(turns.take(), None);
    }

    #[test]
    fn whoever_comes_later_has_the_next_place() {
        let mut turns = turns(&[(ABUSER, 30)]);
        served(&mut turns, 4);
        turns.push(OTHER, 0).unwrap();
        turns.leave(ABUSER);
        assert_eq!(served(&mut turns, 1), [OTHER]);
        turns.leave(ABUSER);
        assert_eq!(served(&mut turns, 1), [ABUSER]);
    }

    #[test]
    fn where_there_is_one_place_everybody_has_it_in_turn() {
        let mut turns = turns(&[(ABUSER, 50), (OTHER, 2), (THIRD, 1)]);
        let mut order = Vec::new();
        for _ in 0..6 {
            let (asker, _) = turns.take().unwrap();
            turns.leave(asker);
            order.push(asker);
        }
        assert_eq!(order, [ABUSER, OTHER, THIRD, ABUSER, OTHER, ABUSER]);
    }

    #[test]
    fn those_who_wait_share_the_places() {
        let mut turns = turns(&[(ABUSER, 50), (OTHER, 50)]);
        let first = served(&mut turns, 4);
        assert_eq!(first.iter().filter(|asker| **asker == ABUSER).count(), 2);
        // One ends at a time: nobody has more than two while the other waits.
        for _ in 0..20 {
            turns.leave(OTHER);
            assert_eq!(served(&mut turns, 1), [OTHER]);
        }
    }

    #[test]
    fn a_full_queue_is_full_for_one_alone() {
        let mut turns = Turns::new(2);
        for _ in 0..2 {
            turns.push(ABUSER, 0).unwrap();
        }
        assert_eq!(turns.push(ABUSER, 0), Err(QueueFull));
        assert_eq!(turns.push(OTHER, 0), Ok(()));
        assert_eq!(turns.push(Asker::Stranger, 0), Ok(()));
        for _ in 0..10 {
            assert_eq!(turns.push(Asker::Service, 0), Ok(()));
        }
        turns.take().unwrap();
        assert_eq!(turns.push(ABUSER, 0), Ok(()));
    }

    #[test]
    fn whoever_went_away_leaves_the_queue() {
        let mut turns = turns(&[(ABUSER, 4), (OTHER, 1)]);
        assert_eq!(turns.take_gone(ABUSER, |number| number % 2 == 0), [0, 2]);
        assert_eq!(turns.take_gone(OTHER, |_| true), [0]);
        assert_eq!(turns.take_gone(THIRD, |_| true), [0; 0]);
        let left: Vec<_> = std::iter::from_fn(|| turns.take()).collect();
        assert_eq!(left, [(ABUSER, 1), (ABUSER, 3)]);
    }

    #[test]
    fn what_is_large_is_not_overtaken() {
        let mut turns = turns(&[(ABUSER, 2), (OTHER, 1)]);
        assert_eq!(turns.take_if(|_| false), None);
        assert_eq!(served(&mut turns, 3), [ABUSER, OTHER, ABUSER]);
    }

    #[test]
    fn places_of_jobs_are_shared_like_any() {
        for (room, waiting, expected) in [
            (4, vec![(1, 0, 100)], vec![(1, 4)]),
            (4, vec![(1, 0, 100), (2, 0, 1)], vec![(1, 3), (2, 1)]),
            (4, vec![(1, 0, 100), (2, 0, 100)], vec![(1, 2), (2, 2)]),
            (1, vec![(1, 3, 100), (2, 0, 1)], vec![(2, 1)]),
            (1, vec![(2, 0, 1), (1, 0, 9)], vec![(2, 1)]),
            (2, vec![(1, 2, 9), (2, 1, 9)], vec![(1, 1), (2, 1)]),
            (3, vec![], vec![]),
        ] {
            assert_eq!(shares(room, &waiting), expected, "{waiting:?}");
        }
    }
}
