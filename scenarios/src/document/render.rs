//! Problems as a person reads them: the line, a caret under the place, and one piece of advice.

use annotate_snippets::{AnnotationKind, Level, Message, Origin, Renderer, Snippet};

use super::mistake::Located;

/// All problems in the shape that compilers have made familiar, with a blank line in between.
pub fn render(problems: &[Located], color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let rendered: Vec<String> = problems.iter().map(|problem| one(problem, &renderer)).collect();
    rendered.join("\n\n")
}

fn one(problem: &Located, renderer: &Renderer) -> String {
    let level = if problem.is_error() { Level::ERROR } else { Level::WARNING };
    let title = level.primary_title(&problem.message).id(problem.code.to_string());
    let mut group = if problem.source.is_empty() {
        title.element(Origin::path(problem.file.as_ref()))
    } else {
        let (lines, span) = around(problem);
        let snippet = Snippet::source(lines)
            .line_start(problem.line as usize)
            .path(problem.file.as_ref())
            .annotation(AnnotationKind::Primary.span(span));
        title.element(snippet)
    };
    let note = problem.note.as_deref().map(|note| Level::NOTE.message(note));
    let help = problem.help.as_deref().map(|help| Level::HELP.message(help));
    group = group.elements(note.into_iter().chain(help).collect::<Vec<Message<'_>>>());
    renderer.render(&[group])
}

/// The lines of the place, and where in them it is.
fn around(problem: &Located) -> (&str, std::ops::Range<usize>) {
    let (start, end) = problem.bytes;
    let text = &problem.source;
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to = text[end..].find('\n').map_or(text.len(), |at| end + at);
    (&text[from..to], start - from..end - from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    #[test]
    fn a_problem_is_shown_with_its_line_a_caret_and_advice() {
        let text = "(format: 1, services: {\n    \"feed\": (\n        wrokers: Threads(2),";
        let problems = Document::read("feed.ron", text.as_bytes()).unwrap_err();
        insta::assert_snapshot!(render(&problems, false));
    }

    #[test]
    fn colour_is_there_only_when_it_is_asked_for() {
        let problems = Document::read("empty.ron", b"").unwrap_err();
        assert!(render(&problems, true).contains('\u{1b}'));
        insta::assert_snapshot!(render(&problems, false));
    }
}
