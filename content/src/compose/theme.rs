//! The colours and letters of a document, from those of a brand. Every text can be read on every ground that it may
//! stand on, whatever colours the brand has.

use postrider_domain::accounts::brand::{Color, LogoGround, Theme};

use super::fonts;
use super::look::Look;
use crate::document::page::{Direction, Page};
use crate::document::values::{self, Lang, Radius};

/// Of a brand that has said nothing.
const DEFAULT_COLOR: Color = Color::new(0x33, 0x41, 0x55);
const BLACK: Color = Color::new(0, 0, 0);

/// What text has on the ground of the page at least. It is more than must be, since tints are made of that ground.
const CALM: f64 = 9.0;
const NEARLY_READABLE: f64 = 3.5;
/// Colours that are lighter carry dark words; all others are darkened until they carry white ones.
const LIGHT_BAND: f64 = 0.78;

pub(super) struct Palette {
    pub page: Page,
    pub ground: LogoGround,
    /// Behind coupons, facts and the like.
    pub tint: values::Color,
    pub button: values::Color,
    pub band: Band,
    /// Of panels and pictures.
    pub radius: Radius,
}

/// A stripe of the brand's colour.
pub(super) struct Band {
    pub color: values::Color,
    /// What is written on it.
    pub words: values::Color,
    pub ground: LogoGround,
}

impl Palette {
    pub fn of(look: &Look) -> Self {
        let theme = &look.theme;
        let read = |color: &Option<String>| color.as_deref().and_then(Color::parse);
        let primary = read(&theme.primary_color).unwrap_or(DEFAULT_COLOR);
        let ground = calm(read(&theme.background_color).unwrap_or(Color::LIGHT));
        let is_dark = is_dark(ground);
        let accent = read(&theme.secondary_color).unwrap_or(primary);
        let tint = tint(ground, accent);
        let around = if is_dark {
            ground.mixed(BLACK, 30)
        } else {
            ground.mixed(primary, 4).mixed(Color::DARK, 3)
        };
        let grounds = [ground, tint, around];
        let ink = if is_dark { Color::LIGHT } else { Color::DARK };
        let heading = read(&theme.text_color)
            .unwrap_or(ink)
            .readable_on_each(&grounds);
        let button = [primary, accent]
            .into_iter()
            .find(|color| [ground, tint].iter().all(|g| color.can_be_told_from(*g)))
            .map_or(heading, carrying_white);
        let radius = radius(theme);
        let page = Page {
            lang: lang(look),
            direction: direction(look),
            background_color: around.into(),
            content_background_color: ground.into(),
            content_radius: if radius > 0 {
                Radius::of(12)
            } else {
                Radius::of(0)
            },
            text_color: heading.mixed(ground, 12).readable_on_each(&grounds).into(),
            muted_color: heading.mixed(ground, 22).readable_on_each(&grounds).into(),
            link_color: link(primary, accent, &grounds).into(),
            heading_color: heading.into(),
            heading_font: fonts::stack(
                theme.heading_font.as_deref().or(theme.body_font.as_deref()),
            ),
            body_font: fonts::stack(theme.body_font.as_deref()),
            button_color: button.into(),
            button_text_color: button.text_on().into(),
            button_radius: Radius::of(radius),
            divider_color: ground.mixed(heading, 14).into(),
            ..Page::default()
        };
        Self {
            page,
            ground: logo_ground(ground),
            tint: tint.into(),
            button: button.into(),
            band: band(button),
            radius: Radius::of(radius.min(8)),
        }
    }
}

impl Palette {
    /// What goes with a page as it is.
    pub fn of_page(page: &Page) -> Self {
        let ground = page
            .content_background_color
            .solid()
            .unwrap_or(Color::LIGHT);
        let button = page.button_color.solid().unwrap_or(DEFAULT_COLOR);
        Self {
            page: page.clone(),
            ground: logo_ground(ground),
            tint: tint(ground, button).into(),
            button: button.into(),
            band: band(button),
            radius: Radius::of(page.button_radius.get().min(8)),
        }
    }
}

/// What panels lie on.
pub(crate) fn tint(ground: Color, accent: Color) -> Color {
    ground.mixed(accent, if is_dark(ground) { 16 } else { 8 })
}

fn is_dark(ground: Color) -> bool {
    ground.contrast(Color::LIGHT) > ground.contrast(Color::DARK)
}

/// Which logo stands on a ground.
fn logo_ground(ground: Color) -> LogoGround {
    if is_dark(ground) {
        LogoGround::Dark
    } else {
        LogoGround::Light
    }
}

/// The ground that a brand wants, or the nearest shade that long texts can be read on.
fn calm(wanted: Color) -> Color {
    const STEPS: u8 = 32;
    let is_dark = is_dark(wanted);
    let (ink, end) = if is_dark {
        (Color::LIGHT, 0.0)
    } else {
        (Color::DARK, 1.0)
    };
    let own = wanted.lightness();
    let shade =
        |step: u8| wanted.at_lightness(own + (end - own) * f64::from(step) / f64::from(STEPS));
    std::iter::once(wanted)
        .chain((1..=STEPS).map(shade))
        .find(|ground| ground.contrast(ink) >= CALM)
        .unwrap_or(wanted.at_lightness(end))
}

/// The brand's colour that can be read as it is, else a shade of the first.
fn link(primary: Color, accent: Color, grounds: &[Color]) -> Color {
    let is_readable = |color: &Color| grounds.iter().all(|ground| color.can_be_read_on(*ground));
    [primary, accent]
        .into_iter()
        .find(is_readable)
        .unwrap_or_else(|| primary.readable_on_each(grounds))
}

/// White looks best on a button: a colour that all but carries it is darkened until it does.
fn carrying_white(color: Color) -> Color {
    if color.contrast(Color::LIGHT) >= NEARLY_READABLE {
        color.readable_on(Color::LIGHT)
    } else {
        color
    }
}

fn band(color: Color) -> Band {
    let color = if color.lightness() > LIGHT_BAND {
        color
    } else {
        color.readable_on(Color::LIGHT)
    };
    Band {
        color: color.into(),
        words: color.text_on().into(),
        ground: logo_ground(color),
    }
}

fn radius(theme: &Theme) -> u16 {
    let pixels = theme.button_radius.unwrap_or(6).min(100);
    u16::try_from(pixels).unwrap_or_default()
}

fn lang(look: &Look) -> Lang {
    let lang = look.lang.clone().and_then(|lang| Lang::try_from(lang).ok());
    lang.unwrap_or_else(|| Lang::of("en"))
}

/// Languages that are written from right to left.
fn direction(look: &Look) -> Direction {
    let lang = look.lang.as_deref().unwrap_or_default();
    let primary = lang.split('-').next().unwrap_or_default();
    match primary.to_ascii_lowercase().as_str() {
        "ar" | "arc" | "ckb" | "dv" | "fa" | "he" | "ps" | "sd" | "ug" | "ur" | "yi" => {
            Direction::Rtl
        }
        _ => Direction::Ltr,
    }
}
