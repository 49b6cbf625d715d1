//! Prompts in German, French and Spanish: what is asked for there stays with the writer too, days and short words cut no
//! sentence, and no mail speaks to its readers in two forms.

use postrider_content::designer::design;

use super::sketches::{brief_of, shown};

fn text(prompt: &str) -> String {
    let sketch = design(&brief_of(prompt)).sketch;
    let mut lines = shown(&sketch);
    lines.push(sketch.subject.clone());
    lines.push(sketch.preview_text.clone());
    lines.join("\n")
}

/// A prompt, what the mail says, and what it does not say.
type Said = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

fn complaints(prompts: &[Said]) -> Vec<String> {
    let mut found = Vec::new();
    for (prompt, says, says_not) in prompts {
        let text = text(prompt);
        let missing = says.iter().filter(|said| !text.contains(**said));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let there = says_not.iter().filter(|said| text.contains(**said));
        found.extend(there.map(|said| format!("says {said} <- {prompt}: {text}")));
    }
    found
}

const GERMAN: [Said; 18] = [
    (
        "Weise auf die neuen Öffnungszeiten hin. Ab dem 1. 9. haben wir länger auf.",
        &[
            "ie neuen Öffnungszeiten",
            "Ab dem 1. 9. haben wir länger auf",
        ],
        &["Weise", "Öffnungszeiten hin", "1. 9.\n"],
    ),
    (
        "Bedanke dich bei unseren Helfern für ihre Hilfe beim Umbau.",
        &["Vielen Dank für Ihre Hilfe beim Umbau"],
        &["Bedanke", "Helfern"],
    ),
    (
        "Der Umbau ist fertig. Schick uns eine Mail, wenn ihr Fragen habt.",
        &["Schick uns eine Mail, wenn ihr Fragen habt"],
        &[],
    ),
    (
        "Könnt ihr helfen? Wir ziehen um. Erwähne auch unseren neuen Laden im Hof.",
        &["Wir ziehen um", "Unser neuer Laden im Hof"],
        &["Erwähne", "unseren neuen"],
    ),
    (
        "Schreib bitte eine Mail an unsere Mitglieder, dass die Turnhalle vom 3. bis 14. August wegen Renovierung geschlossen ist. Halte es kurz und freundlich.",
        &["Die Turnhalle ist vom 3. bis 14. August wegen Renovierung geschlossen"],
        &["Mitglieder", "dass", "Halte", "freundlich."],
    ),
    (
        "Wir brauchen einen Newsletter, der unseren Herbstmarkt am 3. Oktober ab 11 Uhr ankündigt. Es gibt Kürbissuppe und Live-Musik. Ton: locker.",
        &["Herbstmarkt", "3. Oktober ab 11 Uhr", "Es gibt Kürbissuppe"],
        &["brauchen", "ankündigt", "locker", "unseren Herbstmarkt"],
    ),
    (
        "Kannst du bitte unseren Eltern schreiben, dass am 24. Mai das Sommerfest stattfindet? Bitte weise darauf hin, dass jede Familie einen Kuchen mitbringt.",
        &[
            "Am 24. Mai findet das Sommerfest statt",
            "Jede Familie bringt einen Kuchen mit.",
        ],
        &["Kannst", "Eltern", "darauf hin"],
    ),
    (
        "Erinnere unsere Kursteilnehmer daran, ihre Sportschuhe mitzubringen. Der Kurs beginnt am 5. Mai um 18 Uhr.",
        &[
            "Bitte daran denken, Ihre Sportschuhe mitzubringen",
            "5. Mai um 18 Uhr",
        ],
        &["Erinnere", "Kursteilnehmer"],
    ),
    (
        "Bitte eine Rundmail an alle Mitglieder: Die Jahreshauptversammlung findet am 12. März um 19:30 Uhr im Vereinsheim statt. Anträge bitte bis zum 1. März einreichen.",
        &[
            "Die Jahreshauptversammlung findet am 12. März um 19:30 Uhr im Vereinsheim statt",
            "bis zum 1. März einreichen",
        ],
        &["Rundmail", "alle Mitglieder"],
    ),
    (
        "Betreff: Neue Kurse ab Mai. Zielgruppe: Stammkunden. Ab dem 2. Mai bieten wir Töpferkurse an, z. B. Schalen und Becher.",
        &[
            "Neue Kurse ab Mai",
            "Ab dem 2. Mai bieten wir Töpferkurse an, z. B. Schalen und Becher",
        ],
        &["Betreff", "Zielgruppe", "Stammkunden"],
    ),
    (
        "Lade alle Nachbarn zum Straßenfest am 21. Juni ab 15 Uhr ein. Bringt eure Kinder mit!",
        &[
            "Straßenfest",
            "21. Juni ab 15 Uhr",
            "Bringt eure Kinder mit!",
        ],
        &["Lade", "Nachbarn", "Uhr ein"],
    ),
    (
        "Informiere unsere Spender darüber, dass wir dank ihrer Hilfe 4.200 Euro für das neue Dach gesammelt haben. Ton herzlich, aber nicht zu förmlich.",
        &["Wir haben dank Ihrer Hilfe 4.200 Euro für das neue Dach gesammelt"],
        &["Informiere", "Ton", "förmlich", "Mit freundlichen"],
    ),
    (
        "Ich hätte gern eine kurze Nachricht an unsere Ehrenamtlichen, in der wir uns für ihre Hilfe beim Flohmarkt bedanken. Marke: Kinderhilfe Süd",
        &["Vielen Dank für Ihre Hilfe beim Flohmarkt"],
        &[
            "hätte gern",
            "Ehrenamtlichen",
            "bedanken",
            "Marke",
            "Einladung",
        ],
    ),
    (
        "Könntest du eine Einladung zur Vernissage am 9. November um 19 Uhr schreiben? Eintritt frei, ca. 40 Plätze.",
        &["Vernissage", "9. November um 19 Uhr", "ca. 40 Plätze"],
        &["Könntest", "schreiben"],
    ),
    (
        "Sag unseren Helfern, dass sie am Samstag ihre Handschuhe mitbringen. Wir freuen uns auf euch!",
        &["Ihr bringt am Samstag eure Handschuhe mit"],
        &["Sag ", "Sie "],
    ),
    (
        "Schreib den Eltern, dass die Anmeldung zum Ferienlager ab dem 4. Mai offen ist.",
        &["dass die Anmeldung zum Ferienlager ab dem 4. Mai offen ist"],
        &["Schreib", "Eltern"],
    ),
    (
        "Ton und Glasur gibt es ab 1. und 2. Juni im Laden, Mo. bis Fr. ab 9 Uhr. Schreib uns eine Nachricht!",
        &[
            "Ton und Glasur gibt es ab 1. und 2. Juni im Laden",
            "Schreib uns eine Nachricht!",
        ],
        &[],
    ),
    (
        "Haltet am 3. Mai eure Karten bereit. Kurz vor 18 Uhr öffnen wir.",
        &[
            "Haltet am 3. Mai eure Karten bereit",
            "Kurz vor 18 Uhr öffnen wir",
        ],
        &[],
    ),
];

