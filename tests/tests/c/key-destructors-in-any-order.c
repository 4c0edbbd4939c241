// expect: unsafe
// "The order of destructor calls is unspecified."
#include <assert.h>
#include <pthread.h>

pthread_key_t one, two;
int order;

void end_one(void *value) { order = order * 10 + 1; }
void end_two(void *value) { order = order * 10 + 2; }

void *worker(void *none) {
  pthread_setspecific(one, &one);
  pthread_setspecific(two, &two);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&one, end_one);
  pthread_key_create(&two, end_two);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(order == 21);
}
