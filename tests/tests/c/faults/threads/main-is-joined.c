// expect: unsafe
#include <pthread.h>
pthread_t first;
int x;
void *t(void *p) { pthread_join(first, 0); assert(x == 2); return 0; }
int main(void) {
  pthread_t h;
  first = pthread_self();
  pthread_create(&h, 0, t, 0);
  x = 1;
  pthread_exit(0);
}
