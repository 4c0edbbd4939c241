// expect: safe
#include <pthread.h>
typedef int (*op)(int);
struct driver { op run; int (*stop)(void); };
int twice(int x) { return 2 * x; }
int next(int x) { return x + 1; }
int zero(void) { return 0; }
op table[2] = { twice, &next };
struct driver it = { twice, zero };
void *change(void *a) { it.run = next; return 0; }
void *use(void *a) { assert(it.run(1) == 2); return 0; }
int main() {
  int k;
  op f = k ? twice : next, none = 0;
  assert((*f)(3) == (k ? 6 : 4) && it.stop() == 0);
  assert(table[1](1) == 2 && f != none && (f == next) == !k);
  void *(*start)(void *) = k ? change : use;
  pthread_t t;
  for (;;) { pthread_create(&t, 0, start, 0); start = use; }
}
