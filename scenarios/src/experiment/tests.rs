//! What replications say together, held against theory and against each other.
