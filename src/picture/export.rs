//! A run as text for other tools: sentences, a Mermaid sequence diagram, a log that ShiViz reads.
//!
//! Pure strings. The picture itself is exported by the page, which has it.

use super::sentence::{Weight, rows};
use crate::model::event::What;
use crate::model::node::{Node, WorkerId};
use crate::model::program::Step;
use crate::model::sync::{Applied, Checkpointed, Emitted};
use crate::run::Trace;
use crate::text::{Key, Text, seconds};

/// What a run can be copied as, in the order in which the page offers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Mermaid,
    Shiviz,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Text, Format::Mermaid, Format::Shiviz];

    pub fn name(self, text: Text) -> &'static str {
        match self {
            Format::Text => text.get(Key::UiExportText),
            Format::Mermaid => "Mermaid",
            Format::Shiviz => "ShiViz",
        }
    }

    pub fn write(self, trace: &Trace, text: Text) -> String {
        match self {
            Format::Text => sentences(trace, text),
            Format::Mermaid => mermaid(trace, text),
            Format::Shiviz => shiviz(trace),
        }
    }
}

/// One told moment a line: when, and what happened.
fn sentences(trace: &Trace, text: Text) -> String {
    let told = rows(trace, text).into_iter().filter(|row| row.weight == Weight::Major);
    told.map(|row| format!("{}\t{}\n", seconds(row.at.0), row.text)).collect()
}

fn node_name(node: Node) -> &'static str {
    ["A", "B", "lock", "store"][node.index()]
}

/// A sequence diagram: every message that is more than another round of asking, and as notes what
/// no message says.
fn mermaid(trace: &Trace, text: Text) -> String {
    let mut out = String::from("sequenceDiagram\n");
    for node in [Node::Lock, Node::A, Node::B, Node::Store] {
        out += &format!("  participant {}\n", node_name(node));
    }
    let told = rows(trace, text);
    for (moment, row) in told.iter().enumerate() {
        for event in &trace.events[trace.moment(moment)] {
            if let Some(line) = mermaid_line(&event.what, &row.text, text) {
                out += &format!("  {line}\n");
            }
        }
    }
    out
}

fn mermaid_line(what: &What, sentence: &str, text: Text) -> Option<String> {
    // A semicolon or a hash would end a statement there.
    let clean = |words: &str| words.replace([';', '#'], ",");
    let note = |node: &str| Some(format!("Note over {node}: {}", clean(sentence)));
    match *what {
        What::Sent { worker, step, from, to, .. } if step != Step::Renew => {
            let name = text.find(&format!("step.{}.name", step.id())).unwrap_or(step.id());
            let arrow = if from == Node::from(worker) { "->>" } else { "-->>" };
            Some(format!("{}{arrow}{}: {}", node_name(from), node_name(to), clean(name)))
        }
        What::FaultBegan { .. } => note("A,B"),
        What::Expired { .. } | What::Granted { .. } => note("lock"),
        What::Checked { worker, .. } => note(worker.letter()),
        What::Judged { listened: true, .. } => note("store"),
        _ => None,
    }
}

/// One line an event, after its vector clock: `A {"A":2,"lock":1}` and then what happened.
/// Read by ShiViz with the expression `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`.
fn shiviz(trace: &Trace) -> String {
    let mut clocks = [[0_u32; Node::ALL.len()]; Node::ALL.len()];
    let mut sent: Vec<(u32, [u32; Node::ALL.len()])> = Vec::new();
    let mut out = String::new();
    for event in &trace.events {
        let Some((node, words)) = host_and_words(&event.what) else { continue };
        let i = node.index();
        if let What::Delivered { msg, .. } = event.what
            && let Some((_, theirs)) = sent.iter().find(|(id, _)| *id == msg)
        {
            for (mine, theirs) in clocks[i].iter_mut().zip(theirs) {
                *mine = (*mine).max(*theirs);
            }
        }
        clocks[i][i] += 1;
        if let What::Sent { msg, .. } = event.what {
            sent.push((msg, clocks[i]));
        }
        let known = Node::ALL.iter().filter(|n| clocks[i][n.index()] > 0);
        let clock: Vec<String> =
            known.map(|n| format!("\"{}\":{}", node_name(*n), clocks[i][n.index()])).collect();
        out += &format!("{} {{{}}}\n{} ms {words}\n", node_name(node), clock.join(","), event.at.0);
    }
    out
}

