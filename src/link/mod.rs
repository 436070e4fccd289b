//! The link text ⇄ scenario.
