//! The program as its users meet it: what it prints, what it refuses, and the number that it ends with.

mod cli {
    mod bench;
    mod experiments;
    mod files;
    mod outcome;
    mod promises;
    mod scenarios;
    mod states;
    mod words;
}
