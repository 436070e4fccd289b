//! The form of one fault. Every change is a command at once: there is nothing to submit.

use super::{kind_name, node_name};
use crate::app::amount::Amount;
use crate::app::choice::Choice;
use crate::app::state::Ui;
use crate::model::lock::Failover;
use crate::model::network::Leg;
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::model::protection::{Protection, Switches};
use crate::run::Rules;
use crate::scenario::kinds::{KINDS, Kind, Target};
use crate::scenario::{Amount as Number, Effect, Fault, Lasting, Scenario, Thread, Trigger};
use crate::session::{Command, Typing};
use crate::text::{Key, Text};
use crate::time::TrueTime;
use yew::prelude::*;

/// Turns what a field says into the fault that it then is.
type Edit<T> = Box<dyn Fn(T) -> Fault>;

/// What the fields of a form share.
struct Fields {
    ui: Ui,
    text: Text,
    index: usize,
}

impl Fields {
    fn emit(&self, typing: Typing) -> Callback<Fault> {
        let (dispatch, index) = (self.ui.dispatch.clone(), self.index);
        Callback::from(move |fault| dispatch.dispatch(Command::EditFault(index, fault, typing)))
    }

    /// A choice among values, each with its words.
    fn choice<T: Copy + PartialEq + 'static>(
        &self,
        label: Key,
        options: Vec<(T, String)>,
        chosen: T,
        edit: Edit<T>,
    ) -> Html {
        let emit = self.emit(None);
        let at = options.iter().position(|(value, _)| *value == chosen).unwrap_or(0);
        let values: Vec<T> = options.iter().map(|(value, _)| *value).collect();
        let choose = Callback::from(move |index: usize| {
            if let Some(value) = values.get(index) {
                emit.emit(edit(*value));
            }
        });
        let options: Vec<_> = options.into_iter().map(|(_, words)| (words, "")).collect();
        html! {
            <Choice label={self.text.get(label)} class="field" {options} chosen={at} {choose} />
        }
    }

    fn number(&self, label: Key, value: i64, step: i64, edit: Edit<i64>) -> Html {
        let label = self.text.get(label);
        let typed = self.emit(Some(label)).reform(edit);
        html! { <Amount key={label} {label} {value} {step} {typed} /> }
    }

    fn step_name(&self, step: Step) -> &'static str {
        self.text.find(&format!("step.{}.name", step.id())).unwrap_or(step.id())
    }
}

pub fn form(index: usize, fault: &Fault, rules: &Rules, ui: &Ui) -> Html {
    let switches = rules.switches();
    let text = ui.text;
    let fields = Fields { ui: ui.clone(), text, index };
    html! {
        <div key={index} class="fault-form" role="group" aria-label={text.get(Key::UiFaultsForm)}>
            { kind_field(&fields, fault, rules.scenario.ttl_ms) }
            { target_fields(&fields, fault) }
            { when_fields(&fields, fault, switches) }
            { number_fields(&fields, fault) }
            <div class="form-buttons">
                <button type="button" class="button" onclick={ui.send(|| Command::Edit(None))}>
                    { text.get(Key::UiFaultsClose) }
                </button>
                <button type="button" class="button quiet"
                    onclick={ui.send(move || Command::RemoveFault(index))}>
                    { text.get(Key::UiFaultsRemove) }
                </button>
            </div>
        </div>
    }
}

/// The node that a fault is about.
fn node_of(fault: &Fault) -> Node {
    match (fault.what, fault.when) {
        (Effect::Pause { worker, .. } | Effect::Suspend { worker, .. }, _)
        | (Effect::Crash { worker, .. }, _) => worker.into(),
        (Effect::Step { node, .. } | Effect::Slew { node, .. } | Effect::Drift { node, .. }, _) => {
            node
        }
        (Effect::Partition { between: [a, _], .. }, _) => a,
        (Effect::Failover(_), _) => Node::Lock,
        (_, Trigger::Message { worker, .. }) => worker.into(),
        _ => Node::A,
    }
}

