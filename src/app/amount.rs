//! A field for a whole number. What is typed counts at once; when it is left, it shows what counts.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct AmountProps {
    pub label: AttrValue,
    pub value: i64,
    /// By how much it goes up or down.
    pub step: i64,
    pub typed: Callback<i64>,
}

#[component]
pub fn Amount(props: &AmountProps) -> Html {
    let typed = props.typed.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let input = event.target_dyn_into::<HtmlInputElement>();
        if let Some(value) = input.and_then(|i| i.value().trim().parse().ok()) {
            typed.emit(value);
        }
    });
    let value = props.value.to_string();
    let counts = value.clone();
    // Letters, nothing, or a number out of range: the run goes by another, and the field says so.
    let onblur = Callback::from(move |event: FocusEvent| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>()
            && input.value() != counts
        {
            input.set_value(&counts);
        }
    });
    html! {
        <label class="field">
            <span>{ &props.label }</span>
            <input type="number" inputmode="numeric" step={props.step.to_string()} {value}
                {oninput} {onblur} />
        </label>
    }
}
