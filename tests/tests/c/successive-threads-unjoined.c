// expect: unsafe
// A thread that was not joined in its round meets the one of the next round.
#include <assert.h>
#include <pthread.h>

int input(void);
int inside;

void *visitor(void *unused) {
  __sync_fetch_and_add(&inside, 1);
  assert(inside == 1);
  __sync_fetch_and_sub(&inside, 1);
  return 0;
}

int main() {
  while (input()) {
    pthread_t thread;
    pthread_create(&thread, 0, visitor, 0);
    if (input())
      pthread_join(thread, 0);
  }
}