fn kind_field(fields: &Fields, fault: &Fault, ttl_ms: u64) -> Html {
    let (node, when) = (node_of(fault), fault.when);
    let options = KINDS.iter().map(|kind| (kind.id, kind_name(kind, fields.text).to_owned()));
    let edit = move |id: &'static str| {
        let scenario = Scenario { ttl_ms, ..Scenario::default() };
        Kind::find(id).unwrap_or(&KINDS[0]).fault(node, when, &scenario)
    };
    fields.choice(Key::UiFaultsWhat, options.collect(), Kind::of(&fault.what).id, Box::new(edit))
}

fn target_fields(fields: &Fields, fault: &Fault) -> Html {
    let fault = *fault;
    let nodes = match Kind::of(&fault.what).target {
        Target::Worker => [Node::A, Node::B].as_slice(),
        Target::Clock => &Node::ALL,
        Target::Link => {
            return partition_field(fields, &fault);
        }
        Target::Message | Target::LockService => return html! {},
    };
    let label = match Kind::of(&fault.what).target {
        Target::Clock => Key::UiFaultsClockOf,
        _ => Key::UiFaultsWhom,
    };
    let options = nodes.iter().map(|node| (*node, node_name(*node, fields.text).to_owned()));
    let edit = move |to: Node| {
        let mut next = fault;
        match &mut next.what {
            Effect::Pause { worker, .. }
            | Effect::Suspend { worker, .. }
            | Effect::Crash { worker, .. } => *worker = to.worker().unwrap_or_default(),
            Effect::Step { node, .. } | Effect::Slew { node, .. } | Effect::Drift { node, .. } => {
                *node = to;
            }
            _ => {}
        }
        next
    };
    fields.choice(label, options.collect(), node_of(&fault), Box::new(edit))
}

fn partition_field(fields: &Fields, fault: &Fault) -> Html {
    let Effect::Partition { between, for_ms } = fault.what else {
        return html! {};
    };
    // The pair may stand the other way round in a link.
    let pairs = Node::ALL.into_iter().flat_map(|a| Node::ALL.map(|b| [a, b]));
    let pairs = pairs.filter(|[a, b]| a < b || [*a, *b] == between);
    let name = |pair: [Node; 2]| pair.map(|n| node_name(n, fields.text)).join(" – ");
    let when = fault.when;
    let edit = move |between| Fault { when, what: Effect::Partition { between, for_ms } };
    let options = pairs.map(|pair| (pair, name(pair))).collect();
    fields.choice(Key::UiFaultsBetween, options, between, Box::new(edit))
}

/// The four ways in which a fault that is not on a message is triggered.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    At,
    Before,
    During,
    After,
}

fn when_fields(fields: &Fields, fault: &Fault, switches: &Switches) -> Html {
    let fault = *fault;
    let (way, at) = match fault.when {
        Trigger::At(at) => (Way::At, Err(at)),
        Trigger::Before(at) => (Way::Before, Ok(at)),
        Trigger::During(at) => (Way::During, Ok(at)),
        Trigger::After(at) => (Way::After, Ok(at)),
        Trigger::Message { .. } => return message_fields(fields, &fault, switches),
    };
    let step =
        at.unwrap_or(StepRef::first(node_of(&fault).worker().unwrap_or_default(), Step::Write));
    let time = at.err().unwrap_or(TrueTime(1_000));
    let make = move |way: Way, step: StepRef, time: TrueTime| match way {
        Way::At => Trigger::At(time),
        Way::Before => Trigger::Before(step),
        Way::During => Trigger::During(step),
        Way::After => Trigger::After(step),
    };
    let words = |key: Key| fields.text.get(key).to_owned();
    let ways = vec![
        (Way::Before, words(Key::UiFaultsBefore)),
        (Way::During, words(Key::UiFaultsDuring)),
        (Way::After, words(Key::UiFaultsAfter)),
        (Way::At, words(Key::UiFaultsAt)),
    ];
    let pick_way = move |way| Fault { when: make(way, step, time), ..fault };
    html! {
        <>
            { fields.choice(Key::UiFaultsWhen, ways, way, Box::new(pick_way)) }
            if way == Way::At {
                { fields.number(Key::UiFaultsTime, time.0 as i64, 100, Box::new(move |ms| {
                    Fault { when: Trigger::At(TrueTime(ms.max(0) as u64)), ..fault }
                })) }
            } else {
                { step_field(fields, Key::UiFaultsStep, step, switches, false, Box::new(move |step| {
                    Fault { when: make(way, step, time), ..fault }
                })) }
                { nth_field(fields, step.nth, Box::new(move |nth| {
                    let step = StepRef { nth: nth.clamp(1, 100) as u8, ..step };
                    Fault { when: make(way, step, time), ..fault }
                })) }
            }
        </>
    }
}

