//! Where blocks stand: bands across the page, columns in them, blocks below each other.

use super::super::BlockDocument;
use super::super::blocks::{Block, Column, Columns, Section, section_padding};
use super::super::page::{Direction, Page};
use super::super::values::{Padding, Radius};
use super::leaves::Leaves;
use super::mjml::Mjml;
use super::style::{Spacing, space_between};

/// The gap between two columns is room at their sides. Where they stand below each other (479 is the
/// compiler's number) it goes, and comes back above them.
const HEAD: &str = concat!(
    r#"<meta name="color-scheme" content="light">"#,
    r#"<meta name="supported-color-schemes" content="light">"#,
    r#"<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">"#,
    r#"<meta name="x-apple-disable-message-reformatting">"#,
    r#"<style type="text/css">@media only screen and (max-width:479px){"#,
    ".pr-column>table>tbody>tr>td{padding-left:0!important;padding-right:0!important}",
    ".pr-next>table>tbody>tr>td{padding-top:24px!important}}</style>",
);

pub(super) fn document(document: &BlockDocument, icons: &str, mjml: &mut Mjml) {
    let page = &document.page;
    let layout = Layout {
        page,
        leaves: Leaves { page, icons },
    };
    mjml.tag("mjml")
        .set("lang", &page.lang)
        .set("dir", page.direction.as_str())
        .open();
    layout.head(mjml);
    mjml.tag("mj-body")
        .set("width", format_args!("{}px", page.width.get()))
        .set("background-color", &page.background_color)
        .open();
    layout.bands(&document.blocks, mjml);
    mjml.close("mj-body");
    mjml.close("mjml");
}

/// What stands across the page.
struct Band<'d> {
    blocks: &'d [Block],
    /// None stands on the page itself.
    background_color: Option<&'d str>,
    background_image: Option<&'d str>,
    radius: Option<Radius>,
    padding: Padding,
}

impl<'d> Band<'d> {
    fn of_section(section: &'d Section, page: &'d Page) -> Self {
        Self {
            blocks: &section.blocks,
            background_color: Some(
                section
                    .background_color
                    .as_deref()
                    .unwrap_or(&page.content_background_color),
            ),
            background_image: section.background_image.as_deref(),
            radius: section.radius,
            padding: section.padding,
        }
    }

    /// Blocks that nobody put into a section. Footers stand below the content, not in it.
    fn of_loose(blocks: &'d [Block], page: &'d Page) -> Self {
        let is_footer = matches!(blocks.first(), Some(Block::Footer(_)));
        Self {
            blocks,
            background_color: (!is_footer).then_some(&*page.content_background_color),
            background_image: None,
            radius: None,
            padding: section_padding(),
        }
    }

    /// Whether it is seen against the page.
    fn is_content(&self) -> bool {
        self.background_color
            .is_some_and(|color| color != "transparent")
    }
}

struct Layout<'d> {
    page: &'d Page,
    leaves: Leaves<'d>,
}

impl<'d> Layout<'d> {
    fn head(&self, mjml: &mut Mjml) {
        mjml.tag("mj-head").open();
        mjml.tag("mj-attributes").open();
        mjml.tag("mj-all")
            .set("font-family", &self.page.body_font)
            .empty();
        mjml.close("mj-attributes");
        mjml.tag("mj-raw").html(HEAD.to_owned());
        mjml.close("mj-head");
    }

    fn bands(&self, blocks: &'d [Block], mjml: &mut Mjml) {
        let belong = |a: &Block, b: &Block| match (a, b) {
            (Block::Section(_), _) | (_, Block::Section(_)) => false,
            (a, b) => matches!(a, Block::Footer(_)) == matches!(b, Block::Footer(_)),
        };
        let bands: Vec<Band<'d>> = blocks
            .chunk_by(belong)
            .map(|blocks| match blocks {
                [Block::Section(section)] => Band::of_section(section, self.page),
                loose => Band::of_loose(loose, self.page),
            })
            .collect();
        let first = bands.iter().position(Band::is_content);
        let last = bands.iter().rposition(Band::is_content);
        blank(self.page.padding_top.get(), mjml);
        for (index, band) in bands.iter().enumerate() {
            let round = self.page.content_radius.get();
            let top = if first == Some(index) { round } else { 0 };
            let bottom = if last == Some(index) { round } else { 0 };
            let radius = match band.radius {
                Some(own) => Some(format!("{}px", own.get())),
                None => {
                    (top + bottom > 0).then(|| format!("{top}px {top}px {bottom}px {bottom}px"))
                }
            };
            self.band(band, radius, mjml);
        }
        blank(self.page.padding_bottom.get(), mjml);
    }

