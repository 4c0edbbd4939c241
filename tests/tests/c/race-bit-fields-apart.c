// expect: safe --property race
#include <pthread.h>
struct flags { unsigned a : 1; int c; unsigned b : 1; } flags;
void *set(void *unused) { flags.a = 1; return 0; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  flags.b = 1;
  pthread_join(t, 0);
}
