// expect: safe
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
int ready, sum;

int worker(void *argument) {
  mtx_lock(&mutex);
  ready = 1;
  sum++;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return thrd_success;
}

int main() {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, worker, NULL);
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&changed, &mutex);
  assert(sum == 1);
  assert(mtx_trylock(&mutex) == thrd_busy);
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  assert(mtx_trylock(&mutex) == thrd_success);
}
