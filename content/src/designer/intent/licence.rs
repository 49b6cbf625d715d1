//! What a mail may claim: the phrases of an intent say something ("your order is on its way"), so a word of the prompt
//! must have said it before. The classifier alone is never sure enough.

/// Beginnings of words in four languages, one of which must stand in the prompt; two with `+` must both, and with `!`
/// stands one that must not. Intents that are not here claim nothing.
const CUES: [(&str, &str); 63] = [
    (
        "welcome.letter",
        "welcom join signup sign-up signed registered new+member new+customer new+user new+subscriber willkommen begrüß bienvenu bienvenid !meeting !hiring",
    ),
    (
        "welcome.offer",
        "welcom first+order first+purchase new+customer new+subscriber new+member new+account signup sign+up willkommen neukund bienvenu bienvenid première primer",
    ),
    (
        "welcome.newsletter",
        "welcom signup sign-up signed+up sign+up signing subscribed subscribing thank+subscri thanks+subscri new+subscri confirm+subscri just+subscri on+list joined angemeldet anmeldung inscri abonn suscri boletín",
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
        "newsletter.digest",
        "news newsletter digest roundup round-up week weekly month monthly links issue edition lately neuigkeit neues nouvelles noticias boletín lettre",
    ),
    (
        "newsletter.essay",
        "letter essay column reflect thought piece story wrote musing personal read brief gedanken lettre carta",
    ),
    (
        "promotion.percent",
        "% off discount sale less deal save offer euro rabatt auf sur remise descuent rebaja angebot -",
    ),
    (
        "promotion.deal",
        "free for+1 for+one for+2 instead buy+get half+price price euro only every deal happy+hour offer bogo gratis für+2 preis prix gratuit offert pour precio oferta por $ € !increas !restock !webinar !stock !free+slot !free+spot !free+place !free+seat !bug !recall",
    ),
    (
        "promotion.flash",
        "flash hour hours 24h 48h tonight today+only today+off today+% blitz heute+nur heute+% heures horas hoy+%",
    ),
    (
        "promotion.free-shipping",
        "free+ship free+deliver shipping+us frei+versand kostenlos+versand gratis+versand versandkostenfrei livraison+gratuit livraison+offert envío+grat",
    ),
    (
        "promotion.bundle",
        "bundle set kit together pack combo buy+get lot paket lote",
    ),
    (
        "promotion.vip",
        "vip loyal member insider exclusive top early best stamm fidèl fiel",
    ),
    (
        "promotion.last-chance",
        "last+chance last+day last+hour last+call last+offer last+sale final ends+% ends+off ends+sale end+sale end+offer ends+tonight ends+today ends+tomorrow expire remind+% remind+sale remind+off remind+offer remind+code hours+left over+sale letzte endet dernier fin+% fin+solde último termina !vote !poll !survey !regist !apply !petition",
    ),
    (
        "promotion.price-drop",
        "drop lower cut+price reduc cheaper gesenkt günstiger baisse baja !increas !rais",
    ),
    (
        "announcement.launch",
        "new launch introduc releas available now present meet out neu nouve nuev lanz !stop !retir !bug !recall",
    ),
    (
        "announcement.opening",
        "open opens opening move moving relocat reopen eröff öffn umzug ouvr déménag abre abri !closes !closed !closing",
    ),
    (
        "announcement.milestone",
        "year anniversary million members reach milestone celebrat hit turns jahre jubiläum ans anniversaire años aniversario !price !prices !gold !status",
    ),
    (
        "announcement.partnership",
        "partner team joined joint collab together integration gemeinsam partenaria alianza",
    ),
    (
        "announcement.policy",
        "policy term privacy chang rules legal increas rise raise prices+up price+up prices+new fee minimum -> änder agb conditions cambi",
    ),
    (
        "announcement.hours",
        "close closed closing clos open opens hours holiday vacation break off shut block road water+off water+turned parking elevator lift construction entrance due unavailable geschlossen öffnung ferien urlaub strom wasser ferm horaire vacances cerrad horario vacaciones cancel !hiring",
    ),
    (
        "announcement.hiring",
        "hiring hire job jobs vacanc position apply applicat recruit looking+for search+for wanted intern career work+with urgently stelle gesucht suchen aushilfe recrut poste buscamos busca !volunteer !help !donat !thank",
    ),
    (
        "product_update.feature",
        "feature app version update release integrat dashboard export api mode widget calendar editor can+now fix improv new+month whats funktion fonction función mise versión changelog !bug !recall",
    ),
    (
        "product_update.maintenance",
        "maintenance downtime outage upgrad server unavailable offline wartung mantenimiento",
    ),
    (
        "product_update.incident",
        "incident outage down sorry problem fail bug recall defect fault apolog error störung ausfall panne incidencia fallo",
    ),
    (
        "product_update.beta",
        "beta test early access prob essai prueba",
    ),
    (
        "event.invite",
        "invit join webinar workshop event evening open+house open+day open+evening open+mic party class course talk meet meetup tasting concert fair fest brunch dinner breakfast quiz drive run play show night tour market choir sing walk camp einlad tag lesung kurs atelier soirée cata+vino taller concierto sommerfest straßenfest hoffest flohmarkt fête fiesta !need !needs !postpon !cancel !moved !signed !no+class !lessons !hours !every !seat+confirmed !your+booked !your+tickets !remember",
    ),
    (
        "event.reminder",
        "remind tomorrow today tonight starts hour doors soon heads erinner morgen rappel demain record mañana !hiring !closed !off !fine !fee !due !pay",
    ),
    (
        "event.appointment",
        "appointment booked booking visit reserved slot inspection termin rendez-vous cita",
    ),
    (
        "event.recap",
        "recap thank+com thank+cam thank+attend thanks+com thanks+visit thank+visit thx+com recording slides photos+event photos+last rückblick danke merci gracias thanks+join thank+join conference",
    ),
    (
        "event.save-date",
        "save+date save-the-date keep+free keep+date mark+calendar vormerk termin réserv reserv",
    ),
    (
        "abandoned_cart.reminder",
        "cart basket checkout left+something left+behind warenkorb panier carrito",
    ),
    (
        "abandoned_cart.offer",
        "cart basket checkout left+something left+behind warenkorb panier carrito",
    ),
    (
        "abandoned_cart.back-in-stock",
        "back+stock restock again+available wieder retour vuelta back+in !out !sold",
    ),
    (
        "order_update.confirmation",
        "order bought purchase bestell command pedido compra !minimum",
    ),
    (
        "order_update.shipped",
        "ship sent way dispatch parcel package track versand unterwegs liefer expédi envoy enviad camino !minimum !free",
    ),
    (
        "order_update.delivered",
        "deliver arriv pickup zugestellt angekommen livré entregad !free !could+not !couldn't !nobody !missed",
    ),
    (
        "order_update.delayed",
        "delay+order delay+deliver delay+parcel delay+ship late+order late+deliver late+parcel late+ship longer+order longer+deliver longer+ship stuck customs postpone+deliver verspät verzög retard retras",
    ),
    (
        "order_update.refund",
        "refund return money erstatt rembours reembols devol !recall !bring !concert !ticket !tickets !event !polic",
    ),
    (
        "billing.receipt",
        "receipt+order receipt+total receipt+paid receipt+payment your+receipt payment+received paid charged zahlung quittung paiement reçu pago recibo",
    ),
    (
        "billing.invoice",
        "invoice bill+due bill+pay rechnung facture factura !split !overdue",
    ),
    (
        "billing.failed",
        "fail declin expired charge fehlgeschlagen abgelehnt échou refus rechaz",
    ),
    ("billing.renewal", "renew verlänger renouvel renov !prices"),
    (
        "billing.cancelled",
        "subscription+cancel membership+cancel plan+cancel account+cancel contract+cancel cancellation you+cancel they+cancel go+sorry gekündigt kündigung résili annul baja cancelled !concert !event !ticket !show membership+ended subscription+ended",
    ),
    ("account.verify", "confirm verif code opt bestätig"),
    (
        "account.reset",
        "reset forgot pw vergessen oubli olvid réinit restab !we+have+reset !warenkorb",
    ),
    (
        "account.alert",
        "password login logins sign-in security locked device passwort anmeldung connexion sesión !same",
    ),
    (
        "account.invite",
        "invit+team invit+workspace invit+account invit+project invit+join added einlad invit+équipe invit+equipo",
    ),
    (
        "feedback.interview",
        "interview talk phone chat conversation research min gespräch entretien entrevista",
    ),
    (
        "feedback.review",
        "review stars rating opinion feedback bewert avis reseñ opini",
    ),
    (
        "feedback.survey",
        "survey question poll feedback opinion nps ask tell answer think rate rating score wish idea minute form umfrage frage meinung sondage enquête question encuesta pregunta opini !nominat !award",
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
        "referral.invite",
        "friend refer recommend word bring freund ami amig empfehl recommand recomien share",
    ),
    (
        "referral.reward",
        "friend refer recommend earned freund ami amig",
    ),
    ("seasonal.black-friday", "black cyber"),
    (
        "seasonal.gift-guide",
        "gift present geschenk cadeau regalo idea",
    ),
    (
        "seasonal.greeting",
        "happy merry wish season greeting holidays new+year frohe weihnacht bonne+année joyeu noël feliz felices navidad",
    ),
    (
        "seasonal.sale",
        "season spring summer autumn fall winter easter christmas xmas valentin halloween mother father school new+year holiday holidays frühling frühjahr sommer herbst ostern weihnacht été hiver printemps automne noël solde verano invierno primavera otoño navidad rebaja",
    ),
    (
        "seasonal.birthday",
        "birthday bday geburtstag anniversaire cumpleaños !gold !status !turns !celebrat !anniversary",
    ),
    (
        "other.help",
        "help volunteer donat need needs needed wanted support collect host bring lend homes helfer spende gesucht bénévol don voluntari donac !hiring !merci+tous !danke+alle !gracias+todos",
    ),
    ("other.thanks", "thank thanks thx danke dank merci gracias"),
    (
        "other.correction",
        "mistake wrong typo correct erratum errata oops ignore accident falsch korrektur erreur faus correcci mal equivoc",
    ),
];

