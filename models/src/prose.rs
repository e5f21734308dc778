//! What a source file says about itself at its top, for those who explain it to a reader.

/// The leading `//!` comment of a source file: why it is there.
///
/// A policy's file hangs it on its schema: `#[schemars(extend("x-why" = leading_comment(include_str!("retry.rs"))))]`.
pub fn leading_comment(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comment_ends_where_the_code_begins() {
        let source = "//! Retry.\n//!\n//! Why.\n\nuse x; //! not this\n//! nor this\n";
        assert_eq!(leading_comment(source), "Retry.\n\nWhy.");
        assert_eq!(leading_comment("use x;"), "");
    }
}
