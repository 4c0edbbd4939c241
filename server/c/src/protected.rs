//! Locks that protect objects: those that every thread holds at each of its accesses.
//!
//! The statement is true of the accesses of all steps, whichever values decide between them, so that it needs no proof.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::Protected;
use smol_str::SmolStr;

use crate::composed::Composed;
use crate::flow::Scalar;
use crate::locks::Lock;
use crate::steps::Reach;

/// The accesses of some threads to a part of an object.
#[derive(Default)]
struct Accesses {
    threads: BTreeSet<usize>,
    /// `true` if one of them is not atomic.
    are_plain: bool,
    /// The locks that are held at each of them; none before the first one.
    under: Option<BTreeSet<Lock>>,
}

impl Accesses {
    fn add(&mut self, thread: usize, reach: &Reach) {
        self.are_plain |= !reach.access.atomic;
        self.add_under(thread, &reach.held.certain());
    }

    fn add_under(&mut self, thread: usize, held: &BTreeSet<Lock>) {
        self.threads.insert(thread);
        self.under = Some(self.under.take().map_or_else(|| held.clone(), |known| &known & held));
    }
}

/// The parts of an object, each with the accesses of all threads and those of all but the first one, which can act alone: before
/// there are others and when they have ended. None if there are accesses to bytes without a name.
type Parts<'a> = Option<BTreeMap<&'a str, [Accesses; 2]>>;

/// The parts of objects that are accessed under a lock by more than one thread, in order of their objects. Elements of an array are
/// one part, and objects of one name are one object. A variable that is accessed by atomic operations only, such as a lock itself,
/// needs none.
pub(crate) fn protected(composed: &Composed<'_>) -> Vec<Protected> {
    let mut objects: BTreeMap<&SmolStr, Parts<'_>> = BTreeMap::new();
    for scalar in composed.flow.scalars.values().filter(|scalar| scalar.is_accessed_first) {
        if let Some([all, _]) = accesses(&mut objects, scalar) {
            all.add_under(0, &BTreeSet::new());
        }
    }
    for (thread, steps) in composed.all.iter().enumerate() {
        for reach in &steps.accesses {
            let scalar = composed.flow.scalars.get(&reach.access.scalar);
            let Some([all, others]) = scalar.and_then(|scalar| accesses(&mut objects, scalar)) else { continue };
            all.add(thread, reach);
            if thread > 0 {
                others.add(thread, reach);
            }
        }
    }
    let parts = objects.into_iter().flat_map(|(object, parts)| {
        parts.into_iter().flatten().filter_map(|(part, accesses)| of_part(composed, object, part, accesses))
    });
    parts.collect()
}

/// The accesses to the part that a variable is.
fn accesses<'o, 'a>(
    objects: &'o mut BTreeMap<&'a SmolStr, Parts<'a>>,
    scalar: &'a Scalar,
) -> Option<&'o mut [Accesses; 2]> {
    let parts = objects.entry(scalar.object.as_ref()?).or_insert_with(|| Some(BTreeMap::new()));
    let Some(written) = &scalar.written else {
        *parts = None;
        return None;
    };
    Some(parts.as_mut()?.entry(written.split('[').next()?).or_default())
}

