//! Leasescope.
