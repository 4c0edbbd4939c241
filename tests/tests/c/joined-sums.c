// expect: safe
// The loop that joins uses what it has computed after its end.
#include <assert.h>
#include <pthread.h>
void *give(void *number) { return number; }
int main(void) {
  pthread_t threads[3];
  long sum = 0;
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, give, (void *)(i + 1));
  for (int i = 0; i < 3; i++) {
    void *given;
    pthread_join(threads[i], &given);
    sum += (long)given;
  }
  assert(sum == 6);
}
