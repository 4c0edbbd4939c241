#include <assert.h>
#include <pthread.h>
int x;
void *work(void *unused) {
  x++;
  return 0;
}
int main(void) {
  pthread_t ids[THREADS];
  for (int i = 0; i < THREADS; i++) { pthread_create(&ids[i], 0, work, 0); x++; pthread_join(ids[i], 0); }
  assert(x == 1);
  assert(x >= 0);
}
