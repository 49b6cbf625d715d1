//! The pages' words. `{brand}` is whose mails they are about.

use super::Language;

pub(super) struct Words {
    /// Stands for a brand that is gone.
    pub sender: &'static str,
    pub ask: &'static str,
    pub ask_lead: &'static str,
    pub unsubscribe: &'static str,
    pub out: &'static str,
    pub out_lead: &'static str,
    pub mistake: &'static str,
    pub resubscribe: &'static str,
    pub back: &'static str,
    pub back_lead: &'static str,
    pub missing: &'static str,
    pub missing_lead: &'static str,
    pub failed: &'static str,
    pub failed_lead: &'static str,
    /// On every page that a test leads to.
    pub test: &'static str,
}

pub(super) fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::French => &FRENCH,
        Language::Spanish => &SPANISH,
        Language::Italian => &ITALIAN,
        Language::Dutch => &DUTCH,
        Language::Portuguese => &PORTUGUESE,
        Language::Polish => &POLISH,
        Language::Swedish => &SWEDISH,
        Language::Japanese => &JAPANESE,
    }
}

const ENGLISH: Words = Words {
    sender: "this sender",
    ask: "Unsubscribe from {brand}?",
    ask_lead: "You will no longer receive marketing emails. Messages about your orders or your account may still reach you.",
    unsubscribe: "Unsubscribe",
    out: "You are unsubscribed",
    out_lead: "You will receive no more marketing emails from {brand}.",
    mistake: "Clicked by mistake?",
    resubscribe: "Subscribe again",
    back: "Welcome back",
    back_lead: "You are subscribed to emails from {brand} again.",
    missing: "This link does not work",
    missing_lead: "It may have been cut off on its way to you. Please open it from the email again.",
    failed: "That did not work",
    failed_lead: "Nothing has been changed. Please try again in a moment.",
    test: "This page belongs to a test mail: nothing is changed here.",
};

const GERMAN: Words = Words {
    sender: "diesem Absender",
    ask: "Von {brand} abmelden?",
    ask_lead: "Sie erhalten dann keine Werbe-E-Mails mehr. Nachrichten zu Ihren Bestellungen oder Ihrem Konto können Sie weiterhin erreichen.",
    unsubscribe: "Abmelden",
    out: "Sie sind abgemeldet",
    out_lead: "Sie erhalten keine Werbe-E-Mails mehr von {brand}.",
    mistake: "Versehentlich geklickt?",
    resubscribe: "Wieder anmelden",
    back: "Willkommen zurück",
    back_lead: "Sie erhalten wieder E-Mails von {brand}.",
    missing: "Dieser Link funktioniert nicht",
    missing_lead: "Vielleicht wurde er unterwegs abgeschnitten. Bitte öffnen Sie ihn noch einmal aus der E-Mail.",
    failed: "Das hat nicht geklappt",
    failed_lead: "Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.",
    test: "Diese Seite gehört zu einer Testmail: Hier wird nichts geändert.",
};

const FRENCH: Words = Words {
    sender: "cet expéditeur",
    ask: "Se désabonner de {brand} ?",
    ask_lead: "Vous ne recevrez plus d’e-mails promotionnels. Les messages concernant vos commandes ou votre compte pourront toujours vous parvenir.",
    unsubscribe: "Se désabonner",
    out: "Vous êtes désabonné(e)",
    out_lead: "Vous ne recevrez plus d’e-mails promotionnels de {brand}.",
    mistake: "Une erreur ?",
    resubscribe: "Se réabonner",
    back: "Heureux de vous revoir",
    back_lead: "Vous recevrez à nouveau les e-mails de {brand}.",
    missing: "Ce lien ne fonctionne pas",
    missing_lead: "Il a peut-être été coupé en chemin. Veuillez l’ouvrir à nouveau depuis l’e-mail.",
    failed: "Cela n’a pas fonctionné",
    failed_lead: "Rien n’a été modifié. Veuillez réessayer dans un instant.",
    test: "Cette page appartient à un e-mail de test : rien n’est modifié ici.",
};

const SPANISH: Words = Words {
    sender: "este remitente",
    ask: "¿Darse de baja de {brand}?",
    ask_lead: "Dejará de recibir correos promocionales. Los mensajes sobre sus pedidos o su cuenta podrán seguir llegándole.",
    unsubscribe: "Darse de baja",
    out: "Se ha dado de baja",
    out_lead: "No recibirá más correos promocionales de {brand}.",
    mistake: "¿Ha sido un error?",
    resubscribe: "Volver a suscribirse",
    back: "Nos alegra verle de nuevo",
    back_lead: "Volverá a recibir los correos de {brand}.",
    missing: "Este enlace no funciona",
    missing_lead: "Puede que se haya cortado por el camino. Ábralo de nuevo desde el correo.",
    failed: "No ha funcionado",
    failed_lead: "No se ha cambiado nada. Inténtelo de nuevo dentro de un momento.",
    test: "Esta página pertenece a un correo de prueba: aquí no se cambia nada.",
};

const ITALIAN: Words = Words {
    sender: "questo mittente",
    ask: "Annullare l’iscrizione a {brand}?",
    ask_lead: "Non riceverà più email promozionali. I messaggi sui suoi ordini o sul suo account potranno ancora arrivarle.",
    unsubscribe: "Annulla l’iscrizione",
    out: "Iscrizione annullata",
    out_lead: "Non riceverà più email promozionali da {brand}.",
    mistake: "È stato un errore?",
    resubscribe: "Iscriviti di nuovo",
    back: "Bentornato",
    back_lead: "Riceverà di nuovo le email di {brand}.",
    missing: "Questo link non funziona",
    missing_lead: "Forse è stato troncato lungo il percorso. Lo apra di nuovo dall’email.",
    failed: "Non ha funzionato",
    failed_lead: "Non è cambiato nulla. Riprovi tra un momento.",
    test: "Questa pagina appartiene a un’email di prova: qui non cambia nulla.",
};

