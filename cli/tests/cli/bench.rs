//! What the tests share: the program, a directory of their own, and a scenario that is done in no time.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

/// A scenario with two variants that takes a few milliseconds.
pub(crate) const SMALL: &str = r#"(
    format: 1,
    title: "Small",
    run: (warmup: "1s", length: "6s", replications: 2),
    services: {
        "web": (workers: Threads(2), queue: (room: 10), operations: {"page": [Work(Exponential("10ms"))]}),
    },
    clients: {"users": (arrivals: Poisson("100/s"), asks: {"web.page": 1}, policies: [Timeout("1s")])},
    variants: {"as built": {}, "wide": {"services.web.workers": Threads(4)}},
)"#;

/// The program.
pub(crate) fn brownout(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("brownout").unwrap();
    command.args(args).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// What it prints when all goes well.
pub(crate) fn printed(args: &[&str]) -> String {
    let output = brownout(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// What it prints, what it says on stderr, and how it ends.
pub(crate) fn told(args: &[&str], stdin: &str) -> (String, String, i32) {
    let output = brownout(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

/// A directory that is empty when the test begins.
pub(crate) fn directory(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A file with this text, as a path to type.
pub(crate) fn file(test: &str, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = directory(test).join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}
