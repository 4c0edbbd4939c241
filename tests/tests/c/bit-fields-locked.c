// expect: safe
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct flags { unsigned a : 1; unsigned b : 1; int : 5; int alone; } flags;
void *set(void *unused) {
  flags.alone = 1;
  pthread_mutex_lock(&m);
  flags.a = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_mutex_lock(&m);
  flags.b = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(flags.a && flags.b && flags.alone);
}
