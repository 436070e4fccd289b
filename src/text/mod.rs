//! Language and texts.
