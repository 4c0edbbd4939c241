// expect: unsafe --property race
// Two threads receive into one object.
#include <pthread.h>
#include <sys/uio.h>

char text[4];
struct iovec parts[1] = {{text, 4}};

void *receiver(void *unused) {
  readv(4, parts, 1);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, receiver, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
