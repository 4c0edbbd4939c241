//! Variables of C programs as trees: a trace lists the scalar parts of objects by their paths, such as `q.items[0]`.

use boolprog_trace::document::Value;
use rustc_hash::FxHashMap;

use crate::handles::{Place, Sight};
use crate::recording::Recording;

/// The longest summary of a structure or an array, in characters.
const LONGEST: usize = 60;

/// A variable, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Node<'a> {
    /// Its last part: `q`, `items`, `[0]`.
    pub(crate) name: &'a str,
    /// The whole: `q.items[0]`.
    pub(crate) path: &'a str,
    /// Its value or, of a structure or an array, a summary.
    pub(crate) value: String,
    /// Where its parts are, or those of its target if it is a pointer.
    pub(crate) unfolds: Option<Place>,
}

/// Scalar parts with their values.
type Leaves<'a> = Vec<(&'a str, &'a Value)>;

/// The parts of what is at a path of a sight; at the empty path, the variables of which some part has a value. `None` if there is
/// no such thing at this moment.
pub(crate) fn parts<'a>(recording: &'a Recording, cursor: usize, sight: Sight, path: &str) -> Option<Vec<Node<'a>>> {
    let within = |name: &str| path.is_empty() || is_part(name, path);
    let leaves: Leaves<'a> = leaves(recording, cursor, sight)?.filter(|(name, _)| within(name)).collect();
    if leaves.is_empty() && !path.is_empty() {
        return None;
    }
    let is_leaf = leaves.iter().any(|(name, _)| *name == path);
    let groups = grouped(&leaves, if is_leaf { 0 } else { path.len() });
    let lives = |group: &Leaves<'_>| group.iter().any(|(_, value)| !value.is_nothing());
    let living = groups.into_iter().filter(|(_, group)| !path.is_empty() || lives(group));
    Some(living.map(|(path, group)| node(recording, cursor, sight, path, &group)).collect())
}

/// The variable at a path, or the part of one, as an activation sees it; `None` if there is none with a value.
pub(crate) fn find<'a>(recording: &'a Recording, cursor: usize, sight: Sight, path: &str) -> Option<Node<'a>> {
    let sights = [Some(sight), (sight != Sight::Shared).then_some(Sight::Shared)];
    sights.into_iter().flatten().find_map(|sight| {
        let group: Leaves<'a> = leaves(recording, cursor, sight)?.filter(|(name, _)| is_part(name, path)).collect();
        let (first, _) = *group.iter().find(|(_, value)| !value.is_nothing())?;
        Some(node(recording, cursor, sight, &first[..path.len()], &group))
    })
}

fn leaves(recording: &Recording, cursor: usize, sight: Sight) -> Option<Box<dyn Iterator<Item = (&str, &Value)> + '_>> {
    let document = recording.document();
    Some(match sight {
        Sight::Shared => Box::new(document.shared.iter().zip(&recording.state(cursor).shared).map(named)),
        Sight::Locals(number, depth) => {
            let thread = recording.thread(cursor, number)?;
            let frame = thread.frames.get(depth)?;
            let own = recording.variable_names(frame).iter().zip(&frame.values);
            Box::new(own.chain(document.thread_local.iter().zip(&thread.thread_local)).map(named))
        }
    })
}

fn named<'a>((name, value): (&'a String, &'a Value)) -> (&'a str, &'a Value) {
    (name, value)
}

/// Returns `true` if a name is that of something at a path, or of a part of it.
fn is_part(name: &str, path: &str) -> bool {
    name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The parts after a prefix of this length, each with its leaves, in order of their first leaves.
fn grouped<'a>(leaves: &Leaves<'a>, prefix: usize) -> Vec<(&'a str, Leaves<'a>)> {
    let mut groups: Vec<(&str, Leaves<'_>)> = Vec::new();
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    for &(name, value) in leaves {
        let path = &name[..prefix + part_length(&name[prefix..])];
        let index = *known.entry(path).or_insert_with(|| {
            groups.push((path, Vec::new()));
            groups.len() - 1
        });
        groups[index].1.push((name, value));
    }
    groups
}

/// The length of `.next`, `[0]` or `q` at the beginning of the rest of a name.
fn part_length(rest: &str) -> usize {
    let end = rest.char_indices().skip(1).find(|(_, character)| ['.', '['].contains(character));
    end.map_or(rest.len(), |(index, _)| index)
}

fn node<'a>(recording: &'a Recording, cursor: usize, sight: Sight, path: &'a str, group: &Leaves<'a>) -> Node<'a> {
    let start = path.char_indices().rev().find(|(_, character)| ['.', '['].contains(character));
    let name = start.map_or(path, |(index, _)| &path[index..]);
    let (value, unfolds) = match group.iter().find(|(name, _)| *name == path) {
        Some((_, value)) => (recording.written(value), pointed(recording, cursor, sight, value)),
        None => (summary(recording, group, path.len()), Some(Place::Part(sight, path.into()))),
    };
    Node { name: name.trim_start_matches('.'), path, value, unfolds }
}

/// A structure or an array in short: `{head = 0, tail = 1}`, `{1, 2, ...}`.
fn summary(recording: &Recording, group: &Leaves<'_>, prefix: usize) -> String {
    let mut text = String::from("{");
    for (index, (path, parts)) in grouped(group, prefix).into_iter().enumerate() {
        let value = match parts.as_slice() {
            [(name, value)] if *name == path => recording.document().written(value),
            _ => "{...}".to_owned(),
        };
        let part = &path[prefix..];
        // Elements that the trace does not have leave no gap.
        let is_next = part.strip_prefix('[') == Some(&format!("{index}]"));
        let told = if is_next { value } else { format!("{} = {value}", part.trim_start_matches('.')) };
        let separator = if text.len() == 1 { "" } else { ", " };
        if text.chars().count() + separator.len() + told.chars().count() > LONGEST {
            text.push_str(separator);
            text.push_str("...");
            break;
        }
        text.push_str(separator);
        text.push_str(&told);
    }
    text.push('}');
    text
}

/// The place to which a pointer points: `&items[2]`, or `&x@T2` for a variable of another thread.
pub(crate) fn pointed(recording: &Recording, cursor: usize, sight: Sight, value: &Value) -> Option<Place> {
    let Value::Text(text) = value else { return None };
    let written = text.as_str().strip_prefix('&')?;
    let named = written.rsplit_once("@T").and_then(|(path, number)| Some((path, number.parse().ok()?)));
    let (path, number) = match (named, sight) {
        (Some((path, number)), _) => (path, Some(number)),
        (None, Sight::Locals(number, _)) => (written, Some(number)),
        (None, Sight::Shared) => (written, None),
    };
    let frames = number.and_then(|number: u32| Some((number, recording.thread(cursor, number)?.frames.len())));
    let locals =
        frames.into_iter().flat_map(|(number, depth)| (0..depth).rev().map(move |at| Sight::Locals(number, at)));
    let own = [sight].into_iter().filter(|_| named.is_none());
    let mut sights = own.chain(locals).chain([Sight::Shared]);
    let there = |sight: &Sight| {
        let living = |(name, value): (&str, &Value)| is_part(name, path) && !value.is_nothing();
        leaves(recording, cursor, *sight).is_some_and(|mut leaves| leaves.any(living))
    };
    sights.find(there).map(|sight| Place::Part(sight, path.into()))
}
