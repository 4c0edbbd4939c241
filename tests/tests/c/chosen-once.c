// expect: safe
#include <assert.h>
#include <pthread.h>
unsigned nondet_uint(void);
pthread_once_t flags[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
int n;
void f(void) { n++; }
int main() {
  unsigned i = nondet_uint() % 2;
  pthread_once(&flags[i], f);
  pthread_once(&flags[0], f);
  assert(n == 1 + (i == 1));
}
