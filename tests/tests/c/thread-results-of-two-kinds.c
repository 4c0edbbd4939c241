// expect: safe
#include <assert.h>
#include <pthread.h>
int nondet_int(void);
int x;
void *number(void *unused) { return (void *)5; }
void *pointer(void *unused) { return &x; }
int main() {
  pthread_t one, two, joined;
  void *result;
  pthread_create(&one, 0, number, 0);
  pthread_create(&two, 0, pointer, 0);
  joined = nondet_int() ? one : two;
  pthread_join(joined, &result);
  assert(result == (void *)5 || result == &x);
}
