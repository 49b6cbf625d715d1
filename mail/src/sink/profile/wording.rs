//! What the providers say, in their own words as they have been for years.

use super::Receiver;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Greylisted,
    Throttled,
    Full,
    Unknown,
}

/// The lines of a reply, without their ends.
pub(super) fn lines(receiver: Receiver, reply: Reply, to: &str) -> Vec<String> {
    let text = match receiver {
        Receiver::Gmail => gmail(reply),
        Receiver::Outlook => outlook(reply),
        Receiver::Yahoo => yahoo(reply),
        Receiver::Enterprise => enterprise(reply),
    };
    text.iter().map(|line| line.replace("{to}", to)).collect()
}

fn gmail(reply: Reply) -> &'static [&'static str] {
    match reply {
        Reply::Greylisted => &["451 4.7.1 Greylisted, please try again later. - gsmtp"],
        Reply::Throttled => &[
            "421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating",
            "421-4.7.28 from your IP address. To protect our users from spam, mail sent from",
            "421-4.7.28 your IP address has been temporarily rate limited. For more",
            "421 4.7.28 information, go to https://support.google.com/mail/?p=UnsolicitedRateLimitError - gsmtp",
        ],
        Reply::Full => &[
            "452-4.2.2 The recipient's inbox is out of storage space. Please direct the",
            "452 4.2.2 recipient to https://support.google.com/mail/?p=OverQuotaTemp - gsmtp",
        ],
        Reply::Unknown => &[
            "550-5.1.1 The email account that you tried to reach does not exist. Please try",
            "550-5.1.1 double-checking the recipient's email address for typos or",
            "550 5.1.1 unnecessary spaces. Learn more at https://support.google.com/mail/?p=NoSuchUser - gsmtp",
        ],
    }
}

fn outlook(reply: Reply) -> &'static [&'static str] {
    match reply {
        Reply::Greylisted => {
            &["451 4.7.1 Greylisted: temporarily deferred, please try again later."]
        }
        Reply::Throttled => &[
            "451 4.7.650 The mail server [127.0.0.1] has been temporarily rate limited due to IP reputation. For \
             e-mail delivery information, see https://postmaster.live.com (S775)",
        ],
        Reply::Full => {
            &["452 4.2.2 Mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException"]
        }
        Reply::Unknown => {
            &["550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)."]
        }
    }
}

fn yahoo(reply: Reply) -> &'static [&'static str] {
    match reply {
        Reply::Greylisted => {
            &["451 4.7.1 [GL01] Message from (127.0.0.1) greylisted, temporarily deferred"]
        }
        Reply::Throttled => &[
            "421 4.7.0 [TSS04] Messages from 127.0.0.1 temporarily deferred due to unexpected volume or user \
             complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes",
        ],
        Reply::Full => &["452 4.2.2 <{to}>: mailbox over quota"],
        Reply::Unknown => {
            &["554 delivery error: dd This user doesn't have a yahoo.com account ({to}) [-9]"]
        }
    }
}

fn enterprise(reply: Reply) -> &'static [&'static str] {
    match reply {
        Reply::Greylisted => &[
            "451 4.7.1 <{to}>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/",
        ],
        Reply::Throttled => &["421 4.7.0 Too many messages from your host, closing connection"],
        Reply::Full => &["452 4.2.2 <{to}>: Mailbox full, try again later"],
        Reply::Unknown => &["550 5.4.1 <{to}>: Recipient address rejected: Access denied"],
    }
}
