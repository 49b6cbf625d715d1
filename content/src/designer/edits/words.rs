//! The words of the command grammar, of all its languages in one table: hardly one of them means two things.

use super::super::reading::tokens::Token;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Set,
    Add,
    Remove,
    Replace,
    Move,
    Shorten,
    Enlarge,
    Shrink,
    Align,
}

const VERBS: [(Verb, &str); 9] = [
    (
        Verb::Set,
        "change set make rename turn update edit give use write link point let paint colour color put rewrite call ändere änder setze setz mach mache benenne färbe verlinke nenne changez mets mettez rends fais nomme renomme cambia cambie pon haz pinta llama enlaza",
    ),
    (
        Verb::Add,
        "add insert include append ergänze füge ajoute ajoutez insère añade agrega inserta",
    ),
    (
        Verb::Remove,
        "remove delete drop cut omit erase entferne lösche streiche supprime supprimez enlève enlevez retire retirez elimina quita borra",
    ),
    (
        Verb::Replace,
        "replace swap exchange substitute ersetze tausche remplace remplacez reemplaza sustituye",
    ),
    (Verb::Move, "move shift verschiebe déplace déplacez mueve"),
    (
        Verb::Shorten,
        "shorten condense trim tighten kürze raccourcis raccourcissez acorta",
    ),
    (
        Verb::Enlarge,
        "enlarge increase vergrößere vergrößer agrandis agrandissez agranda aumenta",
    ),
    (
        Verb::Shrink,
        "shrink decrease reduce verkleinere verkleiner réduis réduisez reduce",
    ),
    (
        Verb::Align,
        "align center centre zentriere aligne alignez centrez alinea centra",
    ),
];

/// What may stand before a verb.
pub const POLITE: &str = "please pls can could would you u just now also then kindly ok okay hey hi and i want i'd like to need bitte kannst du könntest und auch nun noch s'il te vous plaît et aussi peux-tu por favor y también puedes we let's lets";

/// What a command is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Item,
    Sentence,
    Paragraph,
    Subject,
    Preview,
    Headline,
    Eyebrow,
    Lead,
    Heading,
    Button,
    Coupon,
    Image,
    Logo,
    List,
    Facts,
    SignOff,
    Footer,
    Divider,
    Time,
    Date,
    Price,
    // These say little beside another: the text of the button is its own.
    Background,
    Font,
    Link,
    Text,
    Whole,
}

const TARGETS: [(Target, &str); 26] = [
    (
        Target::Item,
        "item bullet point entry punkt eintrag élément elemento punto",
    ),
    (
        Target::Sentence,
        "sentence part bit satz teil phrase partie frase parte",
    ),
    (
        Target::Paragraph,
        "paragraph paragraphs absatz paragraphe párrafo",
    ),
    (Target::Subject, "subject betreff betreffzeile objet asunto"),
    (
        Target::Preview,
        "preview preheader vorschau vorschautext aperçu vista",
    ),
    (
        Target::Headline,
        "headline title überschrift titel titelzeile titre titular título",
    ),
    (
        Target::Eyebrow,
        "eyebrow kicker dachzeile surtitre antetítulo",
    ),
    (
        Target::Lead,
        "lead intro introduction einleitung entradilla introducción",
    ),
    (
        Target::Heading,
        "heading subheading zwischenüberschrift intertitre subtítulo",
    ),
    (Target::Button, "button buttons cta knopf bouton botón"),
    (
        Target::Coupon,
        "coupon voucher code gutschein gutscheincode cupón código",
    ),
    (
        Target::Image,
        "image picture photo pictures images photos bild foto imagen",
    ),
    (Target::Logo, "logo"),
    (Target::List, "list checklist steps liste lista"),
    (Target::Facts, "table facts details tabelle tableau tabla"),
    (
        Target::SignOff,
        "sign-off signoff signature closing greeting gruß grußformel firma despedida",
    ),
    (Target::Footer, "footer fußzeile pied"),
    (
        Target::Divider,
        "divider separator trennlinie séparateur separador",
    ),
    (Target::Time, "time uhrzeit zeit heure hora"),
    (Target::Date, "date datum fecha"),
    (Target::Price, "price preis prix precio"),
    (Target::Background, "background hintergrund fond fondo"),
    (
        Target::Font,
        "font typeface schrift schriftart schriftgröße schriftgrad police fuente letra",
    ),
    (Target::Link, "link url lien enlace"),
    (Target::Text, "text copy body words texte texto"),
    (
        Target::Whole,
        "everything all it mail email e-mail newsletter whole alles sie es tout todo correo",
    ),
];

