//! What is no scenario at all: one clear sentence for bytes that nobody should try to parse.

/// The largest text that is read; real scenarios are a thousand times smaller.
pub const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The bytes as text, or why they cannot be a scenario.
pub fn text(bytes: &[u8]) -> Result<&str, String> {
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES / (1024 * 1024);
        return Err(format!("the file is larger than {most} MB: no scenario is"));
    }
    if bytes.contains(&0) {
        return Err("the file is binary: expected a text in RON".to_owned());
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count() + 1;
            return Err(format!("line {line} is not valid UTF-8: expected a text in RON"));
        }
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err("the file is empty".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        text(bytes).unwrap_err()
    }

    #[test]
    fn what_is_no_text_is_refused_with_one_sentence() {
        assert_eq!(refused(b""), "the file is empty");
        assert!(refused(b" \n\t").contains("empty"));
        assert!(refused(b"\x7fELF\x00\x01").contains("binary"));
        assert!(refused(b"(\n\xff\xfe)").contains("line 2 is not valid UTF-8"));
        assert!(refused(&vec![b' '; 50_000_000]).contains("larger than 8 MB"));
        assert!(text(b"()").is_ok());
    }
}