const FRENCH: [Said; 13] = [
    (
        "Écris un petit mot à nos bénévoles pour les remercier de leur aide. Ton dynamique.",
        &["Merci de votre aide"],
        &["Écris", "bénévoles", "leur", "dynamique"],
    ),
    (
        "Rédige un mail pour prévenir nos clients que la boulangerie sera fermée du 1er au 15 août. Ton chaleureux.",
        &["La boulangerie sera fermée du 1er au 15 août"],
        &["prévenir", "clients", "chaleureux"],
    ),
    (
        "Peux-tu écrire un message à nos adhérents pour leur rappeler d'apporter leur certificat médical avant le 30 septembre ?",
        &["Merci d'apporter votre certificat médical avant le 30 septembre"],
        &["Peux-tu", "adhérents", "leur", "?"],
    ),
    (
        "Dis-leur que M. le maire sera présent et que l'entrée est gratuite, n° 5 rue du Port.",
        &[
            "M. le maire sera présent",
            "L'entrée est gratuite, n° 5 rue du Port",
        ],
        &["Dis-leur", "et que"],
    ),
    (
        "Il nous faut une newsletter qui annonce la réouverture du magasin le samedi 4 mai à 10 h. Bouton : Voir le plan",
        &[
            "a réouverture du magasin",
            "amedi 4 mai à 10 h",
            "Voir le plan",
        ],
        &["Il nous faut", "annonce", "Bouton"],
    ),
    (
        "Objet : Portes ouvertes. Cible : parents d'élèves. L'école ouvre ses portes le samedi 16 mars de 9 h à 12 h. Les enfants présentent leur spectacle à 11 h.",
        &["Portes ouvertes", "leur spectacle"],
        &["Objet", "Cible", "élèves", "votre spectacle"],
    ),
    (
        "J'ai besoin d'un mail pour remercier nos donateurs pour leur générosité : 3 200 € ont été collectés.",
        &["Merci pour votre générosité", "3 200 €"],
        &["besoin", "donateurs", "leur"],
    ),
    (
        "Rappelle-leur de réserver leur place avant vendredi. Le concert a lieu le 22 juin à 18 h dans l'église.",
        &["Merci de réserver votre place avant vendredi"],
        &["Rappelle", "leur place"],
    ),
    (
        "Écris à nos clients qu'ils peuvent retirer leurs commandes dès lundi. Mme Petit les accueille de 9 h à 18 h.",
        &["Vous pouvez retirer vos commandes dès lundi"],
        &["Écris", "ils peuvent", "leurs"],
    ),
    (
        "Préviens les parents que la sortie du 12 juin est annulée à cause de la pluie. Reste sobre.",
        &["La sortie du 12 juin est annulée à cause de la pluie"],
        &["Préviens", "parents", "sobre"],
    ),
    (
        "Reste 5 places pour l'atelier du 12 juin à 10 €. Ton abonnement expire le 3 mai.",
        &["Reste 5 places", "Ton abonnement expire le 3 mai"],
        &[],
    ),
    (
        "Invite nos bénévoles au repas de fin d'année le vendredi 13 décembre à 19 h 30. Tutoie-les.",
        &["epas de fin d'année", "endredi 13 décembre"],
        &["bénévoles", "Tutoie", "Vous", "vous", "vos "],
    ),
    (
        "Marque : Atelier Bois\nTon : simple\nNouveau cours de tournage sur bois les mardis à 18 h 30, 45 € la séance, 6 places.",
        &["Nouveau cours de tournage sur bois les mardis à 18 h 30"],
        &["Marque", "simple", "Atelier Bois"],
    ),
];

