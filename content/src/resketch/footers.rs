//! What only stands in headers and footers of mails: the way out, the way to a browser, whose rights they are.

use super::runs::Run;

/// Wherever they stand, in `en de fr es`.
const FOOTER: [&str; 33] = [
    "unsubscribe",
    "view in browser",
    "view in your browser",
    "view this email",
    "view online",
    "manage preferences",
    "email preferences",
    "all rights reserved",
    "you are receiving this",
    "newsletter abbestellen",
    "newsletter abmelden",
    "vom newsletter ab",
    "im browser ansehen",
    "im browser anzeigen",
    "im browser öffnen",
    "alle rechte vorbehalten",
    "sie erhalten diese",
    "du erhältst diese",
    "se désabonner",
    "vous désabonner",
    "se désinscrire",
    "vous désinscrire",
    "lien de désinscription",
    "dans votre navigateur",
    "dans le navigateur",
    "tous droits réservés",
    "vous recevez cet e",
    "vous recevez ce",
    "ver en el navegador",
    "cancelar la suscripción",
    "cancelar suscripción",
    "todos los derechos reservados",
    "recibes este correo",
];

/// Words of a link that leads out. In a sentence they may mean something else: `bitte bis Freitag abmelden`.
const WAYS_OUT: [&str; 13] = [
    "unsubscribe",
    "opt out",
    "abmelden",
    "abbestellen",
    "abmeldung",
    "austragen",
    "désabonner",
    "désabonnement",
    "désinscrire",
    "désinscription",
    "darse de baja",
    "darme de baja",
    "date de baja",
];

/// What the address of such a link holds.
const ADDRESSES: [&str; 5] = ["unsubscribe", "optout", "opt-out", "opt_out", "abmelde"];

/// Whether a paragraph, as it reads and as it is made up, belongs to a footer.
pub fn is_footer(text: &str, runs: &[Run]) -> bool {
    let small = text.to_lowercase();
    let leads_out = |run: &Run| {
        let href = run.href.as_deref();
        href.is_some_and(|href| is_way_out(&run.words, href))
    };
    FOOTER.iter().any(|words| small.contains(words))
        || small.starts_with('©')
        || runs.iter().any(leads_out)
}

/// Whether a link leads out, by its words or by its address.
pub fn is_way_out(words: &str, address: &str) -> bool {
    let (words, address) = (words.to_lowercase(), address.to_ascii_lowercase());
    WAYS_OUT.iter().any(|out| words.contains(out))
        || ADDRESSES.iter().any(|out| address.contains(out))
}
