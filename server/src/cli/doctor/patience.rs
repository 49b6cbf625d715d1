//! How long the doctor waits for mail servers.

use std::time::Duration;

use postrider_mail::smtp::Timeouts;

const STEP: Duration = Duration::from_secs(10);
/// For somebody who waits before a terminal. Some servers let strangers wait a while for their greeting.
pub const PATIENT: Timeouts = Timeouts {
    connect: Duration::from_secs(5),
    greeting: Duration::from_secs(20),
    command: STEP,
    data: STEP,
    dot: STEP,
};
