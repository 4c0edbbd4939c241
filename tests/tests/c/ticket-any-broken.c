// expect: unsafe --int math
#include <pthread.h>
unsigned next, serving;
int inside;
void *guest(void *arg) {
  unsigned mine = next;
  next = mine + 1;
  while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine) {}
  inside++;
  assert(inside == 1);
  inside--;
  __atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
  return 0;
}
int main() { pthread_t t; for (;;) pthread_create(&t, 0, guest, 0); }