/// Where something is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
    Top,
    Bottom,
    Up,
    Down,
}

const SIDES: [(Side, &str); 6] = [
    (
        Side::Before,
        "before above über vor avant dessus antes encima",
    ),
    (
        Side::After,
        "after below under beneath unter nach après sous dessous después debajo",
    ),
    (
        Side::Top,
        "top beginning start anfang oben haut début arriba principio",
    ),
    (Side::Bottom, "bottom end ende unten bas fin abajo final"),
    (Side::Up, "up hoch higher"),
    (Side::Down, "down runter lower"),
];

/// Which of several.
const ORDINALS: [(usize, &str); 7] = [
    (
        0,
        "first 1st erste ersten erster premier première primer primera",
    ),
    (
        1,
        "second 2nd zweite zweiten zweiter deuxième second seconde segundo segunda",
    ),
    (
        2,
        "third 3rd dritte dritten dritter troisième tercer tercera",
    ),
    (3, "fourth 4th vierte vierten quatrième cuarto cuarta"),
    (4, "fifth 5th fünfte fünften cinquième quinto quinta"),
    (5, "sixth 6th sechste sechsten sixième sexto sexta"),
    (
        LAST,
        "last final letzte letzten letzter dernier dernière último última",
    ),
];

pub const LAST: usize = usize::MAX;

/// What only somebody who writes can do.
const TONES: &str = "friendlier funnier formal casual professional warmer playful urgent exciting catchier better nicer personal punchier softer stronger engaging freundlicher lockerer förmlicher besser schöner plus amical formel mejor formal";

/// Of how much.
const SHORTER: &str = "shorter briefer concise tighter brief short kürzer knapper court courte concis corto corta breve conciso";
const LARGER: &str = "bigger larger big large huge größer grand grande plus gros grosse";
const SMALLER: &str = "smaller small tiny kleiner petit petite pequeño pequeña";

const SIDEWAYS: [(&str, &str); 3] = [
    (
        "center",
        "center centre centered centred middle zentriert zentriere mittig centré centrez centra centrado",
    ),
    ("left", "left links linksbündig gauche izquierda"),
    ("right", "right rechts rechtsbündig droite derecha"),
];

/// Before what is new: `to "Hello"`.
pub const TO: &str = "to into zu in auf en a à por as says saying";
pub const WITH: &str = "with by through durch mit gegen par con por";
pub const ABOUT: &str = "about on with mentioning of über zu mit à sobre";

pub fn is_in(token: &Token, words: &str) -> bool {
    token.is_any(words)
}

fn of<T: Copy>(table: &[(T, &str)], token: &Token) -> Option<T> {
    let found = table.iter().find(|(_, words)| is_in(token, words));
    found.map(|(meaning, _)| *meaning)
}

pub fn verb(token: &Token) -> Option<Verb> {
    of(&VERBS, token)
}

pub fn target(token: &Token) -> Option<Target> {
    of(&TARGETS, token)
}

pub fn side(token: &Token) -> Option<Side> {
    of(&SIDES, token)
}

pub fn ordinal(token: &Token) -> Option<usize> {
    of(&ORDINALS, token)
}

pub fn align(token: &Token) -> Option<&'static str> {
    of(&SIDEWAYS.map(|(side, words)| (side, words)), token)
}

pub fn is_tone(token: &Token) -> bool {
    is_in(token, TONES)
}

/// Larger, smaller or shorter.
pub fn degree(token: &Token) -> Option<Verb> {
    [
        (Verb::Shorten, SHORTER),
        (Verb::Enlarge, LARGER),
        (Verb::Shrink, SMALLER),
    ]
    .into_iter()
    .find(|(_, words)| is_in(token, words))
    .map(|(verb, _)| verb)
}
