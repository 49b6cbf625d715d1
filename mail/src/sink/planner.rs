//! Plans what a message brings about once it is taken.

use super::aftermath::{self, Action, Offer, Work};
use super::profile::Profile;
use super::recipient::Addressee;
use super::shared::Shared;
use crate::receiving::unstuffed;

/// Plans what follows a message that was taken; `data` is as it came over the wire.
pub(super) fn plan(shared: &Shared, from: &str, to: &[Addressee], data: &[u8]) {
    let now = shared.now();
    let profiles: Vec<(&Addressee, Profile)> = {
        let ledger = shared.ledger();
        let with_profile = to
            .iter()
            .filter_map(|to| Some((to, ledger.profile_of(&to.address)?)));
        with_profile.collect()
    };
    if profiles.is_empty() {
        return;
    }
    let offer = Offer::read(&unstuffed(data));
    for (to, profile) in profiles {
        let fate = profile.fate(shared.options.seed, &to.address);
        let plan = aftermath::plan(&profile, &fate, &offer, from, to);
        let aftermath = shared.aftermath();
        {
            let mut ledger = shared.ledger();
            let report = ledger.profile_report(profile.receiver);
            report.done.accepted += 1;
            for (_, what) in &plan {
                what.counts().for_each(|counts| report.planned.add(counts));
            }
        }
        let mut queue = shared.queue();
        for (after, what) in plan {
            if aftermath.reaches(&what) {
                let action = Action {
                    receiver: profile.receiver,
                    recipient: to.hash,
                    what,
                };
                let lane = action.lane();
                queue.put(lane, Work::new(now + after, action));
            }
        }
    }
    shared.planned.notify_one();
}
