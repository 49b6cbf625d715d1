//! How much work a drawing is once it is built.

use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Group, Mask, Node, Path, Tree};

use crate::image::ImageError;

/// Of either side, in pixels.
pub(super) const MAX_SIDE: f32 = 1_600.0;
/// Pixels that all strokes, layers and effects touch together: a second or two.
const MAX_TOUCHED: f64 = 400e6;
/// How often an effect touches a pixel, about.
const EFFECT: f64 = 40.0;
/// As many pixels as a dash is worth, about.
const DASH: f64 = 200.0;
/// How often a row of pixels meets a line, about. A stroke has two sides, and corners.
const FILLED: f64 = 2.0;
const STROKED: f64 = 3.0;

/// The size in which it is drawn.
#[derive(Clone, Copy)]
struct Canvas {
    scale: f64,
    pixels: f64,
}

impl Canvas {
    fn pixels_of(self, width: f32, height: f32) -> f64 {
        let area = f64::from(width) * f64::from(height);
        (area * self.scale * self.scale).min(self.pixels)
    }
}

/// Refuses what would touch too many pixels when it is drawn in this size.
pub(super) fn check_work(tree: &Tree, scale: f32, pixels: f64) -> Result<(), ImageError> {
    let scale = f64::from(scale);
    let touched = touched(tree.root(), Canvas { scale, pixels });
    if touched <= MAX_TOUCHED {
        Ok(())
    } else {
        Err(ImageError::TooComplex)
    }
}

fn touched(group: &Group, canvas: Canvas) -> f64 {
    let layer = group.abs_layer_bounding_box();
    let layer = canvas.pixels_of(layer.width(), layer.height());
    let effects = group.filters().iter();
    let effects = effects.map(|filter| effects_of(filter)).sum::<usize>();
    let mut all = layer * (1.0 + effects as f64 * EFFECT);
    for root in beside(group) {
        all += apart(root, canvas);
        if all > MAX_TOUCHED {
            return all;
        }
    }
    for node in group.children() {
        if let Node::Group(group) = node {
            all += touched(group, canvas);
        } else {
            let size = node.abs_stroke_bounding_box();
            all += canvas.pixels_of(size.width(), size.height());
            node.subroots(|other| all += apart(other, canvas));
        }
        if let Node::Path(path) = node {
            all += outlined(path, canvas);
        }
        if all > MAX_TOUCHED {
            break;
        }
    }
    all
}

/// Masks, patterns and the like are drawn on a canvas of their own.
fn apart(root: &Group, canvas: Canvas) -> f64 {
    canvas.pixels + touched(root, canvas)
}

/// What a group is clipped to, masked with and mixed with, and what each of these is in turn.
fn beside(group: &Group) -> Vec<&Group> {
    let clips = std::iter::successors(group.clip_path(), |clip| clip.clip_path());
    let masks = std::iter::successors(group.mask(), |mask| mask.mask());
    let primitives = group
        .filters()
        .iter()
        .flat_map(|filter| filter.primitives());
    let images = primitives.filter_map(|primitive| match primitive.kind() {
        Kind::Image(image) => Some(image.root()),
        _ => None,
    });
    let roots = clips.map(ClipPath::root).chain(masks.map(Mask::root));
    roots.chain(images).collect()
}

fn effects_of(filter: &Filter) -> usize {
    let each = filter.primitives().iter();
    each.map(|primitive| match primitive.kind() {
        Kind::Merge(merge) => merge.inputs().len().max(1),
        _ => 1,
    })
    .sum()
}

/// Every line of an outline may cross every row of pixels.
fn outlined(path: &Path, canvas: Canvas) -> f64 {
    let height = f64::from(path.abs_stroke_bounding_box().height());
    let rows = (height * canvas.scale).min(f64::from(MAX_SIDE));
    let lines = path.data().len() as f64;
    let stroked = if path.stroke().is_some() {
        STROKED
    } else {
        0.0
    };
    lines * (FILLED + stroked) * rows + dashes(path) * DASH
}

/// No line in it is longer than its outline is wide and high.
fn dashes(path: &Path) -> f64 {
    let lengths = path.stroke().and_then(|stroke| stroke.dasharray());
    let Some(lengths) = lengths else {
        return 0.0;
    };
    let around = path.data().bounds();
    let longest = f64::from(around.width()) + f64::from(around.height());
    let period = f64::from(lengths.iter().sum::<f32>());
    path.data().len() as f64 * longest / period * lengths.len() as f64
}
