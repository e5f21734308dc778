//! From plotters' SVG to one that fits the page it stands on: size, fonts, colours for light and dark.

use std::collections::BTreeSet;

use super::draw::FINE;
use super::house::PALETTE;
use crate::charts::{Chart, Theme};

/// The fonts that a viewer may take, in order.
const FONTS: &str =
    "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/// Gives a drawing its size, its title for those who cannot see it, and its colours.
pub(super) fn dress(
    raw: &str,
    width: f64,
    height: f64,
    theme: Theme,
    title: &str,
    told: &str,
) -> Chart {
    let body = raw.find('>').map_or("", |end| &raw[end + 1..]);
    let (body, inks) = colours(&tidy(body), theme);
    let mut svg = format!(
        "<svg class=\"brownout\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"{FONTS}\" stroke-linejoin=\"round\">\n\
         <title>{}</title>\n<desc>{}</desc>\n",
        (width * FINE).round(),
        (height * FINE).round(),
        escape(title),
        escape(told),
    );
    if theme == Theme::Auto {
        svg.push_str(&style(&inks));
    }
    svg.push_str(body.trim_start());
    Chart { svg, width: width as u32, height: height as u32, theme }
}

/// Takes away what says nothing or what the root says for all.
fn tidy(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    for line in body.lines() {
        // Text stands on lines of its own, where its spaces would count.
        match line.starts_with('<') {
            true if line.starts_with("<text") => text.push_str(&whole_font_size(line)),
            true => {
                text.push_str(line);
                text.push('\n');
            }
            false => text.push_str(line),
        }
    }
    text.replace(" opacity=\"1\"", "")
        .replace(" font-family=\"sans-serif\"", "")
        .replace("font-weight=\"bold\"", "font-weight=\"600\"")
        .replace(" \"/>", "\"/>")
}

/// A text's tag with its font size rounded to the grid.
fn whole_font_size(tag: &str) -> String {
    const KEY: &str = "font-size=\"";
    let Some((front, rest)) = tag.split_once(KEY) else { return tag.to_owned() };
    let Some((size, back)) = rest.split_once('"') else { return tag.to_owned() };
    let size: f64 = size.parse().unwrap_or(120.0);
    format!("{front}{KEY}{}\"{back}", size.round())
}

/// Replaces the numbers of inks: by colours, and with [`Theme::Auto`] by classes besides. Tells which inks occur.
fn colours(body: &str, theme: Theme) -> (String, BTreeSet<usize>) {
    let mut text = String::with_capacity(body.len() * 5 / 4);
    let mut inks = BTreeSet::new();
    let mut rest = body;
    while let Some(found) = rest.find("=\"#0000") {
        let (front, back) = rest.split_at(found);
        text.push_str(front);
        let property = if front.ends_with("fill") { "fill" } else { "stroke" };
        let ink = usize::from_str_radix(&back[7..9], 16).unwrap_or(0).min(PALETTE.len() - 1);
        let (name, light, dark) = PALETTE[ink];
        inks.insert(ink);
        text.push_str(&match theme {
            Theme::Light => format!("=\"{light}\""),
            Theme::Dark => format!("=\"{dark}\""),
            Theme::Auto => format!("=\"{light}\" class=\"{property}-{name}\""),
        });
        rest = &back[10..];
    }
    text.push_str(rest);
    (text, inks)
}

/// The colours of the inks that occur, for light and dark. Viewers that do not know this see the light attributes.
fn style(inks: &BTreeSet<usize>) -> String {
    let all = |pick: fn(&(&'static str, &'static str, &'static str)) -> &'static str| {
        inks.iter()
            .map(|&ink| format!("--{}:{};", PALETTE[ink].0, pick(&PALETTE[ink])))
            .collect::<String>()
    };
    let classes: String = inks
        .iter()
        .map(|&ink| PALETTE[ink].0)
        .map(|name| format!(".brownout .fill-{name}{{fill:var(--{name})}}.brownout .stroke-{name}{{stroke:var(--{name})}}\n"))
        .collect();
    format!(
        "<style>\n.brownout{{{}}}\n@media(prefers-color-scheme:dark){{.brownout{{{}}}}}\n{classes}</style>\n",
        all(|ink| ink.1),
        all(|ink| ink.2)
    )
}

/// A text as it may stand in XML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
