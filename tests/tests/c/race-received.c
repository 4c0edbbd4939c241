// expect: unsafe --property race
// Two threads receive into one object.
#include <pthread.h>
#include <sys/socket.h>

char text[4];

void *receiver(void *unused) {
  recv(4, text, sizeof text, 0);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, receiver, 0);
  pthread_create(&threads[1], 0, receiver, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
