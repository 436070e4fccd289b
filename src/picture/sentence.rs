//! Moments → sentences: which text, with which values.
