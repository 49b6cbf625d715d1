//! Tickets for recipients that were just taken.

use postrider_domain::contacts::mailbox::Mailbox;
use postrider_store::delivery::taking::{TakenRecipient, TakenRecipients};

use super::flight::Ticket;
use super::journal::Slot;
use super::sites::Sites;

/// One for each; `sites` are given where each receiving site has limits of its own.
pub fn tickets(
    taken: TakenRecipients,
    sites: Option<&Sites>,
    expires_at: i64,
    now: i64,
) -> Vec<(TakenRecipient, Ticket)> {
    let ticket = |recipient: TakenRecipient| {
        let email = &recipient.person.email;
        let site = sites.map_or(0, |sites| sites.of(email, now));
        if let Some(sites) = sites {
            sites.took(site, now);
        }
        let ticket = Ticket {
            slot: Slot {
                claim: taken.claim,
                ordinal: recipient.ordinal,
            },
            brand: taken.brand,
            send: taken.send,
            mailbox: Mailbox::of(email),
            site,
            attempts: recipient.attempts,
            first_tried_at: recipient.first_tried_at,
            expires_at,
        };
        (recipient, ticket)
    };
    taken.recipients.into_iter().map(ticket).collect()
}
