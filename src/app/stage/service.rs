//! The lock service: which one it is, and a card of what can be relied on.

use crate::app::choice::Choice;
use crate::app::state::Ui;
use crate::model::profile::Profile;
use crate::model::protection::Exclusion;
use crate::session::{Command, Session};
use crate::text::Key;
use yew::prelude::*;

pub fn service(session: &Session, ui: &Ui) -> Html {
    let (text, scenario) = (ui.text, session.scenario());
    let profile = scenario.profile;
    let named =
        |p: Profile, what: &str| text.find(&format!("profile.{}.{what}", p.id())).unwrap_or(p.id());
    let set = scenario.clone();
    let dispatch = ui.dispatch.clone();
    let choose = Callback::from(move |at: usize| {
        if let Some(profile) = Profile::all().nth(at) {
            let next = crate::scenario::Scenario { profile, ..set.clone() };
            dispatch.dispatch(Command::Change(Box::new(next), None));
        }
    });
    let options: Vec<_> = Profile::all().map(|p| (named(p, "name").to_owned(), p.id())).collect();
    let entry = profile.entry();
    let rules = &session.run.trace.rules;
    let told = text.span(entry.service.term.told_ms(scenario.ttl_ms));
    let leased = rules.switches().lock == Exclusion::Lease;
    html! {
        <details class="service">
            <summary>{ text.fill(Key::UiServiceTitle, &[("name", named(profile, "name"))]) }</summary>
            <div class="switches">
                <Choice label={text.get(Key::UiServiceChoose)} class="field" {options}
                    chosen={Profile::all().position(|p| p == profile).unwrap_or(0)} {choose} />
                <dl data-profile={profile.id()}>
                    <dt>{ text.get(Key::UiServiceGives) }</dt>
                    <dd>{ named(profile, "gives") }</dd>
                    <dt>{ text.get(Key::UiServiceLacks) }</dt>
                    <dd>{ named(profile, "lacks") }</dd>
                    <dt>{ text.get(Key::UiServiceToken) }</dt>
                    <dd>{ named(profile, "token") }</dd>
                    <dt>{ text.get(Key::UiServiceUsual) }</dt>
                    <dd>
                        { text.span(entry.usual_ttl_ms) }{ ". " }
                        { text.fill(Key::UiServiceTold, &[("time", &told)]) }
                    </dd>
                    if !entry.sources.is_empty() {
                        <dt>{ text.get(Key::UiServiceSources) }</dt>
                        <dd>
                            <ul>
                                for source in entry.sources {
                                    <li>{ source.what }{ ": " }<cite>{ source.at }</cite></li>
                                }
                            </ul>
                        </dd>
                    }
                </dl>
                if !leased { <p>{ text.get(Key::UiServiceNoLock) }</p> }
            </div>
        </details>
    }
}
