// expect: unsafe --property race
// One thread fills an array of which nothing is read, another one copies it.
#include <pthread.h>
#include <string.h>

char text[64], copy[64];

void *filler(void *unused) {
  memset(text, 'a', sizeof text);
  return 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, filler, 0);
  memcpy(copy, text, sizeof copy);
  pthread_join(thread, 0);
}