    /// Blocks without columns need one table less.
    fn band(&self, band: &Band<'d>, radius: Option<String>, mjml: &mut Mjml) {
        let has_columns = band
            .blocks
            .iter()
            .any(|block| matches!(block, Block::Columns(_)));
        let name = if has_columns {
            "mj-wrapper"
        } else {
            "mj-section"
        };
        // The image stands between single quotes in CSS.
        let image = band
            .background_image
            .map(|address| address.replace('\'', "%27"));
        mjml.tag(name)
            .set("direction", self.page.direction.as_str())
            .set("padding", Spacing::from(band.padding))
            .set_some("background-color", band.background_color)
            .set_some("background-size", image.as_ref().map(|_| "cover"))
            .set_some("background-repeat", image.as_ref().map(|_| "no-repeat"))
            .set_some(
                "background-position",
                image.as_ref().map(|_| "center center"),
            )
            .set_some("background-url", image)
            .set_some("border-radius", radius)
            .open();
        if has_columns {
            self.rows(band.blocks, mjml);
        } else {
            self.single(band.blocks, mjml);
        }
        mjml.close(name);
    }

    /// Columns, and what stands between them.
    fn rows(&self, blocks: &'d [Block], mjml: &mut Mjml) {
        let is_columns = |block: &Block| matches!(block, Block::Columns(_));
        let mut is_first = true;
        for row in blocks.chunk_by(|a, b| !is_columns(a) && !is_columns(b)) {
            let top = if is_first { 0 } else { 24 };
            is_first = false;
            mjml.tag("mj-section")
                .set("direction", self.page.direction.as_str())
                .set("padding", format_args!("{top}px 0 0 0"))
                .open();
            match row {
                [Block::Columns(columns)] => self.columns(columns, mjml),
                blocks => self.single(blocks, mjml),
            }
            mjml.close("mj-section");
        }
    }

    fn single(&self, blocks: &'d [Block], mjml: &mut Mjml) {
        mjml.tag("mj-column")
            .set("direction", self.page.direction.as_str())
            .open();
        self.stack(blocks, Padding::default(), mjml);
        mjml.close("mj-column");
    }

    fn columns(&self, columns: &'d Columns, mjml: &mut Mjml) {
        if !columns.stack_on_mobile {
            mjml.tag("mj-group")
                .set("direction", self.page.direction.as_str())
                .open();
        }
        for (index, column) in columns.columns.iter().enumerate() {
            self.column(columns, index, column, mjml);
        }
        if !columns.stack_on_mobile {
            mjml.close("mj-group");
        }
    }

    fn column(&self, columns: &'d Columns, index: usize, column: &'d Column, mjml: &mut Mjml) {
        let class = match (columns.stack_on_mobile, index) {
            (false, _) => None,
            (true, 0) => Some("pr-column"),
            (true, _) => Some("pr-column pr-next"),
        };
        let (before, after) = sides(
            columns.gap.get(),
            index as u16,
            columns.columns.len() as u16,
        );
        let (left, right) = match self.page.direction {
            Direction::Ltr => (before, after),
            Direction::Rtl => (after, before),
        };
        mjml.tag("mj-column")
            .set("width", format_args!("{}%", column.width.get()))
            .set("direction", self.page.direction.as_str())
            .set("vertical-align", columns.vertical_align.as_str())
            .set("padding", format_args!("0 {right}px 0 {left}px"))
            .set_some("inner-background-color", column.background_color.as_ref())
            .set_some("css-class", class)
            .open();
        self.stack(&column.blocks, column.padding.unwrap_or_default(), mjml);
        mjml.close("mj-column");
    }

    /// Blocks below each other, with room around them all.
    fn stack(&self, blocks: &'d [Block], around: Padding, mjml: &mut Mjml) {
        let around = Spacing::from(around);
        let mut before = None;
        for (index, block) in blocks.iter().enumerate() {
            let own = block.padding().map(Spacing::from);
            let mut space = own.unwrap_or_else(|| Spacing {
                top: space_between(before, block),
                ..Spacing::default()
            });
            space.left += around.left;
            space.right += around.right;
            if index == 0 {
                space.top += around.top;
            }
            if index + 1 == blocks.len() {
                space.bottom += around.bottom;
            }
            self.leaves.write(block, space, mjml);
            before = Some(block);
        }
    }
}

/// Room on the page itself.
fn blank(height: u16, mjml: &mut Mjml) {
    if height > 0 {
        mjml.tag("mj-section").set("padding", "0").open();
        mjml.tag("mj-column").open();
        mjml.tag("mj-spacer")
            .set("height", format_args!("{height}px"))
            .empty();
        mjml.close("mj-column");
        mjml.close("mj-section");
    }
}

/// Room before and after a column. All columns give the same amount away, so that equal ones stay equal.
fn sides(gap: u16, index: u16, count: u16) -> (u16, u16) {
    let count = count.max(1);
    let before = gap * index / count;
    (before, gap * (count - 1) / count - before)
}
