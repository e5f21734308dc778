//! PNG from a chart's SVG, with a font of its own so that every machine draws the same letters.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::charts::Chart;

/// A subset of Inter (SIL Open Font License 1.1; `assets/Inter-LICENSE.txt`).
const REGULAR: &[u8] = include_bytes!("../assets/Inter-Regular-subset.ttf");
const SEMIBOLD: &[u8] = include_bytes!("../assets/Inter-SemiBold-subset.ttf");

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG cannot be read, which is a mistake of this crate or of whoever changed it.
    #[error("the chart cannot be drawn as PNG: {0}")]
    Unreadable(#[from] resvg::usvg::Error),
    /// The picture would be too large, or of no size at all.
    #[error("a picture of {width} × {height} pixels cannot be made")]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The pixels cannot be packed.
    #[error("the picture cannot be packed as PNG: {0}")]
    Packing(String),
}

/// The most pixels that a picture may have on a side.
const LARGEST: u32 = 20_000;

/// Draws a chart at `scale` pixels for each of its own. One made with `Theme::Auto` comes out light.
pub fn render(chart: &Chart, scale: f32) -> Result<Vec<u8>, PngError> {
    let pixels = |length: u32| (length as f32 * scale).round() as u32;
    let (width, height) = (pixels(chart.width), pixels(chart.height));
    let size = PngError::Size { width, height };
    if width > LARGEST || height > LARGEST {
        return Err(size);
    }
    let Some(mut pixmap) = Pixmap::new(width, height) else { return Err(size) };
    let tree = Tree::from_str(&without_style(&chart.svg), &options())?;
    let across = width as f32 / tree.size().width();
    let down = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(across, down), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Packing(error.to_string()))
}

fn options() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(REGULAR.to_vec());
    fonts.load_font_data(SEMIBOLD.to_vec());
    fonts.set_sans_serif_family("Inter");
    Options { fontdb: Arc::new(fonts), font_family: "Inter".to_owned(), ..Options::default() }
}

/// The SVG without its style sheet: the attributes say the light colours.
fn without_style(svg: &str) -> String {
    match (svg.find("<style>"), svg.find("</style>")) {
        (Some(start), Some(end)) => format!("{}{}", &svg[..start], &svg[end + "</style>".len()..]),
        _ => svg.to_owned(),
    }
}
