//! The terminal: taken over for as long as somebody looks, and given back whatever happens.

use std::io;

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::view::View;
use super::{keys, screen};

/// Shows a counterexample until somebody has seen enough.
pub(super) fn show(view: &mut View<'_>) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let shown = loop {
        if let Err(error) = terminal.draw(|frame| screen::draw(frame, view)) {
            break Err(error);
        }
        match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if !keys::pressed(view, key) {
                    break Ok(());
                }
            }
            // Another size is drawn anew.
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    ratatui::try_restore().and(shown)
}
