//! Places for work of which only so much may be done at once. Organizations take them in turn ([`Turns`]); of one that asks
//! for too much the rest is refused, and others still get in.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postrider_domain::turns::{Asker, QueueFull, Turns};
use tokio::sync::oneshot;

use super::measures::{LaneMeasures, refused};

/// A cheap handle: clones share the places.
#[derive(Clone)]
pub struct Places(Arc<Line>);

struct Line {
    state: Mutex<State>,
    all: usize,
    measures: LaneMeasures,
}

struct State {
    free: usize,
    turns: Turns<Waiter>,
}

struct Waiter {
    units: usize,
    ready: oneshot::Sender<Place>,
}

impl Waiter {
    fn is_gone(&self) -> bool {
        self.ready.is_closed()
    }
}

/// Held while the work is done; whoever waits gets it when it is dropped.
pub struct Place {
    line: Arc<Line>,
    asker: Asker,
    units: usize,
}

impl Places {
    /// `queue` of one organization wait at most. `line` is the name in the metrics.
    pub fn new(line: &'static str, places: usize, queue: usize) -> Self {
        Self::measured(LaneMeasures::of_places(line), places, queue)
    }

    pub(super) fn measured(measures: LaneMeasures, places: usize, queue: usize) -> Self {
        Self(Arc::new(Line {
            state: Mutex::new(State {
                free: places,
                turns: Turns::new(queue),
            }),
            all: places,
            measures,
        }))
    }

    /// Waits for a place. Whoever goes away meanwhile has left the line.
    pub async fn take(&self, asker: Asker) -> Result<Place, QueueFull> {
        self.take_units(asker, 1).await
    }

    /// The same for work that needs several places at once; more than there are means all.
    pub async fn take_units(&self, asker: Asker, units: usize) -> Result<Place, QueueFull> {
        let _waiting = self.0.measures.wait();
        let (ready, place) = oneshot::channel();
        let units = units.min(self.0.all);
        self.0.join(asker, Waiter { units, ready })?;
        self.0.hand_out();
        // The line is there as long as we are, and never forgets anybody.
        place.await.map_err(|_| QueueFull)
    }
}

impl Line {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn join(&self, asker: Asker, waiter: Waiter) -> Result<(), QueueFull> {
        let mut state = self.state();
        if !state.turns.has_room(asker) {
            state.turns.take_gone(asker, Waiter::is_gone);
        }
        let joined = state.turns.push(asker, waiter);
        joined.inspect_err(|_| refused().increment(1))
    }

    fn hand_out(self: &Arc<Self>) {
        while let Some((asker, waiter)) = self.next() {
            let place = Place {
                line: Arc::clone(self),
                asker,
                units: waiter.units,
            };
            // One that went away just now gives its place back by dropping it.
            let _ = waiter.ready.send(place);
        }
    }

    fn next(&self) -> Option<(Asker, Waiter)> {
        let mut guard = self.state();
        let state = &mut *guard;
        loop {
            let free = state.free;
            let fits = |waiter: &Waiter| waiter.units <= free || waiter.is_gone();
            let (asker, waiter) = state.turns.take_if(fits)?;
            if waiter.is_gone() {
                state.turns.leave(asker);
                continue;
            }
            state.free -= waiter.units;
            return Some((asker, waiter));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.line.state();
        state.free += self.units;
        state.turns.leave(self.asker);
        drop(state);
        self.line.hand_out();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    const ABUSER: Asker = Asker::Organization(1);
    const OTHER: Asker = Asker::Organization(2);

    type Taking = Pin<Box<dyn Future<Output = Result<Place, QueueFull>>>>;

    /// Whether it has its place by now; one that waits is in the line after the first look.
    fn look(taking: &mut Taking) -> Option<Result<Place, QueueFull>> {
        match taking
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(taken) => Some(taken),
            Poll::Pending => None,
        }
    }

    fn waiting(places: &Places, asker: Asker, units: usize) -> Taking {
        let places = places.clone();
        let mut taking: Taking = Box::pin(async move { places.take_units(asker, units).await });
        assert!(look(&mut taking).is_none());
        taking
    }

    fn taken(places: &Places, asker: Asker) -> Place {
        let places = places.clone();
        let mut taking: Taking = Box::pin(async move { places.take(asker).await });
        look(&mut taking).unwrap().unwrap()
    }

    #[test]
    fn another_has_the_next_place_however_many_wait_of_one() {
        let places = Places::new("test", 4, 100);
        let mut held: Vec<_> = (0..4).map(|_| taken(&places, ABUSER)).collect();
        let mut abusers: Vec<_> = (0..20).map(|_| waiting(&places, ABUSER, 1)).collect();
        let mut other = waiting(&places, OTHER, 1);
        held.pop();
        assert!(look(&mut other).unwrap().is_ok());
        let served: Vec<_> = abusers.iter_mut().filter_map(look).collect();
        // The other's place was given back at once: it goes to the first that waits.
        assert_eq!(served.len(), 1);
    }

    #[test]
    fn a_line_that_is_full_for_one_takes_others() {
        let places = Places::new("test", 1, 2);
        let _held = taken(&places, ABUSER);
        let _waiting: Vec<_> = (0..2).map(|_| waiting(&places, ABUSER, 1)).collect();
        let mut refused: Taking = Box::pin({
            let places = places.clone();
            async move { places.take(ABUSER).await }
        });
        assert!(matches!(look(&mut refused), Some(Err(QueueFull))));
        drop(waiting(&places, OTHER, 1));
    }

    #[test]
    fn whoever_goes_away_leaves_the_line_and_gives_back_what_was_handed_out() {
        let places = Places::new("test", 1, 2);
        let held = taken(&places, ABUSER);
        drop(
            (0..2)
                .map(|_| waiting(&places, ABUSER, 1))
                .collect::<Vec<_>>(),
        );
        // Two more have room although two were waiting.
        let mut first = waiting(&places, ABUSER, 1);
        let second = waiting(&places, ABUSER, 1);
        drop(second);
        drop(held);
        let place = look(&mut first).unwrap().unwrap();
        let handed_out = waiting(&places, OTHER, 1);
        drop(place);
        drop(handed_out);
        taken(&places, ABUSER);
    }

    #[test]
    fn large_work_waits_until_it_fits_and_never_for_ever() {
        let places = Places::new("test", 4, 100);
        let held: Vec<_> = (0..4).map(|_| taken(&places, ABUSER)).collect();
        let mut large = waiting(&places, OTHER, 9);
        let mut small = waiting(&places, ABUSER, 1);
        let mut held = held.into_iter();
        drop(held.next());
        assert!(look(&mut large).is_none() && look(&mut small).is_none());
        drop(held);
        let place = look(&mut large).unwrap().unwrap();
        assert!(look(&mut small).is_none());
        drop(place);
        assert!(look(&mut small).unwrap().is_ok());
    }
}
