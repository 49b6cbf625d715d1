//! Who may be mailed after a write. An opt-out is the person's word, a list that is uploaded again is
//! not: only an explicit change or a newer consent brings somebody back.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuppressionReason {
    Bounced,
    Complained,
    Invalid,
    Risky,
    Manual,
}

impl SuppressionReason {
    pub const ALL: [Self; 5] = [
        Self::Bounced,
        Self::Complained,
        Self::Invalid,
        Self::Risky,
        Self::Manual,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bounced => "bounced",
            Self::Complained => "complained",
            Self::Invalid => "invalid",
            Self::Risky => "risky",
            Self::Manual => "manual",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suppression {
    pub reason: SuppressionReason,
    pub at: i64,
}

/// Whether mail may go to a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailPermission {
    pub subscribed: bool,
    pub unsubscribed_at: Option<i64>,
    pub suppression: Option<Suppression>,
}

/// How seriously `subscribed: true` is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A change of this one contact: PATCH, or a fire whose trigger declares `subscribed`.
    Explicit,
    /// Data about people, perhaps old: POST, import, integration receivers.
    Upload,
}

/// The part of a write that concerns the standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    pub subscribed: Option<bool>,
    pub consent_at: Option<i64>,
    pub intent: Intent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermissionChange {
    pub permission: MailPermission,
    /// The write asked for `subscribed: true` and did not get it: warn `RESUBSCRIBE_SKIPPED`.
    pub resubscribe_skipped: bool,
}

impl MailPermission {
    /// A contact nobody has known before.
    pub const NEW: Self = Self {
        subscribed: true,
        unsubscribed_at: None,
        suppression: None,
    };

    /// A new contact under an address that was deleted: what it had refused is remembered.
    pub const fn remembered(
        unsubscribed_at: Option<i64>,
        suppression: Option<Suppression>,
    ) -> Self {
        Self {
            subscribed: unsubscribed_at.is_none(),
            unsubscribed_at,
            suppression,
        }
    }

    /// - Without `subscribed` the subscription stays.
    /// - `false` unsubscribes; repeating it keeps the first time, so that a nightly upload of the
    ///   same list does not outdate a consent given meanwhile.
    /// - `true` brings somebody back if it is explicit, or if the consent is newer than the opt-out.
    /// - A complaint is lifted by a newer consent unless the write unsubscribes. No write lifts the
    ///   other suppressions: bounces and manual ones are lifted by a person, the others by validation.
    #[must_use]
    pub fn after(self, request: Request, now: i64) -> PermissionChange {
        let newer_than = |at: Option<i64>| {
            request
                .consent_at
                .is_some_and(|c| at.is_none_or(|at| c > at))
        };
        let mut standing = self;
        let mut resubscribe_skipped = false;
        match request.subscribed {
            Some(false) => {
                standing.subscribed = false;
                standing.unsubscribed_at = self.unsubscribed_at.or(Some(now));
            }
            Some(true) if !self.subscribed => {
                if request.intent == Intent::Explicit || newer_than(self.unsubscribed_at) {
                    standing.subscribed = true;
                    standing.unsubscribed_at = None;
                } else {
                    resubscribe_skipped = true;
                }
            }
            Some(true) | None => {}
        }
        if let Some(Suppression {
            reason: SuppressionReason::Complained,
            at,
        }) = self.suppression
            && request.subscribed != Some(false)
            && newer_than(Some(at))
        {
            standing.suppression = None;
        }
        PermissionChange {
            permission: standing,
            resubscribe_skipped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUT: i64 = 500;
    const NOW: i64 = 1000;

    fn unsubscribed() -> MailPermission {
        MailPermission {
            subscribed: false,
            unsubscribed_at: Some(OUT),
            suppression: None,
        }
    }

    fn suppressed(reason: SuppressionReason) -> MailPermission {
        MailPermission {
            suppression: Some(Suppression { reason, at: OUT }),
            ..MailPermission::NEW
        }
    }

    #[test]
    fn subscription_after_a_write() {
        use Intent::{Explicit, Upload};
        let (new, out, yes, no) = (MailPermission::NEW, unsubscribed(), Some(true), Some(false));
        let left = MailPermission {
            unsubscribed_at: Some(NOW),
            ..out
        };
        // before, subscribed, consent, intent -> after, warns
        let cases = [
            (new, None, None, Upload, new, false),
            (new, yes, None, Upload, new, false),
            (new, no, None, Upload, left, false),
            (new, no, Some(NOW), Explicit, left, false),
            (out, None, None, Upload, out, false),
            (out, None, Some(NOW), Upload, out, false),
            (out, no, None, Upload, out, false),
            (out, yes, None, Upload, out, true),
            (out, yes, Some(OUT - 1), Upload, out, true),
            (out, yes, Some(OUT), Upload, out, true),
            (out, yes, Some(OUT + 1), Upload, new, false),
            (out, yes, None, Explicit, new, false),
        ];
        for (before, subscribed, consent_at, intent, after, warns) in cases {
            let request = Request {
                subscribed,
                consent_at,
                intent,
            };
            let outcome = before.after(request, NOW);
            let expected = PermissionChange {
                permission: after,
                resubscribe_skipped: warns,
            };
            assert_eq!(outcome, expected, "{before:?} {request:?}");
        }
    }

    #[test]
    fn only_a_newer_consent_lifts_a_complaint_and_no_write_lifts_the_rest() {
        for reason in SuppressionReason::ALL {
            for intent in [Intent::Explicit, Intent::Upload] {
                for (subscribed, consent_at) in [
                    (None, None),
                    (Some(true), None),
                    (Some(true), Some(OUT)),
                    (Some(true), Some(OUT + 1)),
                    (None, Some(OUT + 1)),
                    (Some(false), Some(OUT + 1)),
                ] {
                    let lifted = reason == SuppressionReason::Complained
                        && consent_at == Some(OUT + 1)
                        && subscribed != Some(false);
                    let request = Request {
                        subscribed,
                        consent_at,
                        intent,
                    };
                    let after = suppressed(reason).after(request, NOW).permission;
                    assert_eq!(
                        after.suppression.is_none(),
                        lifted,
                        "{reason:?} {request:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_deleted_contact_comes_back_as_it_left() {
        let back = MailPermission::remembered(Some(OUT), None);
        let request = Request {
            subscribed: Some(true),
            consent_at: None,
            intent: Intent::Upload,
        };
        assert_eq!(
            back.after(request, NOW),
            PermissionChange {
                permission: back,
                resubscribe_skipped: true
            }
        );
        assert!(MailPermission::remembered(None, None).subscribed);
        assert_eq!(MailPermission::remembered(None, None), MailPermission::NEW);
    }

    #[test]
    fn reasons_round_trip() {
        for reason in SuppressionReason::ALL {
            assert_eq!(SuppressionReason::parse(reason.as_str()), Some(reason));
        }
    }
}