const SPANISH: [Said; 14] = [
    (
        "Informe a nuestros clientes que la tienda cierra por vacaciones del 5 al 20 de agosto y que los pedidos salen a partir del 21",
        &[
            "La tienda cierra por vacaciones del 5 al 20 de agosto",
            "Los pedidos salen a partir del 21.",
        ],
        &["Informe", "nuestros clientes"],
    ),
    (
        "Quiero un email de agradecimiento para los donantes por su apoyo.",
        &["Gracias por tu apoyo"],
        &["Quiero", "donantes", "agradecimiento"],
    ),
    (
        "Escribe un correo para avisar a nuestros clientes de que la tienda cierra del 5 al 12 de agosto por vacaciones. Tono cercano.",
        &["La tienda cierra del 5 al 12 de agosto por vacaciones"],
        &["avisar", "clientes", "cercano"],
    ),
    (
        "Necesito un email para recordar a los socios que la cuota vence el 31 de enero. Que sea breve.",
        &["La cuota vence el 31 de enero"],
        &["Necesito", "socios", "breve."],
    ),
    (
        "Diles que traigan su esterilla y que la clase empieza a las 19:00.",
        &["Trae tu esterilla", "La clase empieza a las 19:00"],
        &["Diles", "traigan", "y que"],
    ),
    (
        "Recuérdales a los padres que la excursión es el viernes 8 de mayo. Los niños llevan su propia comida.",
        &["a excursión es el viernes 8 de mayo", "su propia comida"],
        &["Recuérdales", "padres", "tu propia"],
    ),
    (
        "¿Puedes escribir un mensaje a los voluntarios para agradecerles su ayuda en el comedor? Servimos 340 comidas.",
        &["Gracias por tu ayuda en el comedor", "Servimos 340 comidas"],
        &["¿Puedes escribir", "voluntarios", "Necesitamos"],
    ),
    (
        "Asunto: Nuevo horario. Público: socios. Desde el 2 de junio abrimos a las 8:00. Botón: Ver horarios",
        &[
            "Nuevo horario",
            "Desde el 2 de junio abrimos a las 8:00",
            "Ver horarios",
        ],
        &["Asunto", "Público", "Botón"],
    ),
    (
        "Estimados clientes: su pedido estará listo el lunes. Pueden recogerlo con la Sra. Ruiz, pág. 5 del folleto.",
        &["con la Sra. Ruiz, pág. 5 del folleto"],
        &["tu ", "Tu ", "avísanos"],
    ),
    (
        "Invita a los vecinos a la fiesta del barrio el sábado 20 de junio a las 21:00 en la plaza. Venid con ganas de bailar y traed vuestras sillas.",
        &["fiesta del barrio", "traed vuestras sillas"],
        &["Invita ", "vecinos", "Estás", " te ", "Te "],
    ),
    (
        "Marca: Flor y Nata. Tono: alegre. Este fin de semana, 2x1 en todos los helados.",
        &["2x1 en todos los helados"],
        &["Marca", "Flor y Nata", "alegre"],
    ),
    (
        "Quiero informar a nuestros clientes de que abrimos una nueva tienda en la calle Luna 4 el 3 de marzo. El club celebra su aniversario ese día.",
        &[
            "Abrimos una nueva tienda en la calle Luna 4",
            "El club celebra su aniversario ese día",
        ],
        &["informar", "nuestros clientes", "tu aniversario"],
    ),
    (
        "Redacta un boletín que anuncie el taller de cerámica del 14 de marzo, 25 € por persona.",
        &["taller de cerámica", "14 de marzo", "25 € por persona"],
        &["Redacta", "anuncie"],
    ),
    (
        "Recuerda que cerramos el lunes. Para los nuevos socios la cuota es de 20 €.",
        &["cerramos el lunes", "la cuota es de 20 €"],
        &[],
    ),
];

