//! Atomic sections: which places of a thread lie inside of them.

use boolprog_base::Span;
use boolprog_import::Refusal;

use crate::graph::{Graph, Op};

/// The deepest nesting of atomic sections.
const MAX_NESTED: u8 = 20;

/// For each place whether it lies inside of an atomic section. Linear in the graph.
pub(super) fn places_inside(graph: &Graph) -> Result<Vec<bool>, Refusal> {
    let mut depths: Vec<Option<u8>> = vec![None; graph.out.len()];
    let mut stack = vec![(0, 0, Span::empty(0))];
    let refused = |span, message: &str| Refusal::new(span, message);
    while let Some((node, depth, span)) = stack.pop() {
        match depths[node] {
            Some(known) if known == depth || graph.out[node].is_empty() => continue,
            Some(_) => {
                return Err(refused(
                    span,
                    "Not supported: an atomic section that has ended on some ways to here only.",
                ));
            }
            None => depths[node] = Some(depth),
        }
        for edge in graph.out[node].iter().map(|edge| &graph.edges[*edge]) {
            let after = match edge.op {
                Op::Begin if depth >= MAX_NESTED => {
                    return Err(refused(edge.span, "Not supported: atomic sections nested so deep."));
                }
                Op::Begin => depth + 1,
                Op::End if depth == 0 => {
                    return Err(refused(edge.span, "No atomic section has begun here."));
                }
                Op::End => depth - 1,
                Op::Create(_) if depth > 0 => {
                    return Err(refused(edge.span, "Not supported: creation of a thread in an atomic section."));
                }
                _ => depth,
            };
            stack.push((edge.to, after, edge.span));
        }
    }
    Ok(depths.into_iter().map(|depth| depth.unwrap_or(0) > 0).collect())
}
