//! Arguments of threads: one that a variable of the creator holds as well, whenever such a thread is created, is read from there.
//!
//! Then the loop that creates them changes nothing, and any number of them can be created at once.

use boolprog_import::Expr;
use smol_str::SmolStr;

use crate::flow::{Flow, Site, Start, Thread};
use crate::graph::{Edge, Graph, Node, Op};

/// Lets threads that a loop creates copy variables of their creator instead of the copies that it makes of these in each round.
/// Linear in the steps for each argument.
pub(crate) fn read_originals(flow: &mut Flow) {
    for thread in 0..flow.threads.len() {
        let Some(start) = flow.threads[thread].start.as_ref().filter(|start| start.many) else { continue };
        let of_site =
            |site: &Site| -> Vec<_> { site.copies.iter().map(|(_, passed)| original(flow, site, passed)).collect() };
        let better: Vec<_> = start.sites.iter().flat_map(of_site).collect();
        let sites = flow.threads[thread].start.iter_mut().flat_map(|start| &mut start.sites);
        for ((_, passed), better) in sites.flat_map(|site| &mut site.copies).zip(better) {
            *passed = better.unwrap_or_else(|| passed.clone());
        }
    }
}

/// The variable that has the same value as the one that is passed where a thread is created, if only the creator assigns both.
fn original(flow: &Flow, site: &Site, passed: &SmolStr) -> Option<SmolStr> {
    let creator = &flow.threads[site.creator];
    let mut sources = creator.graph.edges.iter().filter_map(|edge| source(edge, passed));
    let original = sources.next()?;
    let assigns = |edge: &Edge| edge.op.assigns(original) || edge.op.assigns(passed);
    let is_given = |thread: &Thread| copies(thread, original) || thread.graph.edges.iter().any(assigns);
    let is_own = flow.threads.iter().enumerate().all(|(number, it)| number == site.creator || !is_given(it));
    (flow.is_one(site.creator) && is_own && is_copied(&creator.graph, original, passed, site.at))
        .then(|| original.clone())
}

/// On all ways to a place, a variable is copied after it was assigned, and the copy is not assigned afterwards.
fn is_copied(graph: &Graph, original: &SmolStr, copy: &SmolStr, at: Node) -> bool {
    let copies = |edge: &Edge| source(edge, copy) == Some(original) && !edge.op.assigns(original);
    let changes = |edge: &&Edge| !copies(edge) && (edge.op.assigns(original) || edge.op.assigns(copy));
    let changed = graph.edges.iter().filter(changes).map(|edge| edge.to);
    std::iter::once(0).chain(changed).all(|from| from != at && !graph.reached(from, &|edge| !copies(edge))[at])
}

/// The variable whose value another one is given.
fn source<'e>(edge: &'e Edge, target: &SmolStr) -> Option<&'e SmolStr> {
    let Op::Assign(all) = &edge.op else { return None };
    all.iter().find(|(name, _)| name == target).and_then(|(_, value)| match value {
        Expr::Name(name) => Some(name),
        _ => None,
    })
}

/// Returns `true` if a thread is given a variable at its start.
fn copies(thread: &Thread, name: &SmolStr) -> bool {
    thread.start.iter().flat_map(Start::copies).any(|(copy, _)| copy == name)
}

#[cfg(test)]
mod tests {
    /// The integer program of threads that a loop creates with this body, after an argument was chosen.
    fn program(round: &str) -> String {
        let text = format!(
            "#include <pthread.h>
            int x;
            void *add(void *argument) {{ x = *(int *)argument; assert(x >= 0); return 0; }}
            int main(int n, char **texts) {{ pthread_t t; static int a[2]; int *p = n > 5 ? &a[0] : &a[1]; while (1) {{ {round} }} }}"
        );
        crate::read::text_of(&text)
    }

    #[test]
    fn an_argument_that_the_loop_does_not_change_is_read_from_its_variable() {
        let text = program("pthread_create(&t, 0, add, p);");
        assert!(!text.contains("add_created"), "{text}");
    }

    #[test]
    fn an_argument_that_the_loop_changes_is_passed() {
        let text = program("pthread_create(&t, 0, add, p); p = p == &a[0] ? &a[1] : &a[0];");
        assert!(text.contains("add_created"), "{text}");
    }
}
