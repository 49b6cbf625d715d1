//! Work that keeps a processor busy for long, beside those who answer callers: on a thread of its own, to which every other
//! one is preferred. How many there are at once is up to [`Places`](postrider_store::db::Places).

use tokio::sync::oneshot;

/// How much a thread stands back (`nice`): light requests are then served as if it were not there.
#[cfg(target_os = "linux")]
const STANDS_BACK: i32 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// It would again.
    #[error("work on a thread of its own panicked")]
    Panicked,
    #[error("there was no thread for work that is done aside")]
    NoThread,
}

/// Goes on to its end when nobody waits for it any more, unless the process ends: what is done here leaves nothing but its answer.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NotDone> {
    let (done, answer) = oneshot::channel();
    let working = move || {
        stand_back();
        let _ = done.send(work());
    };
    let thread = std::thread::Builder::new().name("aside".to_owned());
    thread.spawn(working).map_err(|_| NotDone::NoThread)?;
    answer.await.map_err(|_| NotDone::Panicked)
}

#[cfg(target_os = "linux")]
fn stand_back() {
    // Of the calling thread alone, unlike what POSIX says. Whoever may not stand back works as ever.
    let _ = rustix::process::nice(STANDS_BACK);
}

#[cfg(not(target_os = "linux"))]
fn stand_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_stands_back_and_nobody_else_does() {
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let ours = priority();
        assert_eq!(aside(priority).await, Ok((ours + STANDS_BACK).min(19)));
        assert_eq!(priority(), ours);
    }

    #[tokio::test]
    async fn a_panic_is_told() {
        assert_eq!(
            aside(|| panic!("on purpose")).await,
            Err::<(), _>(NotDone::Panicked)
        );
    }
}
