// expect: unsafe --property race
// Two threads assign a structure of which no member is accessed by itself.
#include <pthread.h>

struct point {
  int x, y;
} place;

void *mover(void *unused) {
  struct point there;
  place = there;
  return 0;
}

int main() {
  struct point here;
  pthread_t thread;
  pthread_create(&thread, 0, mover, 0);
  place = here;
  pthread_join(thread, 0);
}
