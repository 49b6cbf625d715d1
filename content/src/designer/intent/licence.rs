//! What a mail may claim: the phrases of an intent say something ("your order is on its way"), so a word of the prompt
//! must have said it before. The classifier alone is never sure enough.

/// Beginnings of words in four languages, one of which must stand in the prompt; with `!` one that must not. Intents
/// that are not here claim nothing.
const CUES: [(&str, &str); 47] = [
    (
        "welcome.letter",
        "welcom hello hi join sign new greet first willkommen begrüß bienvenu bienvenid !meeting",
    ),
    (
        "welcome.offer",
        "welcom hello new first sign account willkommen neukund bienvenu bienvenid première primer",
    ),
    (
        "welcome.newsletter",
        "subscri newsletter list issue letter signup angemeldet anmeldung inscri abonn suscri boletín",
    ),
    (
        "onboarding.nudge",
        "finish setup set profile never nudge incomplete complete empty project fertig termin",
    ),
    (
        "onboarding.trial-ending",
        "trial test essai prueba probezeit",
    ),
    (
        "promotion.percent",
        "% off discount sale less deal save offer euro rabatt auf sur remise descuent rebaja angebot % -",
    ),
    (
        "promotion.flash",
        "flash hour hours 24h 48h tonight today blitz heute heures horas hoy",
    ),
    (
        "promotion.free-shipping",
        "shipping delivery versand liefer livraison envío",
    ),
    (
        "promotion.bundle",
        "bundle set kit together pack combo get lot paket lote",
    ),
    (
        "promotion.vip",
        "vip loyal member insider exclusive top early best stamm fidèl fiel",
    ),
    (
        "promotion.last-chance",
        "last final end ends ending expire remind left over letzte endet dernier fin último termina",
    ),
    (
        "promotion.price-drop",
        "drop lower cut reduc cheaper gesenkt günstiger baisse baja",
    ),
    (
        "announcement.opening",
        "open opens opening move moving relocat reopen eröff öffn umzug ouvr déménag abre abri !closes !closed !closing",
    ),
    (
        "announcement.milestone",
        "year anniversary million members reach milestone celebrat hit jahre jubiläum ans anniversaire años aniversario",
    ),
    (
        "announcement.partnership",
        "partner team joined joint collab together integration gemeinsam partenaria alianza",
    ),
    (
        "announcement.policy",
        "policy term privacy change prices price rules legal änder agb conditions cambi",
    ),
    (
        "product_update.maintenance",
        "maintenance downtime server unavailable offline wartung maintenance mantenimiento",
    ),
    (
        "product_update.incident",
        "incident outage down sorry problem fail bug apolog error störung ausfall panne incidencia fallo",
    ),
    (
        "product_update.beta",
        "beta test early access prob essai prueba",
    ),
    (
        "event.invite",
        "invit join webinar workshop event evening day open party class talk meet tasting concert fair einlad tag fest atelier cata",
    ),
    (
        "event.reminder",
        "remind tomorrow today tonight starts hour doors soon heads erinner morgen rappel demain record mañana",
    ),
    (
        "event.recap",
        "recap thank thanks thx came coming recording photo slides danke rückblick merci gracias",
    ),
    (
        "event.save-date",
        "save keep date vormerk termin réserv reserv",
    ),
    (
        "abandoned_cart.reminder",
        "cart basket checkout left warenkorb panier carrito",
    ),
    (
        "abandoned_cart.offer",
        "cart basket checkout left warenkorb panier carrito",
    ),
    (
        "abandoned_cart.back-in-stock",
        "stock restock again wieder retour vuelta",
    ),
    (
        "order_update.confirmation",
        "order bought purchase bestell command pedido compra",
    ),
    (
        "order_update.shipped",
        "ship sent way dispatch parcel package track versand unterwegs liefer expédi envoy enviad camino",
    ),
    (
        "order_update.delivered",
        "deliver arriv pickup zugestellt angekommen livré entregad",
    ),
    (
        "order_update.delayed",
        "delay late longer stuck customs postpone verspät verzög retard retras",
    ),
    (
        "order_update.refund",
        "refund return money erstatt rembours reembols devol",
    ),
    (
        "billing.receipt",
        "receipt payment paid charged zahlung quittung paiement reçu pago recibo",
    ),
    (
        "billing.invoice",
        "invoice bill due rechnung facture factura",
    ),
    (
        "billing.failed",
        "fail declin expired charge fehlgeschlagen abgelehnt échou refus rechaz",
    ),
    ("billing.renewal", "renew verlänger renouvel renov !prices"),
    (
        "billing.cancelled",
        "cancel ended go gekündigt kündigung résili annul baja cancel",
    ),
    ("account.verify", "confirm verif code opt bestätig confirm"),
    (
        "account.reset",
        "password pw reset forgot passwort mot contraseña",
    ),
    (
        "account.alert",
        "password login logins sign-in security locked device passwort anmeldung connexion sesión",
    ),
    ("account.invite", "invit join team added einlad invit"),
    (
        "feedback.interview",
        "interview talk phone chat conversation research min gespräch entretien entrevista",
    ),
    (
        "feedback.review",
        "review stars rating opinion feedback bewert avis reseñ opini",
    ),
    (
        "reengagement.miss",
        "miss back while inactive lapsed win winback win-back ages haven't havent vermiss manqu menos",
    ),
    (
        "reengagement.offer",
        "miss back while inactive lapsed win winback win-back ages haven't havent vermiss zurück manqu menos vuelve",
    ),
    (
        "referral.reward",
        "friend refer recommend earned freund ami amig",
    ),
    ("seasonal.black-friday", "black cyber"),
    (
        "seasonal.birthday",
        "birthday bday geburtstag anniversaire cumpleaños",
    ),
];

/// Whether a prompt, in small letters, allows what the phrases of an intent say.
pub fn is_licensed(intent: &str, prompt: &str) -> bool {
    let Some((_, cues)) = CUES.iter().find(|(name, _)| *name == intent) else {
        return true;
    };
    let begins = |cue: &str| {
        prompt.contains(cue)
            && (cue.len() == 1
                || prompt
                    .split(|c: char| !(c.is_alphanumeric() || "'-".contains(c)))
                    .any(|word| word.starts_with(cue)))
    };
    let (denied, wanted): (Vec<&str>, Vec<&str>) =
        cues.split(' ').partition(|cue| cue.starts_with('!'));
    wanted.into_iter().any(begins) && !denied.iter().any(|cue| begins(&cue[1..]))
}

#[cfg(test)]
mod tests {
    use super::super::INTENTS;
    use super::*;

    #[test]
    fn every_licence_is_one_of_an_intent() {
        for (intent, _) in CUES {
            assert!(INTENTS.contains(&intent), "{intent}");
        }
    }

    #[test]
    fn nothing_is_claimed_that_nobody_said() {
        assert!(is_licensed(
            "order_update.shipped",
            "your parcel has shipped"
        ));
        assert!(!is_licensed("order_update.shipped", "lost: a grey cat"));
        assert!(!is_licensed(
            "billing.renewal",
            "prices go up until renewal"
        ));
        assert!(is_licensed("newsletter.digest", "anything"));
    }
}
