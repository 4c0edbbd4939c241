// expect: unsafe --property race
// The pointer that `pthread_once` gets is read by one thread, and written by the other one if an input says so.
#include <pthread.h>

int made;
pthread_once_t once = PTHREAD_ONCE_INIT;

void make(void) {
  made = 1;
}

void make_other(void) {
  made = 2;
}

void (*maker)(void) = make;

void *user(void *unused) {
  pthread_once(&once, maker);
  return 0;
}

int main() {
  int other;
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  if (other)
    maker = make_other;
  pthread_once(&once, maker);
}
