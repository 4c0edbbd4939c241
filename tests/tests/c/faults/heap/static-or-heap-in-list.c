// expect: unsafe
#include <assert.h>
#include <stdlib.h>
struct n { struct n *next; int v; } dummy, *head = &dummy, *tail = &dummy;
void put(int v) { struct n *x = malloc(sizeof *x); x->v = v; x->next = 0; tail->next = x; tail = x; }
int get(void) { struct n *h = head, *x = h->next; if (!x) return -1; head = x; int v = x->v; if (h != &dummy) free(h); return v; }
int main(void) { put(1); put(2); assert(get() == 1); assert(get() == 2); assert(get() == 0); return 0; }