/// Words that say for themselves what a mail is about.
const SURE: [(&str, &str); 1] = [(
    "product_update.incident",
    "recall recalling defect+product faulty rückruf rückrufaktion",
)];

/// Words that tell it where the classifier is not sure.
const LIKELY: [(&str, &str); 7] = [
    (
        "event.invite",
        "event events webinar workshop quiz veranstaltung evento événement sommerfest straßenfest hoffest dorffest flohmarkt vernissage konzert lesung ateliers atelier kermesse vide-grenier taller talleres concierto fiesta",
    ),
    (
        "announcement.hours",
        "geschlossen geöffnet öffnungszeiten betriebsferien fermé fermée fermeture horaires ferme+travaux cerrad cerramos horario closed shut",
    ),
    (
        "announcement.opening",
        "umzug umgezogen ziehen+um eröffn neueröffnung déménag ouvrons ouverture réouverture mudamos abrimos inaugur",
    ),
    (
        "other.help",
        "looking+volunteers need+volunteers wanted+volunteers vorlesepaten ehrenamtlich freiwillige helfer bénévoles voluntari tenors sopranos",
    ),
    ("announcement.launch", "introducing introduce launching"),
    (
        "feedback.survey",
        "nps survey umfrage sondage encuesta enquête",
    ),
    (
        "announcement.hiring",
        "hiring salary+apply stelle+gehalt poste+contrat puesto+salario stellenangebot aushilfe recrutons recrute contratamos",
    ),
];

