// expect: safe
#include <pthread.h>
#include <stdint.h>
#define N 3
int count, given[N];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) {
  int i = (int) (intptr_t) p;
  assert(i >= 0 && i < N);
  pthread_mutex_lock(&m);
  count += given[i];
  pthread_mutex_unlock(&m);
  return 0;
}
int main() {
  pthread_t t[N];
  long i;
  for (i = 0; i < N; i++) { given[i] = i; if (pthread_create(&t[i], 0, add, (void *) i) != 0) return 1; }
  for (i = 0; i < N; i++) pthread_join(t[i], 0);
  assert(count == 3 && i == N);
}
