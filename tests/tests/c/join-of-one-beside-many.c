// expect: safe
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_t t[2];
void *work(void *p) { return 0; }
void *maker(void *p) { pthread_create(&t[__VERIFIER_nondet_int() & 1], 0, work, 0); return 0; }
int main() {
  while (__VERIFIER_nondet_int()) pthread_create(&t[0], 0, work, 0);
  pthread_create(&t[1], 0, maker, 0);
  pthread_join(t[1], 0);
}
