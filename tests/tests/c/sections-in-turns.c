// expect: unsafe
// The only order that fails lets the two sections alternate to the end; a section is two accesses, of which one is within the other.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int i = 3, j = 6;
void *one(void *p) {
  for (int k = 0; k < 4; k++) { __VERIFIER_atomic_begin(); i = j + 1; __VERIFIER_atomic_end(); }
  return 0;
}
void *other(void *p) {
  for (int k = 0; k < 4; k++) { __VERIFIER_atomic_begin(); j = i + 1; __VERIFIER_atomic_end(); }
  return 0;
}
int main() {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, other, 0);
  assert(i < 14 && j < 14);
}
