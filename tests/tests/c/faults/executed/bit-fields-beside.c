// expect: unsafe
// They are in one place in memory: who assigns one of them may write the other one, too.
#include <pthread.h>
struct flags { unsigned a : 1; unsigned b : 1; } flags;
void *set(void *unused) { flags.a = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  flags.b = 1;
  pthread_join(t, 0);
  assert(flags.a && flags.b);
}
