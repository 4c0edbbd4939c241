// expect: unsafe --property race
// Two threads fill an object, and nothing else accesses it.
#include <pthread.h>
#include <string.h>

char text[4];
int size = 4;

void *filler(void *unused) {
  memset(text, 1, size);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, filler, 0);
  pthread_create(&threads[1], 0, filler, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
