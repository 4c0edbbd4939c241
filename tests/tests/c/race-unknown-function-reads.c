// expect: safe --property race
// A function without a definition only reads what it gets as `const`.
#include <pthread.h>

void unknown(const char *);
char text[4];

void *reader(void *unused) {
  unknown(text);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
