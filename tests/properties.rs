//! What holds of every scenario.

mod common;

use common::scenarios;
use leasescope::run::{hash, run};
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_same_scenario_gives_the_same_trace(scenario in scenarios::scenario()) {
        prop_assert_eq!(scenario.problems(), vec![]);
        let (once, again) = (run(&scenario), run(&scenario));
        prop_assert_eq!(hash::hash(&once.events), hash::hash(&again.events));
        prop_assert_eq!(once, again);
    }
}
