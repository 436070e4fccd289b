//! The programs as code in several languages, each line keyed by its step.
