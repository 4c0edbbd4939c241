// expect: unsafe --timeout 20
// How many threads there are is not known, and their identifiers lie in arrays of that size: executions find what is many states.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int writers = 1, readers = 1, a, b;
void *write(void *p) { a = 1; b = -1; return 0; }
void *read(void *p) { assert(a + b == 0); return 0; }
int main(int count, char **words) {
  if (count == 3) { sscanf(words[1], "%d", &writers); sscanf(words[2], "%d", &readers); }
  pthread_t w[writers], r[readers];
  for (int i = 0; i < writers; i++) pthread_create(&w[i], 0, write, 0);
  for (int i = 0; i < readers; i++) pthread_create(&r[i], 0, read, 0);
  for (int i = 0; i < writers; i++) pthread_join(w[i], 0);
  for (int i = 0; i < readers; i++) pthread_join(r[i], 0);
}
