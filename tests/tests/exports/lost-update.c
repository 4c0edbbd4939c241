#include <assert.h>
#include <pthread.h>

int counter, done;

void *increment(void *unused) {
  counter++;
  done++;
  return 0;
}

int main() {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  if (done == 2)
    assert(counter == 2);
}
