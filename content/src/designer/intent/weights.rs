//! The weights of the classifier, as the training program wrote them: for each bucket how many intents have one, then
//! the intent's number and its weight in a byte each. Small ones are left out.

use std::sync::LazyLock;

use crate::designer::features::BUCKETS;

static BYTES: &[u8] = include_bytes!("../../../assets/designer/intents.bin");

/// A byte of 127 is a weight of this.
pub const LARGEST: f32 = 10.0;

pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(BYTES));

pub struct Weights {
    /// Where each bucket's count stands.
    places: Vec<usize>,
    bytes: &'static [u8],
}

impl Weights {
    fn read(bytes: &'static [u8]) -> Self {
        let mut places = Vec::with_capacity(BUCKETS);
        let mut at = 0;
        while places.len() < BUCKETS {
            places.push(at);
            at += 1 + 2 * usize::from(bytes.get(at).copied().unwrap_or(0));
        }
        Self { places, bytes }
    }

    /// The intents that a bucket speaks for or against.
    pub fn of(&self, bucket: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let at = self.places.get(bucket).copied().unwrap_or(usize::MAX);
        let count = self.bytes.get(at).copied().unwrap_or(0);
        let from = at.saturating_add(1);
        let pairs = self
            .bytes
            .get(from..from.saturating_add(2 * usize::from(count)));
        pairs.unwrap_or(&[]).chunks_exact(2).map(|pair| {
            let weight = f32::from(pair[1].cast_signed()) * LARGEST / 127.0;
            (usize::from(pair[0]), weight)
        })
    }
}

/// All intents, in the order that the weights count them in.
pub const INTENTS: [&str; 67] = [
    "welcome.letter",
    "welcome.offer",
    "welcome.newsletter",
    "onboarding.checklist",
    "onboarding.tip",
    "onboarding.nudge",
    "onboarding.trial-ending",
    "newsletter.digest",
    "newsletter.essay",
    "promotion.percent",
    "promotion.flash",
    "promotion.free-shipping",
    "promotion.bundle",
    "promotion.vip",
    "promotion.last-chance",
    "promotion.price-drop",
    "announcement.launch",
    "announcement.opening",
    "announcement.milestone",
    "announcement.policy",
    "announcement.partnership",
    "product_update.feature",
    "product_update.maintenance",
    "product_update.incident",
    "product_update.beta",
    "event.invite",
    "event.reminder",
    "event.recap",
    "event.save-date",
    "abandoned_cart.reminder",
    "abandoned_cart.offer",
    "abandoned_cart.back-in-stock",
    "order_update.confirmation",
    "order_update.shipped",
    "order_update.delivered",
    "order_update.delayed",
    "order_update.refund",
    "billing.receipt",
    "billing.invoice",
    "billing.failed",
    "billing.renewal",
    "billing.cancelled",
    "account.verify",
    "account.reset",
    "account.alert",
    "account.invite",
    "feedback.review",
    "feedback.survey",
    "feedback.interview",
    "reengagement.miss",
    "reengagement.offer",
    "reengagement.confirm",
    "referral.invite",
    "referral.reward",
    "seasonal.black-friday",
    "seasonal.gift-guide",
    "seasonal.greeting",
    "seasonal.sale",
    "seasonal.birthday",
    "other.note",
    "promotion.deal",
    "announcement.hours",
    "announcement.hiring",
    "event.appointment",
    "other.help",
    "other.thanks",
    "other.correction",
];
