//! Commands, undo, playhead: the reducer.
