// expect: safe
// A tree whose nodes are all allocated at one place, in several activations.
#include <assert.h>
#include <stdlib.h>
struct t { int v; struct t *l, *r; };
struct t *insert(struct t *t, int v) {
  if (!t) { t = malloc(sizeof *t); t->v = v; t->l = t->r = 0; return t; }
  if (v < t->v) t->l = insert(t->l, v); else t->r = insert(t->r, v);
  return t;
}
int sum(struct t *t) { return t ? t->v + sum(t->l) + sum(t->r) : 0; }
int main() { struct t *t = 0; t = insert(t, 2); t = insert(t, 1); t = insert(t, 3); assert(sum(t) == 6); }
