// expect: unsafe
#include <stdlib.h>
#include <assert.h>
struct n { struct n *p, *q; int v; } h;
void del(struct n *x) { x->p->q = x->q; x->q->p = x->p; free(x); }
int main(void) { h.p = h.q = &h; h.v = 9; struct n *x = malloc(sizeof *x); x->v = 1; x->q = h.q; x->p = &h; h.q->p = x; h.q = x; del(h.q); assert(h.q->v == 8); return 0; }
