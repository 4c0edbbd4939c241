// expect: safe --atomic statement
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
  for (int i = 0; i < 200; i++) x++;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&other, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(x == 400);
}
