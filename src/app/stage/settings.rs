//! Times and clocks of the scenario: what a learner can change besides faults and protection.

use crate::app::amount::Amount;
use crate::app::choice::Choice;
use crate::app::state::{Ui, use_ui};
use crate::scenario::Scenario;
use crate::scenario::params::{NUMBERS, Number, SWITCHES, Switch};
use crate::session::{Command, Session};
use crate::text::{Key, Text};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SettingsProps {
    pub session: Session,
}

#[component]
pub fn Settings(props: &SettingsProps) -> Html {
    let ui = use_ui();
    let scenario = props.session.scenario();
    let open = use_state_eq(|| false);
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    html! {
        <div class="settings">
            <button type="button" class="disclose" aria-expanded={open.to_string()} onclick={toggle}>
                { ui.text.get(Key::UiSettingsTitle) }
                <span class="differs">{ differing(scenario, ui.text) }</span>
            </button>
            if *open {
                <div class="fault-form" role="group" aria-label={ui.text.get(Key::UiSettingsTitle)}>
                    for number in NUMBERS { { number_field(number, scenario, &ui) } }
                    for switch in SWITCHES { { switch_field(switch, scenario, &ui) } }
                </div>
            }
        </div>
    }
}

fn label(id: &str, text: Text) -> &'static str {
    text.find(&format!("ui.settings.{id}")).unwrap_or("")
}

/// What is not as usual, in words: part of the cause of what is seen.
fn differing(scenario: &Scenario, text: Text) -> String {
    let usual = Scenario::default();
    let numbers = NUMBERS.iter().filter(|n| (n.get)(scenario) != (n.get)(&usual));
    let numbers =
        numbers.map(|n| format!(" · {} {}", label(n.id, text), text.span((n.get)(scenario))));
    let switches = SWITCHES.iter().filter(|s| (s.get)(scenario) != (s.get)(&usual));
    let switches = switches.map(|s| format!(" · {}", side(s, (s.get)(scenario), text)));
    numbers.chain(switches).collect()
}

fn side(switch: &Switch, on: bool, text: Text) -> &'static str {
    label(&format!("{}-{}", switch.id, switch.sides[usize::from(on)]), text)
}

fn number_field(number: &'static Number, scenario: &Scenario, ui: &Ui) -> Html {
    let (was, dispatch) = (scenario.clone(), ui.dispatch.clone());
    let typed = Callback::from(move |ms: i64| {
        let mut next = was.clone();
        (number.set)(&mut next, u64::try_from(ms).unwrap_or(0));
        dispatch.dispatch(Command::Change(Box::new(next), Some(number.id)));
    });
    let value = i64::try_from((number.get)(scenario)).unwrap_or(i64::MAX);
    let label = format!("{} (ms)", label(number.id, ui.text));
    html! { <Amount key={number.id} {label} {value} step={number.step as i64} {typed} /> }
}

fn switch_field(switch: &'static Switch, scenario: &Scenario, ui: &Ui) -> Html {
    let (was, dispatch) = (scenario.clone(), ui.dispatch.clone());
    let choose = Callback::from(move |index: usize| {
        let mut next = was.clone();
        (switch.set)(&mut next, index == 1);
        dispatch.dispatch(Command::Change(Box::new(next), None));
    });
    let options = [false, true].map(|on| (side(switch, on, ui.text).to_owned(), ""));
    html! {
        <Choice label={label(switch.id, ui.text)} class="field" options={options.to_vec()}
            chosen={usize::from((switch.get)(scenario))} {choose} />
    }
}
