//! Shows verdicts on the contacts that have the addresses.

use std::collections::HashMap;

use postrider_domain::contacts::validation::Status;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{Effect, JudgedAddress, apply_verdicts};
use postrider_store::db::{DbError, Tx};

use super::check::{Checked, DnsEffect};

/// Shows verdicts on those of the brand's contacts that have the addresses; whom they speak against is
/// suppressed, whom they clear is not any more.
pub async fn apply(
    tx: &Tx,
    brand: BrandKey,
    checked: &[Checked],
    dns: DnsEffect,
    now: i64,
) -> Result<(), DbError> {
    // An address that was asked for twice is one contact.
    let distinct: HashMap<&str, &Checked> = checked
        .iter()
        .filter(|checked| checked.is_address)
        .map(|checked| (checked.email.as_str(), checked))
        .collect();
    let judged = distinct.into_values().map(|checked| JudgedAddress {
        email: checked.email.clone(),
        verdict: checked.verdict.clone(),
        effect: effect(checked, dns),
    });
    apply_verdicts(tx, brand, judged.collect(), now).await?;
    Ok(())
}

/// Where DNS is only shown, the spelling alone suppresses; what it cannot clear stays as it is.
fn effect(checked: &Checked, dns: DnsEffect) -> Effect {
    match dns {
        DnsEffect::Suppresses => Effect::of(&checked.verdict),
        DnsEffect::OnlyShown => match Effect::of(&checked.spelling) {
            Effect::Lift if checked.verdict.status != Status::Valid => Effect::Nothing,
            effect => effect,
        },
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::contacts::contact::SuppressionReason::{Invalid, Risky};
    use postrider_domain::contacts::validation::{DomainAnswer, judge};

    use super::*;

    #[test]
    fn dns_suppresses_only_where_mail_leaves() {
        use DnsEffect::{OnlyShown, Suppresses};
        use DomainAnswer::{NoAnswer, NoMail, TakesMail};
        use Effect::{Lift, Nothing, Suppress};
        for (email, answer, dns, expected) in [
            ("ada@example.com", TakesMail, Suppresses, Lift),
            ("ada@example.com", TakesMail, OnlyShown, Lift),
            ("ada@example.com", NoMail, Suppresses, Suppress(Invalid)),
            ("ada@example.com", NoMail, OnlyShown, Nothing),
            ("ada@example.com", NoAnswer, Suppresses, Nothing),
            ("ada@example.com", NoAnswer, OnlyShown, Nothing),
            ("ada@mailinator.com", NoMail, Suppresses, Suppress(Invalid)),
            ("ada@mailinator.com", NoMail, OnlyShown, Suppress(Risky)),
            ("ada@mailinator.com", TakesMail, Suppresses, Suppress(Risky)),
            ("ada@mailinator.com", NoAnswer, OnlyShown, Suppress(Risky)),
        ] {
            let spelling = judge(email).verdict;
            let checked = Checked {
                email: email.to_owned(),
                is_address: true,
                verdict: spelling.clone().with_domain(answer),
                spelling,
            };
            assert_eq!(
                effect(&checked, dns),
                expected,
                "{email} {answer:?} {dns:?}"
            );
        }
    }
}