const DUTCH: Words = Words {
    sender: "deze afzender",
    ask: "Afmelden bij {brand}?",
    ask_lead: "U ontvangt dan geen reclamemails meer. Berichten over uw bestellingen of uw account kunt u nog wel krijgen.",
    unsubscribe: "Afmelden",
    out: "U bent afgemeld",
    out_lead: "U ontvangt geen reclamemails meer van {brand}.",
    mistake: "Per ongeluk geklikt?",
    resubscribe: "Weer aanmelden",
    back: "Welkom terug",
    back_lead: "U ontvangt weer e-mails van {brand}.",
    missing: "Deze link werkt niet",
    missing_lead: "Misschien is hij onderweg afgebroken. Open hem opnieuw vanuit de e-mail.",
    failed: "Dat is niet gelukt",
    failed_lead: "Er is niets veranderd. Probeer het zo meteen opnieuw.",
    test: "Deze pagina hoort bij een testmail: hier verandert niets.",
};

const PORTUGUESE: Words = Words {
    sender: "este remetente",
    ask: "Cancelar a inscrição em {brand}?",
    ask_lead: "Deixará de receber e-mails promocionais. As mensagens sobre as suas encomendas ou a sua conta poderão continuar a chegar.",
    unsubscribe: "Cancelar inscrição",
    out: "Inscrição cancelada",
    out_lead: "Não receberá mais e-mails promocionais de {brand}.",
    mistake: "Foi um engano?",
    resubscribe: "Inscrever-se de novo",
    back: "Que bom ter você de volta",
    back_lead: "Voltará a receber os e-mails de {brand}.",
    missing: "Este link não funciona",
    missing_lead: "Talvez tenha sido cortado pelo caminho. Abra-o novamente a partir do e-mail.",
    failed: "Não funcionou",
    failed_lead: "Nada foi alterado. Tente novamente daqui a pouco.",
    test: "Esta página pertence a um e-mail de teste: nada é alterado aqui.",
};

const POLISH: Words = Words {
    sender: "ten nadawca",
    ask: "Wypisać się z listy {brand}?",
    ask_lead: "Nie będziemy już wysyłać wiadomości reklamowych. Wiadomości o zamówieniach lub koncie mogą nadal przychodzić.",
    unsubscribe: "Wypisz mnie",
    out: "Subskrypcja anulowana",
    out_lead: "Koniec z wiadomościami reklamowymi od {brand}.",
    mistake: "To pomyłka?",
    resubscribe: "Zapisz mnie ponownie",
    back: "Witamy ponownie",
    back_lead: "Wiadomości od {brand} będą znów przychodzić.",
    missing: "Ten link nie działa",
    missing_lead: "Być może został po drodze ucięty. Prosimy otworzyć go jeszcze raz z wiadomości.",
    failed: "Nie udało się",
    failed_lead: "Nic się nie zmieniło. Prosimy spróbować ponownie za chwilę.",
    test: "Ta strona należy do wiadomości testowej: nic się tu nie zmienia.",
};

const SWEDISH: Words = Words {
    sender: "den här avsändaren",
    ask: "Avsluta prenumerationen på {brand}?",
    ask_lead: "Du får inte längre några reklammejl. Meddelanden om dina beställningar eller ditt konto kan fortfarande komma.",
    unsubscribe: "Avsluta prenumerationen",
    out: "Prenumerationen är avslutad",
    out_lead: "Du får inga fler reklammejl från {brand}.",
    mistake: "Klickade du fel?",
    resubscribe: "Prenumerera igen",
    back: "Välkommen tillbaka",
    back_lead: "Du får mejl från {brand} igen.",
    missing: "Länken fungerar inte",
    missing_lead: "Den kan ha klippts av på vägen. Öppna den igen från mejlet.",
    failed: "Det gick inte",
    failed_lead: "Inget har ändrats. Försök igen om en liten stund.",
    test: "Den här sidan hör till ett testmejl: inget ändras här.",
};

const JAPANESE: Words = Words {
    sender: "この送信者",
    ask: "{brand} の配信を停止しますか？",
    ask_lead: "今後、お知らせメールは届かなくなります。ご注文やアカウントに関するメールは引き続き届く場合があります。",
    unsubscribe: "配信を停止する",
    out: "配信を停止しました",
    out_lead: "{brand} からのお知らせメールは今後届きません。",
    mistake: "間違えて押しましたか？",
    resubscribe: "もう一度登録する",
    back: "おかえりなさい",
    back_lead: "{brand} からのメールが再び届くようになりました。",
    missing: "このリンクは使えません",
    missing_lead: "途中で切れてしまった可能性があります。メールからもう一度開いてください。",
    failed: "処理できませんでした",
    failed_lead: "何も変更されていません。しばらくしてからもう一度お試しください。",
    test: "これはテストメールのページです。何も変更されません。",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_own_words() {
        let mut asked: Vec<_> = Language::ALL.iter().map(|one| of(*one).ask_lead).collect();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked.len(), Language::ALL.len());
        let mut tested: Vec<_> = Language::ALL.iter().map(|one| of(*one).test).collect();
        tested.sort_unstable();
        tested.dedup();
        assert_eq!(tested.len(), Language::ALL.len());
        for language in Language::ALL {
            let words = of(*language);
            for text in [words.ask, words.out_lead, words.back_lead] {
                assert!(text.contains("{brand}"), "{text}");
            }
        }
    }
}
