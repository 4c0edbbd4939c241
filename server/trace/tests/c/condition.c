// seeds 0..2000
#include <assert.h>
#include <pthread.h>

struct queue {
  int items[2];
  int count;
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
};

static struct queue queue = { .mutex = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER };
static _Thread_local int got;

static int get(struct queue *self) {
  pthread_mutex_lock(&self->mutex);
  if (self->count == 0) /* should be while */
    pthread_cond_wait(&self->not_empty, &self->mutex);
  assert(self->count > 0);
  int item = self->items[--self->count];
  pthread_mutex_unlock(&self->mutex);
  return item;
}

static void *consumer(void *unused) {
  got = get(&queue);
  return 0;
}

int main(void) {
  pthread_t consumers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&consumers[i], 0, consumer, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&queue.mutex);
    queue.items[queue.count++] = i;
    pthread_cond_broadcast(&queue.not_empty);
    pthread_mutex_unlock(&queue.mutex);
  }
  pthread_exit(0);
}
