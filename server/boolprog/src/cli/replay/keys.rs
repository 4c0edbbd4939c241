//! What keys mean.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::view::{Motion, View};

/// A line for the bottom of the screen.
pub(super) const HELP: &str =
    "j/k step  n/p context switch  t/T same thread  g/G start/end  5 Enter: to step 5  q quit";

/// Longer numbers are no steps.
const LARGEST: usize = 1_000_000_000;

/// Does what a key says. Whether there is more to see.
pub(super) fn pressed(view: &mut View<'_>, key: KeyEvent) -> bool {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return !matches!(key.code, KeyCode::Char('c' | 'd'));
    }
    let number = view.number.take();
    match key.code {
        KeyCode::Char('q') => return false,
        KeyCode::Esc => return number.is_some(),
        KeyCode::Char(digit @ '0'..='9') => {
            let digit = digit.to_digit(10).unwrap_or_default() as usize;
            view.number = Some((number.unwrap_or_default() * 10 + digit).min(LARGEST));
        }
        KeyCode::Backspace if number.is_some_and(|number| number >= 10) => view.number = number.map(|it| it / 10),
        KeyCode::Enter if number.is_some() => view.go_to(number.unwrap_or_default()),
        code => {
            if let Some(motion) = motion(code) {
                view.go(motion);
            }
        }
    }
    true
}

fn motion(key: KeyCode) -> Option<Motion> {
    Some(match key {
        KeyCode::Down | KeyCode::Right | KeyCode::Enter | KeyCode::Char('j' | 'l' | ' ') => Motion::Forward,
        KeyCode::Up | KeyCode::Left | KeyCode::Backspace | KeyCode::Char('k' | 'h') => Motion::Back,
        KeyCode::PageDown | KeyCode::Char('n') => Motion::NextSwitch,
        KeyCode::PageUp | KeyCode::Char('p') => Motion::PreviousSwitch,
        KeyCode::Char('t') => Motion::NextOfThread,
        KeyCode::Char('T') => Motion::PreviousOfThread,
        KeyCode::Home | KeyCode::Char('g') => Motion::Start,
        KeyCode::End | KeyCode::Char('G') => Motion::End,
        _ => return None,
    })
}
