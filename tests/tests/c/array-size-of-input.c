// expect: safe
#include <assert.h>
#include <pthread.h>
void *work(void *unused) { return 0; }
int main(void) {
  int count = 2;
  pthread_t handles[count];
  for (int i = 0; i < count; i++) pthread_create(&handles[i], 0, work, 0);
  for (int i = 0; i < count; i++) pthread_join(handles[i], 0);
  unsigned size = __VERIFIER_nondet_uint();
  if (size < 3 || size > 100) return 0;
  int numbers[size];
  numbers[2] = 5;
  assert(numbers[2] == 5);
}
