//! A native select that always shows what is chosen.
//!
//! Once a reader has chosen in a select, browsers no longer listen to its options' attributes: the
//! choice is set as a property, after every drawing.

use super::browser::size::show_choice;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct ChoiceProps {
    pub label: &'static str,
    /// The label is for screen readers alone.
    #[prop_or_default]
    pub quiet: bool,
    #[prop_or_default]
    pub class: &'static str,
    /// Each option's words, and its value for those who look it up.
    pub options: Vec<(String, &'static str)>,
    /// The groups in which they stand: each its name, and how many of them are its. Those left over
    /// stand in none.
    #[prop_or_default]
    pub groups: Vec<(&'static str, usize)>,
    pub chosen: usize,
    pub choose: Callback<usize>,
}

#[component]
pub fn Choice(props: &ChoiceProps) -> Html {
    let select = use_node_ref();
    {
        let select = select.clone();
        let shown = (props.chosen, props.options.len());
        use_effect_with(shown, move |(chosen, _)| show_choice(&select, *chosen));
    }
    let choose = props.choose.clone();
    let onchange = Callback::from(move |event: Event| {
        let index = event.target_dyn_into::<HtmlSelectElement>().map(|s| s.selected_index());
        if let Some(index) = index.and_then(|i| usize::try_from(i).ok()) {
            choose.emit(index);
        }
    });
    html! {
        <label class={classes!("pick", props.class)}>
            <span class={props.quiet.then_some("visually-hidden")}>{ props.label }</span>
            <select ref={select} {onchange}>
                { for groups(props) }
            </select>
        </label>
    }
}

fn groups(props: &ChoiceProps) -> Vec<Html> {
    let mut options = props.options.iter().enumerate().map(|(i, (words, value))| {
        html! { <option value={*value} selected={i == props.chosen}>{ words }</option> }
    });
    let grouped = props.groups.iter().map(|(name, count)| {
        let label = (*name).to_owned();
        html! { <optgroup {label}>{ for options.by_ref().take(*count) }</optgroup> }
    });
    let grouped: Vec<Html> = grouped.collect();
    grouped.into_iter().chain(options).collect()
}
