// expect: unsafe
#include <pthread.h>
int g;
void *t(void *argument) {
  int *p = 0;
  while (__VERIFIER_nondet_bool()) {
    int x = 1;
    if (p) g = *p;
    p = &x;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  pthread_join(a, 0);
}
