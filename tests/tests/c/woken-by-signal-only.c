// expect: safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int round, done;

void *worker(void *unused) {
  for (int i = 0; i < 400; i++) {
    pthread_mutex_lock(&mutex);
    if (round == i)
      pthread_cond_wait(&changed, &mutex);
    assert(round > i);
    done = i + 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < 400; i++) {
    pthread_mutex_lock(&mutex);
    round = i + 1;
    pthread_cond_signal(&changed);
    if (done <= i)
      pthread_cond_wait(&changed, &mutex);
    assert(done > i);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(thread, 0);
}