fn nth_field(fields: &Fields, nth: u8, edit: Edit<i64>) -> Html {
    fields.number(Key::UiFaultsNth, i64::from(nth), 1, edit)
}

/// A step of either worker.
fn step_field(
    fields: &Fields,
    label: Key,
    chosen: StepRef,
    switches: &Switches,
    asking: bool,
    edit: Edit<StepRef>,
) -> Html {
    // The step chosen stays a choice even if this protection's program has no such step.
    let here =
        |step: &Step| *step == chosen.step || (step.is_in(switches) && (!asking || step.asks()));
    let nth = chosen.nth;
    let steps = WorkerId::ALL.into_iter().flat_map(|worker| {
        Step::ALL.into_iter().filter(here).map(move |step| StepRef { worker, step, nth })
    });
    let options = steps.map(|at| {
        let letter = at.step.letter(switches);
        (at, format!("{} · {letter} {}", at.worker.letter(), fields.step_name(at.step)))
    });
    fields.choice(label, options.collect(), chosen, edit)
}

fn message_fields(fields: &Fields, fault: &Fault, switches: &Switches) -> Html {
    let fault = *fault;
    let Trigger::Message { worker, step, leg, nth } = fault.when else {
        return html! {};
    };
    let make = move |at: StepRef, leg: Leg| Fault {
        when: Trigger::Message { worker: at.worker, step: at.step, leg, nth: at.nth },
        ..fault
    };
    let at = StepRef { worker, step, nth };
    let legs = vec![
        (Leg::Request, fields.text.get(Key::UiFaultsLegRequest).to_owned()),
        (Leg::Reply, fields.text.get(Key::UiFaultsLegReply).to_owned()),
    ];
    html! {
        <>
            { fields.choice(Key::UiFaultsLeg, legs, leg, Box::new(move |leg| make(at, leg))) }
            { step_field(fields, Key::UiFaultsStep, at, switches, true,
                Box::new(move |at| make(at, leg))) }
            { nth_field(fields, nth, Box::new(move |nth| {
                make(StepRef { nth: nth.clamp(1, 100) as u8, ..at }, leg)
            })) }
        </>
    }
}

fn number_fields(fields: &Fields, fault: &Fault) -> Html {
    let fault = *fault;
    let field = |(amount, value): (Number, i64)| {
        let (label, step) = match amount {
            Number::ByMs => (Key::UiFaultsBy, 500),
            Number::LaterMs => (Key::UiFaultsLater, 500),
            Number::Ppm => (Key::UiFaultsPpm, 100),
            Number::ForMs => (Key::UiFaultsFor, 500),
            Number::ResyncMs => (Key::UiFaultsResync, 500),
            Number::RestartsAfterMs => (Key::UiFaultsRestarts, 500),
        };
        let edit = move |value: i64| {
            let mut next = fault;
            next.what.set(amount, value);
            next
        };
        fields.number(label, value, step, Box::new(edit))
    };
    let lasts = match fault.what {
        Effect::Pause { lasts, .. } | Effect::Suspend { lasts, .. } | Effect::Delay { lasts } => {
            lasting_fields(fields, lasts, &fault)
        }
        _ => html! {},
    };
    html! {
        <>
            { lasts }
            { for fault.what.amounts().into_iter().map(field) }
            { extra_fields(fields, &fault) }
        </>
    }
}

