// expect: unsafe --property race
// What is sent is read.
#include <pthread.h>
#include <sys/socket.h>

int number;

void *sender(void *unused) {
  send(4, &number, sizeof number, 0);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  number = 1;
  pthread_join(thread, 0);
}
