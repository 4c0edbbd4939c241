// expect: unsafe --property race
// A function without a definition writes to what it gets.
#include <pthread.h>

void unknown(char *);
char text[4];

void *writer(void *unused) {
  unknown(text);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, writer, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