/// What some effects have besides numbers: the thread that stops, whether a crash is the end, what a
/// failover loses.
fn extra_fields(fields: &Fields, fault: &Fault) -> Html {
    let fault = *fault;
    let words = |key: Key| fields.text.get(key).to_owned();
    match fault.what {
        Effect::Pause { worker, lasts, thread } => {
            let threads = vec![
                (Thread::Process, words(Key::UiFaultsProcess)),
                (Thread::Work, words(Key::UiFaultsWork)),
                (Thread::Heartbeat, words(Key::UiFaultsHeartbeat)),
            ];
            let edit =
                move |thread| Fault { what: Effect::Pause { worker, lasts, thread }, ..fault };
            fields.choice(Key::UiFaultsThread, threads, thread, Box::new(edit))
        }
        Effect::Crash { worker, restarts_after_ms } => {
            let ways = vec![(true, words(Key::UiFaultsYes)), (false, words(Key::UiFaultsNo))];
            let edit = move |again: bool| {
                let restarts_after_ms = again.then(|| restarts_after_ms.unwrap_or(1_000));
                Fault { what: Effect::Crash { worker, restarts_after_ms }, ..fault }
            };
            let again = restarts_after_ms.is_some();
            fields.choice(Key::UiFaultsComesBack, ways, again, Box::new(edit))
        }
        Effect::Failover(keeps) => {
            let field = |label: Key, kept: bool, set: fn(&mut Failover, bool)| {
                let ways = vec![(true, words(Key::UiFaultsYes)), (false, words(Key::UiFaultsNo))];
                let edit = move |on: bool| {
                    let mut next = keeps;
                    set(&mut next, on);
                    Fault { what: Effect::Failover(next), ..fault }
                };
                fields.choice(label, ways, kept, Box::new(edit))
            };
            html! {
                <>
                    { field(Key::UiFaultsKeepsKey, keeps.key, |k, on| k.key = on) }
                    { field(Key::UiFaultsKeepsCounter, keeps.counter, |k, on| k.counter = on) }
                    { field(Key::UiFaultsRestartsTtl, keeps.restarts_ttl, |k, on| k.restarts_ttl = on) }
                </>
            }
        }
        _ => html! {},
    }
}

/// A time, or until a step is done.
fn lasting_fields(fields: &Fields, lasts: Lasting, fault: &Fault) -> Html {
    let fault = *fault;
    let with = move |to: Lasting| {
        let mut next = fault;
        if let Effect::Pause { lasts, .. }
        | Effect::Suspend { lasts, .. }
        | Effect::Delay { lasts } = &mut next.what
        {
            *lasts = to;
        }
        next
    };
    let other = node_of(&fault).worker().unwrap_or_default().other();
    let until = match lasts {
        Lasting::UntilAfter(at) => at,
        Lasting::ForMs(_) => StepRef::first(other, Step::Read),
    };
    let ways = vec![
        (false, fields.text.get(Key::UiFaultsLastsFor).to_owned()),
        (true, fields.text.get(Key::UiFaultsLastsUntil).to_owned()),
    ];
    let is_until = matches!(lasts, Lasting::UntilAfter(_));
    let pick =
        move |to: bool| with(if to { Lasting::UntilAfter(until) } else { Lasting::ForMs(6_000) });
    html! {
        <>
            { fields.choice(Key::UiFaultsLasts, ways, is_until, Box::new(pick)) }
            if let Lasting::ForMs(ms) = lasts {
                { fields.number(Key::UiFaultsFor, ms as i64, 500, Box::new(move |ms| {
                    with(Lasting::ForMs(ms.max(0) as u64))
                })) }
            } else {
                { step_field(fields, Key::UiFaultsStep, until, Protection::default().switches(), false,
                    Box::new(move |at| with(Lasting::UntilAfter(at)))) }
            }
        </>
    }
}
