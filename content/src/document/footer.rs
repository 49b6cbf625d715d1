//! The footer that every mail to subscribers has: who sends it, from where, and how to have it no more.

use super::blocks::{Block, FooterBlock};
use super::values::Id;
use super::{BlockDocument, inline};

/// What the links say: a language, how to have the mail no more, how to see it in a browser.
const LABELS: [(&str, &str, &str); 7] = [
    ("en", "Unsubscribe", "View in browser"),
    ("de", "Abmelden", "Im Browser ansehen"),
    ("fr", "Se désinscrire", "Voir dans le navigateur"),
    ("es", "Darse de baja", "Ver en el navegador"),
    ("it", "Annulla l’iscrizione", "Apri nel browser"),
    ("nl", "Uitschrijven", "Bekijken in de browser"),
    ("pt", "Cancelar a inscrição", "Ver no navegador"),
];
const ADDRESS: &str = "{{ brandName }}<br>{{ brandAddress }}";

/// The footer of HTML that came without: a table of its own, styled on its elements.
pub fn html() -> String {
    let (unsubscribe, _) = links("en");
    let text = with_link_color(&format!("{ADDRESS}<br>{unsubscribe}"), "#6b6b74");
    format!(
        concat!(
            r#"<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0">"#,
            r#"<tbody><tr><td align="center" style="padding:24px 16px;font-family:Helvetica,Arial,sans-serif;"#,
            r#"font-size:13px;line-height:20px;color:#6b6b74;text-align:center">{}</td></tr></tbody></table>"#,
        ),
        text
    )
}

/// The links in a language, else in English.
fn links(lang: &str) -> (String, String) {
    let small = lang.get(..2).unwrap_or_default().to_ascii_lowercase();
    let found = LABELS.iter().find(|(code, ..)| *code == small);
    let (_, unsubscribe, view) = found.unwrap_or(&LABELS[0]);
    (
        format!(r#"<a href="{{{{ unsubscribeUrl }}}}">{unsubscribe}</a>"#),
        format!(r#"<a href="{{{{ viewInBrowserUrl }}}}">{view}</a>"#),
    )
}

/// What stands in a footer block of a page in a language.
pub(super) fn inner(block: &FooterBlock, color: &str, lang: &str) -> String {
    let mut rows: Vec<String> = block.html.iter().map(|html| inline::clean(html)).collect();
    if block.show_address {
        rows.push(ADDRESS.to_owned());
    }
    let (unsubscribe, view) = links(lang);
    let shown = [
        block.show_view_in_browser.then_some(view),
        block.show_unsubscribe.then_some(unsubscribe),
    ];
    let shown: Vec<String> = shown.into_iter().flatten().collect();
    if !shown.is_empty() {
        rows.push(shown.join(" &nbsp;·&nbsp; "));
    }
    with_link_color(&rows.join("<br>"), color)
}

/// The document with a way to unsubscribe: in its last footer, or in one below it.
pub(super) fn added(document: &BlockDocument, address: Address) -> BlockDocument {
    let mut document = document.clone();
    match last_footer(&mut document.blocks) {
        Some(footer) => {
            footer.show_unsubscribe = true;
            footer.show_address |= address == Address::Missing;
        }
        None => document.blocks.push(Block::Footer(FooterBlock {
            id: Id::of("footer"),
            html: None,
            show_address: address == Address::Missing,
            show_unsubscribe: true,
            show_view_in_browser: false,
            align: None,
            color: None,
            padding: None,
        })),
    }
    document
}

/// Whether a document says where its sender is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    There,
    Missing,
}

fn last_footer(blocks: &mut [Block]) -> Option<&mut FooterBlock> {
    blocks.iter_mut().rev().find_map(|block| match block {
        Block::Footer(footer) => Some(footer),
        Block::Section(section) => last_footer(&mut section.blocks),
        Block::Columns(columns) => columns
            .columns
            .iter_mut()
            .rev()
            .find_map(|column| last_footer(&mut column.blocks)),
        _ => None,
    })
}

/// Cleaned HTML whose links have this colour.
pub(super) fn with_link_color(html: &str, color: &str) -> String {
    html.replace(
        "<a href=",
        &format!(r#"<a style="color:{color};text-decoration:underline" href="#),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_speak_the_language_of_the_page() {
        for (lang, expect) in [
            ("en", "Unsubscribe"),
            ("de-AT", "Abmelden"),
            ("FR", "Se désinscrire"),
            ("ja", "Unsubscribe"),
            ("é", "Unsubscribe"),
        ] {
            let (unsubscribe, _) = links(lang);
            let link = format!(r#"<a href="{{{{ unsubscribeUrl }}}}">{expect}</a>"#);
            assert_eq!(unsubscribe, link, "{lang}");
        }
    }
}
