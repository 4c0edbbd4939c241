// expect: safe
#include <assert.h>
#include <pthread.h>
static __thread int depth = 2;
int calls(void) {
  static __thread int number;
  return ++number;
}
void *first(void *unused) {
  depth++;
  assert(depth == 3 && calls() == 1);
  return 0;
}
void *second(void *unused) {
  depth += 2;
  assert(depth == 4 && calls() == 1 && calls() == 2);
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  depth = 9;
  assert(calls() == 1 && depth == 9);
}
