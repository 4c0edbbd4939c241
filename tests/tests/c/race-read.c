// expect: unsafe --property race
// Two threads receive into one object.
#include <pthread.h>
#include <unistd.h>

char text[4];

void *receiver(void *unused) {
  read(4, text, sizeof text);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, receiver, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
