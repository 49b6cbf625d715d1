//! What unwanted mails say, in the languages that the built-in designs know.

const PHRASES: [&str; 78] = [
    "100% free",
    "100% guaranteed",
    "act immediately",
    "act now",
    "additional income",
    "apply now",
    "as seen on tv",
    "be your own boss",
    "buy direct",
    "cash bonus",
    "casino",
    "cheap meds",
    "clearance of debt",
    "click below",
    "congratulations you won",
    "consolidate debt",
    "dear friend",
    "double your income",
    "earn extra cash",
    "earn money",
    "eliminate debt",
    "extra income",
    "fast cash",
    "financial freedom",
    "free access",
    "free gift",
    "free money",
    "get paid",
    "get rich",
    "guaranteed winner",
    "increase your sales",
    "limited time only",
    "lose weight",
    "lowest price",
    "make money",
    "million dollars",
    "miracle",
    "money back guarantee",
    "no catch",
    "no cost",
    "no credit check",
    "no obligation",
    "no questions asked",
    "no strings attached",
    "once in a lifetime",
    "order now",
    "pre-approved",
    "risk free",
    "risk-free",
    "satisfaction guaranteed",
    "this is not spam",
    "this isn't spam",
    "urgent response",
    "viagra",
    "weight loss",
    "winner",
    "work from home",
    "you have been selected",
    "you have won",
    "your account will be closed",
    "abnehmen ohne",
    "garantiert gewinnen",
    "geld verdienen",
    "jetzt zuschlagen",
    "kein risiko",
    "kostenlos testen ohne risiko",
    "nur heute gültig",
    "schnell reich",
    "sie haben gewonnen",
    "argent facile",
    "gagnez de l'argent",
    "sans risque",
    "vous avez gagné",
    "dinero fácil",
    "gana dinero",
    "ha ganado",
    "sin riesgo",
    "última oportunidad",
];

/// Quoted ones at most.
const QUOTED: usize = 5;

/// Which of them a text says, as words of their own.
pub fn found(text: &str) -> Vec<&'static str> {
    let folded: Vec<String> = text
        .to_lowercase()
        .split_whitespace()
        .map(|word| word.replace('’', "'"))
        .collect();
    let text = folded.join(" ");
    let says = |phrase: &&&str| {
        text.match_indices(**phrase).any(|(at, found)| {
            let edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
            edge(text[..at].chars().next_back()) && edge(text[at + found.len()..].chars().next())
        })
    };
    PHRASES.iter().filter(says).copied().collect()
}

pub fn quoted(found: &[&str]) -> String {
    let some: Vec<String> = found
        .iter()
        .take(QUOTED)
        .map(|phrase| format!("\"{phrase}\""))
        .collect();
    some.join(", ")
}
