//! What an element stands for beside what is in it.

use resvg::usvg::roxmltree::Node;

use super::links::{How, Link, OWN, addresses, in_address, in_declarations};
use super::sheets::Sheets;
use crate::image::ImageError;

/// By its attributes, its style and the sheets. Whichever of several the renderer takes: all are here.
pub(super) fn links_of<'a>(
    node: Node<'a, '_>,
    sheets: &'a Sheets,
) -> Result<Vec<Link<'a>>, ImageError> {
    let mut links = Vec::new();
    // What a word leads to is not shown with it.
    let is_shown = node.tag_name().name() != "a";
    for attribute in node.attributes() {
        let value = attribute.value();
        match attribute.name() {
            "style" => links.extend(in_declarations(value)?),
            "href" if is_shown => {
                let how = How::Once;
                links.extend(in_address(value).map(|id| Link { id, how }));
            }
            own if OWN.contains(&own) => {
                if value == "inherit" {
                    return Err(ImageError::TooComplex);
                }
                let how = How::Once;
                links.extend(addresses(value).map(|(_, id)| Link { id, how }));
            }
            _ => {
                let how = How::WithEach;
                links.extend(addresses(value).map(|(_, id)| Link { id, how }));
            }
        }
    }
    links.extend(sheets.links_of(node));
    Ok(links)
}
