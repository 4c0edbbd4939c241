// expect: unsafe
#include <pthread.h>
int seen;
void *see(void *p) { seen = (int) (long) p; return 0; }
int main() {
  pthread_t t;
  for (int i = 0; i < 40; i++) { pthread_create(&t, 0, see, (void *) (long) i); assert(seen != 30); }
}
