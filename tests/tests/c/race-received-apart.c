// expect: safe --property race
// Two threads receive into halves of one object.
#include <pthread.h>
#include <sys/socket.h>

char text[8];

void *receiver(void *half) {
  recv(4, half, 4, 0);
  return 0;
}

int main() {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, receiver, text);
  pthread_create(&threads[1], 0, receiver, text + 4);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