/// Where an event happens, and its name; events of no node are left out.
fn host_and_words(what: &What) -> Option<(Node, String)> {
    let at = |worker: WorkerId, words: &str| Some((Node::from(worker), words.to_owned()));
    match *what {
        What::Sent { from, step, .. } => Some((from, format!("sends {}", step.id()))),
        What::Delivered { worker, step, leg, .. } => {
            let to = match leg {
                crate::model::network::Leg::Reply => worker.into(),
                crate::model::network::Leg::Request => crate::model::network::service_of(step),
            };
            Some((to, format!("receives {}", step.id())))
        }
        What::Granted { worker, token, .. } => {
            Some((Node::Lock, format!("grants {token} to {}", worker.letter())))
        }
        What::Expired { token, .. } => Some((Node::Lock, format!("lease {token} expires"))),
        What::Released { by, token, .. } => {
            Some((Node::Lock, format!("{} releases {token}", by.letter())))
        }
        What::Judged { slot, decision, .. } => {
            let word = if decision.is_refusal() { "refuses" } else { "accepts" };
            Some((Node::Store, format!("{} {word}", slot.id())))
        }
        What::Applied { event, decision, .. } => {
            let word = match decision {
                Applied::Accepted { .. } => "applies",
                Applied::Repeated | Applied::Outdated => "knows",
                Applied::Refused { .. } => "refuses",
            };
            Some((Node::Store, format!("{word} event {event}")))
        }
        What::Emitted { event, decision, .. } => {
            let word = match decision {
                Emitted::Delivered { .. } => "sends out",
                Emitted::Repeated => "has sent",
            };
            Some((Node::Store, format!("{word} the side effect of {event}")))
        }
        What::Checkpointed { to, decision, .. } => {
            let word = match decision {
                Checkpointed::Accepted { .. } => "moves",
                Checkpointed::Refused { .. } => "refuses to move",
            };
            Some((Node::Store, format!("{word} the checkpoint to {to}")))
        }
        What::Believes { worker, .. } => at(worker, "believes that it holds the lock"),
        What::Disbelieves { worker, .. } => at(worker, "believes no longer"),
        What::Checked { worker, holds, .. } => {
            at(worker, if holds { "check holds" } else { "check fails" })
        }
        What::TimedOut { worker, .. } => at(worker, "waits no longer"),
        What::Crashed { worker } => at(worker, "crashes"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::run;
    use crate::scenario::presets::{PRESETS, Preset};
    use crate::text::Lang;

    fn gc_pause() -> Trace {
        run(&Preset::find("gc-pause").map(Preset::scenario).unwrap())
    }

    #[test]
    fn the_decisive_write_is_in_every_format() {
        let trace = gc_pause();
        let text = Text(Lang::En);
        assert!(Format::Text.write(&trace, text).contains("7.100 s\tA’s late write arrives."));
        let mermaid = Format::Mermaid.write(&trace, text);
        assert!(mermaid.starts_with("sequenceDiagram\n") && mermaid.contains("A->>store: write"));
        let log = Format::Shiviz.write(&trace, text);
        assert!(log.contains("store {\"A\":") && log.contains("7100 ms unfenced accepts"));
    }

    #[test]
    fn a_vector_clock_never_goes_back_and_a_message_carries_its_senders() {
        for preset in PRESETS {
            let log = shiviz(&run(&preset.scenario()));
            let mut last: Vec<(String, u32)> = Vec::new();
            for line in log.lines().filter(|line| line.contains('{')) {
                let (host, clock) = line.split_once(' ').unwrap();
                let own = clock.split(&format!("\"{host}\":")).nth(1).unwrap();
                let own: u32 = own.split([',', '}']).next().unwrap().parse().unwrap();
                let before = last.iter().rev().find(|(h, _)| h == host).map_or(0, |(_, n)| *n);
                assert_eq!(own, before + 1, "{}: {line}", preset.id);
                last.push((host.to_owned(), own));
            }
        }
    }
}