fn of_part(composed: &Composed<'_>, object: &SmolStr, part: &str, accesses: [Accesses; 2]) -> Option<Protected> {
    let of_several = |it: &Accesses| it.threads.len() > 1 || it.threads.iter().any(|thread| composed.is_many(*thread));
    let of_interest = |(it, _): &(Accesses, bool)| it.are_plain && of_several(it);
    let under = |(it, is_but_first): (Accesses, bool)| Some((it.under.filter(|it| !it.is_empty())?, is_but_first));
    let (under, is_but_first) = accesses.into_iter().zip([false, true]).filter(of_interest).find_map(under)?;
    let locks = under.into_iter().map(|lock| lock.name).collect();
    let except = is_but_first.then(|| composed.flow.threads[0].name.clone());
    Some(Protected { object: object.clone(), part: part.into(), locks, except })
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;

    use crate::{Asked, Options, read};

    const HEAD: &str = "
        #include <pthread.h>
        #include <stdlib.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, o = PTHREAD_MUTEX_INITIALIZER;
        int n, k;
        int any(void);
        ";

    /// The parts with their locks, of a program in which any number of threads execute a text.
    fn told(declared: &str, body: &str, before: &str) -> Vec<String> {
        let text = format!(
            "{HEAD}{declared}\nvoid *t(void *a) {{ {body} return 0; }}\n\
             int main() {{ {before} while (1) {{ pthread_t i; pthread_create(&i, 0, t, 0); }} }}\n"
        );
        let options = Options { asked: vec![Asked::Assertions, Asked::Races], ..Options::default() };
        let read = read("p.c", &text.into(), &options, &Unlimited).expect("it is supported");
        let told = read.origins.protected.iter().map(|it| {
            let except = it.except.as_ref().map(|thread| format!(" but in {thread}")).unwrap_or_default();
            format!("{} by {}{except}", it.part, it.locks.join(" and "))
        });
        told.collect()
    }

    fn held(body: &str) -> Vec<String> {
        told("", body, "")
    }

    const LOCK: &str = "pthread_mutex_lock(&m);";
    const UNLOCK: &str = "pthread_mutex_unlock(&m);";

    #[test]
    fn an_object_is_protected_by_the_locks_of_all_its_accesses() {
        assert_eq!(held(&format!("{LOCK} n++; {UNLOCK}")), ["n by m"]);
        assert_eq!(
            held(&format!("{LOCK} pthread_mutex_lock(&o); n++; pthread_mutex_unlock(&o); {UNLOCK}")),
            ["n by m and o"]
        );
        assert_eq!(
            held(&format!("{LOCK} n++; {UNLOCK} {LOCK} if (n) k = 1; else n = k; {UNLOCK}")),
            ["k by m", "n by m"]
        );
        assert_eq!(told("", &format!("{LOCK} n++; {UNLOCK}"), "n = 1;"), ["n by m but in main"]);
        assert_eq!(told("", &format!("{LOCK} n++; {UNLOCK}"), &format!("{LOCK} n = 1; {UNLOCK}")), ["n by m"]);
    }

    #[test]
    fn a_lock_may_be_meant_by_a_pointer_and_lie_in_a_structure() {
        let declared = "struct q { int a[2]; int c; pthread_mutex_t m; } q;
            void put(struct q *s, int i) { pthread_mutex_lock(&s->m); s->a[i & 1] = i; s->c++; pthread_mutex_unlock(&s->m); }";
        assert_eq!(told(declared, "put(&q, any());", ""), ["q.a by q.m", "q.c by q.m"]);
        let declared = "pthread_mutex_t all[2];";
        let body = "pthread_mutex_lock(&all[1]); n++; pthread_mutex_unlock(&all[1]);";
        assert_eq!(told(declared, body, ""), ["n by all[1]"]);
    }

    #[test]
    fn a_lock_that_is_not_held_at_each_access_does_not_protect() {
        let none: &[&str] = &[];
        assert_eq!(held(&format!("{LOCK} n++; {UNLOCK} n++;")), none);
        assert_eq!(held(&format!("n++; {LOCK} n++; {UNLOCK}")), none);
        assert_eq!(held(&format!("{LOCK} if (any()) {UNLOCK} n++;")), none);
        assert_eq!(held(&format!("{LOCK} if (any()) {{ {UNLOCK} }} else {{ {UNLOCK} }} n++;")), none);
        assert_eq!(held(&format!("pthread_mutex_trylock(&m); n++; {UNLOCK}")), none);
        assert_eq!(
            held(&format!(
                "if (any()) {{ {LOCK} n++; {UNLOCK} }} else {{ pthread_mutex_lock(&o); n++; pthread_mutex_unlock(&o); }}"
            )),
            none
        );
        assert_eq!(held(&format!("while (1) {{ {LOCK} n++; {UNLOCK} k++; }}")), ["n by m"]);
    }

    #[test]
    fn a_lock_that_may_be_another_one_does_not_protect() {
        let none: &[&str] = &[];
        let body = "pthread_mutex_t *l = any() ? &m : &o; pthread_mutex_lock(l); n++; pthread_mutex_unlock(l);";
        assert_eq!(held(body), none);
        let body = "pthread_mutex_lock(&all[any() & 1]); n++;";
        assert_eq!(told("pthread_mutex_t all[2];", body, ""), none);
        // One that may be given back through a pointer.
        let body = "pthread_mutex_t *l = any() ? &m : &o; pthread_mutex_lock(&o); pthread_mutex_lock(&m); \
             pthread_mutex_unlock(l); n++;";
        assert_eq!(held(body), none);
        let body = "pthread_mutex_lock(&own); n++; pthread_mutex_unlock(&own);";
        assert_eq!(told("_Thread_local pthread_mutex_t own;", body, ""), none);
        let body = "pthread_mutex_t *l = malloc(sizeof *l); pthread_mutex_init(l, 0); pthread_mutex_lock(l); n++;";
        assert_eq!(held(body), none);
    }

    #[test]
    fn a_thread_that_waits_for_a_condition_does_not_hold_its_mutex() {
        let declared = "pthread_cond_t c = PTHREAD_COND_INITIALIZER;";
        let body = format!("{LOCK} while (!n) pthread_cond_wait(&c, &m); n--; {UNLOCK}");
        assert_eq!(told(declared, &body, ""), ["n by m"]);
    }

    #[test]
    fn nothing_is_said_of_an_object_that_one_thread_accesses_only() {
        let none: &[&str] = &[];
        assert_eq!(told("", &format!("{LOCK} {UNLOCK}"), &format!("{LOCK} n++; {UNLOCK}")), none);
    }
}
