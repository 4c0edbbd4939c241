// expect: unknown --timeout 2
#include <pthread.h>
int c;
void *add(void *p) { __sync_fetch_and_add(&c, 1); return 0; }
int main() {
  pthread_t t;
  do pthread_create(&t, 0, add, 0); while (rand());
  pthread_join(t, 0);
  assert(c != 0);
}
