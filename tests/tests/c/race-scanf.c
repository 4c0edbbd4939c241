// expect: unsafe --property race
// What `scanf` reads is written without a lock, in some executions.
#include <pthread.h>
#include <stdio.h>

int level;

void *reader(void *unused) {
  return level > 3 ? &level : 0;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  scanf("%d", &level);
  pthread_join(thread, 0);
}
