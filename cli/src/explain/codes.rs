//! The codes of mistakes and warnings.

use brownout_models::problem::{Code, Severity};

use super::page::Page;

/// All about one code, if there is such a one.
pub(super) fn about(what: &str) -> Option<String> {
    let code = Code::parse(what)?;
    let mut page = Page::new();
    page.heading(&format!("{code} · {}", severity(code)));
    page.prose(2, code.title());
    page.line("");
    page.prose(2, code.about());
    Some(page.finish())
}

/// All codes with their titles.
pub(super) fn all() -> String {
    let mut page = Page::new();
    for wanted in [Severity::Error, Severity::Warning] {
        let codes = Code::ALL.iter().filter(|code| code.severity() == wanted);
        page.heading(if wanted == Severity::Error { "Mistakes" } else { "Warnings" });
        for code in codes {
            page.entry(&code.to_string(), code.title());
        }
    }
    page.finish()
}

fn severity(code: Code) -> &'static str {
    match code.severity() {
        Severity::Error => "mistake",
        Severity::Warning => "warning",
    }
}
