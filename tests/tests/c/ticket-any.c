// expect: safe --int math
#include <pthread.h>
unsigned next, serving;
int inside;
void *guest(void *arg) {
  unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine) {}
  inside = 1;
  assert(inside == 1);
  inside = 0;
  __atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main() { pthread_t t; for (;;) pthread_create(&t, 0, guest, 0); }
