//! What only stands in headers and footers of mails: the way out, the way to a browser, whose rights they are.

use super::runs::Run;

/// Wherever they stand, in `en de fr es`. What a paragraph of any mail may say as well is no part of it: with a footer, a
/// paragraph is lost.
const FOOTER: [&str; 26] = [
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
    "se désabonner",
    "vous désabonner",
    "se désinscrire",
    "vous désinscrire",
    "lien de désinscription",
    "dans votre navigateur",
    "dans le navigateur",
    "tous droits réservés",
    "ver en el navegador",
    "todos los derechos reservados",
];

/// How a footer says why somebody has the mail, and what it is called there: readers receive cups and vouchers, too.
const RECEIVED: [(&str, &[&str]); 5] = [
    ("sie erhalten diese", MAILS),
    ("du erhältst diese", MAILS),
    (
        "vous recevez ",
        &[
            "cet e-mail",
            "cet email",
            "ce courriel",
            "ce mail",
            "ce message",
            "cette infolettre",
            "cette lettre d'information",
            "cette newsletter",
        ],
    ),
    ("recibes este ", CORREOS),
    ("recibe este ", CORREOS),
];
const MAILS: &[&str] = &[
    " mail",
    " e-mail",
    " email",
    " nachricht",
    "n newsletter",
    "s mailing",
];
const CORREOS: &[&str] = &[
    "correo",
    "e-mail",
    "email",
    "mail",
    "mensaje",
    "boletín",
    "newsletter",
];

/// Words of a link that leads out. In a sentence they may mean something else: `bitte bis Freitag abmelden`.
const WAYS_OUT: [&str; 15] = [
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
    "cancelar la suscripción",
    "cancelar suscripción",
];

/// What the address of such a link holds.
const ADDRESSES: [&str; 5] = ["unsubscribe", "optout", "opt-out", "opt_out", "abmelde"];

/// Whether a paragraph, by its words and by what they are made up of, belongs to a footer.
pub fn is_footer(words: &str, runs: &[Run]) -> bool {
    let small = words.to_lowercase().replace('’', "'");
    // No hyphen and no end of a line keeps a phrase from being one.
    let small = small.replace(['\u{2010}', '\u{2011}'], "-");
    let small = small.split_whitespace().collect::<Vec<_>>().join(" ");
    let leads_out = |run: &Run| {
        let href = run.href.as_deref();
        href.is_some_and(|href| is_way_out(&run.words, href))
    };
    FOOTER.iter().any(|words| small.contains(words))
        || small.starts_with('©')
        || says_why(&small)
        || runs.iter().any(leads_out)
}

fn says_why(small: &str) -> bool {
    RECEIVED.iter().any(|(start, mails)| {
        let mut behind = small
            .match_indices(start)
            .map(|(at, _)| &small[at + start.len()..]);
        behind.any(|behind| mails.iter().any(|mail| behind.starts_with(mail)))
    })
}

/// Whether a link leads out, by its words or by its address.
pub fn is_way_out(words: &str, address: &str) -> bool {
    let (words, address) = (words.to_lowercase(), address.to_ascii_lowercase());
    WAYS_OUT.iter().any(|out| words.contains(out))
        || ADDRESSES.iter().any(|out| address.contains(out))
}
