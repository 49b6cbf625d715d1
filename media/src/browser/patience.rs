//! How long a browser is waited for, and how long it is kept.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Whoever waits so long for a browser that others use up goes without a picture.
    pub seat: Duration,
    /// A browser that says nothing for so long will not say anything any more.
    pub silence: Duration,
    /// A page that is not done by then is shown as it is.
    pub loading: Duration,
    /// For all of a picture, however often it is tried: others wait.
    pub whole: Duration,
    /// Nobody wanted a picture for so long: nothing stays in memory.
    pub idle: Duration,
    /// A browser that has taken so many is replaced: what it has not given back in all that time, it gives back now.
    pub shots: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            seat: Duration::from_mins(1),
            silence: Duration::from_secs(15),
            loading: Duration::from_secs(10),
            whole: Duration::from_secs(45),
            idle: Duration::from_mins(1),
            shots: 200,
        }
    }
}
