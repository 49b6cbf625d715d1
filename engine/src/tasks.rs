//! Tasks that run until they are told to stop. One that ends before is a fault that nobody would notice: the process
//! answers, and something in it is no longer done.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Clones are the same tasks.
#[derive(Clone)]
pub struct Tasks {
    tracker: TaskTracker,
    stop: CancellationToken,
    dead: Arc<Mutex<Vec<&'static str>>>,
}

impl Tasks {
    /// They may end when `stop` is cancelled.
    pub fn until(stop: CancellationToken) -> Self {
        Self {
            tracker: TaskTracker::new(),
            stop,
            dead: Arc::default(),
        }
    }

    /// Others, which may end when another `stop` is cancelled and are waited for apart; their dead are these tasks' too.
    #[must_use]
    pub fn others_until(&self, stop: CancellationToken) -> Self {
        Self {
            tracker: TaskTracker::new(),
            stop,
            dead: Arc::clone(&self.dead),
        }
    }

    pub fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    pub fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let watch = self.watch(name);
        self.tracker.spawn(async move {
            task.await;
            watch.returned();
        });
    }

    /// A piece of work off the threads that wait for the network. It ends by itself; only a panic is its death.
    pub fn spawn_blocking(&self, name: &'static str, work: impl FnOnce() + Send + 'static) {
        let watch = self.watch(name);
        self.tracker.spawn_blocking(move || {
            let _watch = watch;
            work();
        });
    }

    fn watch(&self, name: &'static str) -> Watch {
        Watch {
            name,
            stop: self.stop.clone(),
            dead: Arc::clone(&self.dead),
            has_returned: false,
        }
    }

    /// Nothing is spawned from now on, and `wait` may end.
    pub fn close(&self) {
        self.tracker.close();
    }

    pub async fn wait(&self) {
        self.tracker.wait().await;
    }

    /// The names of those that ended although nobody told them to.
    pub fn dead(&self) -> Vec<&'static str> {
        self.dead
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

struct Watch {
    name: &'static str,
    stop: CancellationToken,
    dead: Arc<Mutex<Vec<&'static str>>>,
    has_returned: bool,
}

impl Watch {
    fn returned(mut self) {
        self.has_returned = true;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let has_panicked = std::thread::panicking();
        // Neither: the runtime itself ends, and takes the task along.
        let is_early = self.has_returned && !self.stop.is_cancelled();
        if !has_panicked && !is_early {
            return;
        }
        tracing::error!(
            task = self.name,
            panicked = has_panicked,
            "a task of the process ended although nobody told it to"
        );
        let dead = &mut self.dead.lock().unwrap_or_else(PoisonError::into_inner);
        dead.push(self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn dead_of(
        stops_first: Order,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> Vec<&'static str> {
        let stop = CancellationToken::new();
        let tasks = Tasks::until(stop.clone());
        if matches!(stops_first, Order::StopFirst) {
            stop.cancel();
        }
        tasks.spawn("one", task);
        tasks.close();
        tasks.wait().await;
        tasks.dead()
    }

    enum Order {
        StopFirst,
        NeverStopped,
    }

    #[tokio::test]
    async fn who_ends_before_the_stop_or_panics_is_dead() {
        assert_eq!(dead_of(Order::NeverStopped, async {}).await, ["one"]);
        assert!(dead_of(Order::StopFirst, async {}).await.is_empty());
        assert_eq!(
            dead_of(
                Order::NeverStopped,
                std::future::poll_fn(|_| panic!("on purpose"))
            )
            .await,
            ["one"]
        );
        assert_eq!(
            dead_of(
                Order::StopFirst,
                std::future::poll_fn(|_| panic!("on purpose"))
            )
            .await,
            ["one"]
        );
    }

    #[tokio::test]
    async fn the_dead_of_others_are_known_to_those_above() {
        let above = Tasks::until(CancellationToken::new());
        let others = above.others_until(CancellationToken::new());
        others.spawn("below", async {});
        others.spawn_blocking("piece", || {});
        others.spawn_blocking("broken piece", || panic!("on purpose"));
        others.close();
        others.wait().await;
        let mut dead = above.dead();
        dead.sort_unstable();
        assert_eq!(dead, ["below", "broken piece"]);
    }

    #[test]
    fn a_runtime_that_ends_kills_nobody() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let tasks = Tasks::until(CancellationToken::new());
        let spawned = tasks.clone();
        runtime.block_on(async move {
            spawned.spawn("waiting", std::future::pending());
            tokio::task::yield_now().await;
        });
        drop(runtime);
        assert!(tasks.dead().is_empty());
    }
}