#[test]
fn what_is_asked_for_abroad_is_said_to_readers_as_somebody_would_say_it() {
    let found: Vec<String> = [&GERMAN[..], &FRENCH[..], &SPANISH[..]]
        .into_iter()
        .flat_map(complaints)
        .collect();
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// A prompt in which readers are spoken to in one form, and words of the other.
const FORMS: [(&str, &str); 6] = [
    (
        "Ta commande a été expédiée, elle arrive dans 48 heures. Merci à toi !",
        "vous votre vos",
    ),
    (
        "Tu as oublié ton panier, il t'attend encore.",
        "vous votre vos",
    ),
    (
        "Tu es invité à notre soirée jeux le 7 juin à 20 h, avec tes amis.",
        "vous votre vos",
    ),
    (
        "Su pedido ha sido enviado, llega en 48 horas.",
        "tu tus te ti",
    ),
    (
        "Bienvenidos al club. Os esperamos el lunes, traed vuestra toalla.",
        "tu tus te ti",
    ),
    (
        "Willkommen im Verein! Deine Karte liegt bereit.",
        "sie ihnen",
    ),
];

#[test]
fn no_mail_speaks_to_its_readers_in_two_forms() {
    let mut found = Vec::new();
    for (prompt, other) in FORMS {
        let text = text(prompt).to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphabetic());
        if let Some(said) = words.find(|word| other.split(' ').any(|other| other == *word)) {
            found.push(format!("says {said} <- {prompt}: {text}"));
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn a_request_for_a_language_is_no_text_and_decides_what_we_say() {
    for (prompt, lang, first, asked) in [
        (
            "Please write this in French: Chers clients, la boutique ferme le 24 décembre à 16 h.",
            "fr",
            "La boutique ferme le 24 décembre à 16 h",
            "Please write this in French",
        ),
        (
            "Write a newsletter in German: Sommerfest im Stadtpark, 12. Juli ab 15 Uhr.",
            "de",
            "Sommerfest im Stadtpark",
            "Write a newsletter in German",
        ),
        (
            "Auf Englisch bitte: Our shop is closed on Monday.",
            "en",
            "Our shop is closed on Monday",
            "Auf Englisch bitte",
        ),
        (
            "Nous fermons lundi pour travaux. Write it in French please.",
            "fr",
            "Nous fermons lundi pour travaux",
            "Write it in French please",
        ),
        (
            "We teach in German on Mondays at 6pm.",
            "en",
            "We teach in German on Mondays at 6pm",
            "",
        ),
    ] {
        let designed = design(&brief_of(prompt));
        assert_eq!(designed.lang, lang, "{prompt}");
        let text = text(prompt);
        assert!(text.contains(first), "{prompt}: {text}");
        assert!(
            asked.is_empty() || !text.contains(asked),
            "{prompt}: {text}"
        );
        assert!(designed.message.contains(asked), "{}", designed.message);
    }
}
