//! The faults as a list: what goes wrong in this run, each to be edited or removed; and what can be
//! put in at the place where the reader pointed.

mod form;

use super::browser::size;
use super::state::{Ui, use_ui};
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::picture::words;
use crate::scenario::kinds::{KINDS, Kind, Target};
use crate::scenario::limits::FAULTS_MAX;
use crate::scenario::{Fault, Trigger};
use crate::session::{Command, Place, Session};
use crate::text::Key;
use form::form;
use yew::prelude::*;

/// A button that has nothing to do stays where the keyboard is: it is not taken away.
pub fn off(can: bool) -> Option<&'static str> {
    (!can).then_some("true")
}

pub fn faults(session: &Session, ui: &Ui) -> Html {
    let text = ui.text;
    let faults = &session.scenario().faults;
    let (full, max) = (faults.len() >= FAULTS_MAX, FAULTS_MAX.to_string());
    let place =
        Place { node: Node::A, when: Trigger::Before(StepRef::first(WorkerId::A, Step::Write)) };
    html! {
        <section class="faults" aria-labelledby="ls-faults">
            <div class="fault-row">
                <h2 id="ls-faults">{ text.get(Key::UiFaultsLegend) }</h2>
                if faults.is_empty() { <span class="none">{ text.get(Key::UiFaultsNothing) }</span> }
                for (i, fault) in faults.iter().enumerate() {
                    { chip(i, fault, session, ui) }
                }
                <button type="button" class="button add"
                    aria-expanded={session.proposing.is_some().to_string()}
                    aria-disabled={full.then_some("true")}
                    onclick={ui.send(move || Command::Propose((!full).then_some(place)))}>
                    <span aria-hidden="true">{ "+ " }</span>{ text.get(Key::UiFaultsAdd) }
                </button>
                if full { <span class="none">{ text.fill(Key::UiFaultsFull, &[("max", &max)]) }</span> }
                <span class="history">
                    <button type="button" class="button quiet" aria-disabled={off(session.can_undo())}
                        onclick={ui.send(|| Command::Undo)}>{ text.get(Key::UiFaultsUndo) }</button>
                    <button type="button" class="button quiet" aria-disabled={off(session.can_redo())}
                        onclick={ui.send(|| Command::Redo)}>{ text.get(Key::UiFaultsRedo) }</button>
                </span>
            </div>
        </section>
    }
}

#[derive(Properties, PartialEq)]
pub struct DeskProps {
    pub session: Session,
}

/// What is being put in or edited, right below the picture in which the reader pointed.
#[component]
pub fn Desk(props: &DeskProps) -> Html {
    let ui = use_ui();
    let session = &props.session;
    let scenario = session.scenario();
    let edited = session.editing.and_then(|i| Some((i, *scenario.faults.get(i)?)));
    let last = use_mut_ref(|| None::<usize>);
    {
        // Whoever works by keyboard goes on where the work is: in the form, then at its fault.
        let key = (session.editing, session.proposing.is_some(), scenario.faults.len());
        use_effect_with(key, move |(editing, proposing, _)| {
            let before = std::mem::replace(&mut *last.borrow_mut(), *editing);
            if editing.is_some() {
                size::catch_focus(&[".fault-form select"]);
            } else if !proposing {
                let chip = before.map(|i| format!(".chip[data-fault=\"{i}\"]"));
                size::catch_focus(&[
                    chip.as_deref().unwrap_or(".fault-row .add"),
                    ".fault-row .add",
                ]);
            }
        });
    }
    html! {
        <>
            if let Some(place) = session.proposing { <Propose {place} session={session.clone()} /> }
            if let Some((index, fault)) = edited {
                { form(index, &fault, &session.run.trace.rules, &ui) }
            }
        </>
    }
}

fn chip(index: usize, fault: &Fault, session: &Session, ui: &Ui) -> Html {
    let text = ui.text;
    let open = session.editing == Some(index);
    let began = crate::model::event::What::FaultBegan { fault: index as u8 };
    let fired = session.run.trace.events.iter().any(|event| event.what == began);
    let words = format!(
        "{} {} · {}",
        words::whom(fault),
        words::effect(&fault.what, text),
        words::trigger(&fault.when, text),
    );
    html! {
        <button type="button" key={index} class={classes!("chip", (!fired).then_some("idle"))}
            aria-expanded={open.to_string()} data-fault={index.to_string()}
            onclick={ui.send(move || Command::Edit((!open).then_some(index)))}>
            { words }
            if !fired { <em>{ " · " }{ text.get(Key::UiFaultsNotFired) }</em> }
        </button>
    }
}

#[derive(Properties, PartialEq)]
struct ProposeProps {
    place: Place,
    session: Session,
}

/// The faults that suit a place, one button each.
#[component]
fn Propose(props: &ProposeProps) -> Html {
    let ui = use_ui();
    let text = ui.text;
    let Place { node, when } = props.place;
    let group = use_node_ref();
    {
        let group = group.clone();
        use_effect_with(props.place, move |_| size::focus_first(&group));
    }
    let suits = |kind: &&Kind| match kind.target {
        Target::Worker | Target::Message | Target::Link => node.worker().is_some(),
        Target::Clock => node != Node::Store,
        Target::LockService => node == Node::Lock,
    };
    let said = format!("{} · {}", node_name(node, text), words::trigger(&when, text));
    html! {
        <div class="propose" role="group" ref={group}
            aria-label={text.fill(Key::UiProposeLegend, &[("when", &said)])}>
            <p>{ text.fill(Key::UiProposeLegend, &[("when", &said)]) }</p>
            for kind in KINDS.iter().filter(suits) {
                <button type="button" class="button" data-kind={kind.id} onclick={
                    let fault = kind.fault(node, when, props.session.scenario());
                    ui.send(move || Command::AddFault(fault))
                }>{ kind_name(kind, text) }</button>
            }
            <button type="button" class="button quiet" onclick={ui.send(|| Command::Propose(None))}>
                { text.get(Key::UiProposeCancel) }
            </button>
        </div>
    }
}

fn kind_name(kind: &Kind, text: crate::text::Text) -> &'static str {
    text.find(&format!("fault.{}.name", kind.id)).unwrap_or(kind.id)
}

fn node_name(node: Node, text: crate::text::Text) -> &'static str {
    text.get(match node {
        Node::A => Key::UiLaneA,
        Node::B => Key::UiLaneB,
        Node::Lock => Key::UiLaneLock,
        Node::Store => Key::UiStoreTitle,
    })
}