/// Beginnings of words that leave nothing to be said by us.
const GRAVE: &str = "passed+away died funeral condolence obituary verstorben gestorben trauer décédé obsèques falleció fallecimiento";

/// Whether somebody has died.
pub fn is_grave(prompt: &str) -> bool {
    first_with(&[("", GRAVE)], prompt).is_some()
}

fn first_with(table: &[(&'static str, &str)], prompt: &str) -> Option<&'static str> {
    let words: Vec<&str> = words(prompt).collect();
    let has = |cue: &str| words.iter().any(|word| word.starts_with(cue));
    let found = table
        .iter()
        .find(|(_, cues)| cues.split(' ').any(|cue| cue.split('+').all(has)));
    found.map(|(intent, _)| *intent)
}

/// What a prompt, in small letters, is about without a doubt.
pub fn sure(prompt: &str) -> Option<&'static str> {
    first_with(&SURE, prompt)
}

/// What it is about if nothing else is known.
pub fn likely(prompt: &str) -> Option<&'static str> {
    first_with(&LIKELY, prompt).filter(|intent| is_licensed(intent, prompt))
}

fn words(prompt: &str) -> impl Iterator<Item = &str> {
    prompt.split(|c: char| !(c.is_alphanumeric() || "'-".contains(c)))
}

/// Whether a prompt, in small letters, allows what the phrases of an intent say.
pub fn is_licensed(intent: &str, prompt: &str) -> bool {
    let Some((_, cues)) = CUES.iter().find(|(name, _)| *name == intent) else {
        return true;
    };
    // `Beginners welcome` welcomes nobody who has joined.
    let prompt = &prompt.replace(" welcome,", ",").replace(" welcome.", ".");
    let prompt = prompt.trim_end().strip_suffix(" welcome").unwrap_or(prompt);
    let begins = |cue: &str| {
        prompt.contains(cue) && (cue.len() == 1 || words(prompt).any(|word| word.starts_with(cue)))
    };
    let (denied, wanted): (Vec<&str>, Vec<&str>) =
        cues.split(' ').partition(|cue| cue.starts_with('!'));
    let all =
        |cue: &str| cue.len() == 1 && begins(cue) || cue.len() > 1 && cue.split('+').all(begins);
    wanted.into_iter().any(all) && !denied.iter().any(|cue| all(&cue[1..]))
}

#[cfg(test)]
mod tests {
    use super::super::INTENTS;
    use super::*;

    #[test]
    fn every_licence_is_one_of_an_intent() {
        for (intent, _) in CUES.iter().chain(&SURE).chain(&LIKELY) {
            assert!(INTENTS.contains(intent), "{intent}");
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
        assert!(is_licensed("reengagement.confirm", "anything"));
        assert!(!is_licensed(
            "welcome.letter",
            "tea at 7pm, beginners welcome"
        ));
        let dearer = "minimum order rises because of shipping costs";
        assert!(!is_licensed("promotion.free-shipping", dearer));
        assert!(is_licensed(
            "promotion.free-shipping",
            "free shipping all week"
        ));
    }
}
