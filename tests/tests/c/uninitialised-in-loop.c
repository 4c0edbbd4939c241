// expect: unsafe
#include <pthread.h>
int seen;
void *see(void *p) { int *x = p; seen = *x; return 0; }
int main() {
  pthread_t t;
  int x;
  for (;;) { int y; x = y; pthread_create(&t, 0, see, &x); assert(seen != 5); }
}
