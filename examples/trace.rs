//! Runs a scenario natively and prints its trace: one JSON object a line, verdicts and hash last.
fn main() {
    let id = std::env::args().nth(1).unwrap_or_default();
    let Some(p) = leasescope::scenario::presets::Preset::find(&id) else {
        return;
    };
    let t = leasescope::run::run(&p.scenario());
    for e in &t.events {
        println!("{}", serde_json::to_string(e).unwrap_or_default());
    }
    println!(
        "{:?} {:?} {}",
        leasescope::run::verdicts(&t),
        leasescope::run::progress(&t),
        leasescope::run::hash::hash(&t.events)
    );
}
