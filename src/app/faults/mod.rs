//! The faults as a list: what goes wrong in this run, each to be edited or removed; and what can be
//! put in at the place where the reader pointed.

mod form;

use super::state::{Ui, use_ui};
use crate::model::node::{Node, WorkerId};
use crate::model::program::{Step, StepRef};
use crate::picture::words;
use crate::scenario::kinds::{KINDS, Kind, Target};
use crate::scenario::{Fault, Trigger};
use crate::session::{Command, Place, Session};
use crate::text::Key;
use form::form;
use yew::prelude::*;

pub fn faults(session: &Session, ui: &Ui) -> Html {
    let text = ui.text;
    let faults = &session.scenario().faults;
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
                    onclick={ui.send(move || Command::Propose(Some(place)))}>
                    <span aria-hidden="true">{ "+ " }</span>{ text.get(Key::UiFaultsAdd) }
                </button>
                <span class="history">
                    <button type="button" class="button quiet" disabled={!session.can_undo()}
                        onclick={ui.send(|| Command::Undo)}>{ text.get(Key::UiFaultsUndo) }</button>
                    <button type="button" class="button quiet" disabled={!session.can_redo()}
                        onclick={ui.send(|| Command::Redo)}>{ text.get(Key::UiFaultsRedo) }</button>
                </span>
            </div>
        </section>
    }
}

/// What is being put in or edited, right below the picture in which the reader pointed.
pub fn desk(session: &Session, ui: &Ui) -> Html {
    let scenario = session.scenario();
    let edited = session.editing.and_then(|i| Some((i, *scenario.faults.get(i)?)));
    html! {
        <>
            if let Some(place) = session.proposing { <Propose {place} session={session.clone()} /> }
            if let Some((index, fault)) = edited {
                { form(index, &fault, session.run.trace.rules.switches(), ui) }
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
        use_effect_with(props.place, move |_| super::browser::size::focus_first(&group));
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
