// expect: safe --timeout 2
// known gap: unknown
#include <assert.h>
#include <pthread.h>
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t free_again = PTHREAD_COND_INITIALIZER;
int reading, writing, text;
void *writer(void *unused) {
  for (;;) {
    pthread_mutex_lock(&gate);
    while (reading > 0 || writing > 0) pthread_cond_wait(&free_again, &gate);
    writing++;
    pthread_mutex_unlock(&gate);
    text = 5;
    assert(text == 5);
    text = 0;
    pthread_mutex_lock(&gate);
    writing--;
    pthread_cond_broadcast(&free_again);
    pthread_mutex_unlock(&gate);
  }
}
void *reader(void *unused) {
  for (;;) {
    pthread_mutex_lock(&gate);
    while (writing > 0) pthread_cond_wait(&free_again, &gate);
    reading++;
    pthread_mutex_unlock(&gate);
    assert(text == 0);
    pthread_mutex_lock(&gate);
    if (--reading == 0) pthread_cond_signal(&free_again);
    pthread_mutex_unlock(&gate);
  }
}
int main(void) {
  pthread_t thread;
  for (;;) {
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
  }
}
