// expect: safe
#include <assert.h>
#include <pthread.h>
int done;
void *work(void *unused) { __sync_fetch_and_add(&done, 1); return 0; }
int main(void) {
  int workers = 3;
  pthread_t crew[workers];
  for (int i = 0; i < workers; i++) pthread_create(crew + i, 0, work, 0);
  for (int i = 0; i < workers; i++) pthread_join(crew[i], 0);
  assert(done == 3);
}
