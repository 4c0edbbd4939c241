// expect: safe --timeout 5
// Elements of the buffer are data: the places of threads do not depend on them.
#include <assert.h>
#include <pthread.h>

#define SIZE 4

static struct {
    int items[SIZE];
    unsigned head, tail, count;
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .not_full = PTHREAD_COND_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER };

void *producer(void *argument)
{
    while (1) {
        pthread_mutex_lock(&queue.lock);
        while (queue.count == SIZE)
            pthread_cond_wait(&queue.not_full, &queue.lock);
        queue.items[queue.tail] = 1;
        queue.tail = (queue.tail + 1) % SIZE;
        queue.count++;
        pthread_cond_signal(&queue.not_empty);
        pthread_mutex_unlock(&queue.lock);
    }
}

void *consumer(void *argument)
{
    while (1) {
        pthread_mutex_lock(&queue.lock);
        while (queue.count == 0)
            pthread_cond_wait(&queue.not_empty, &queue.lock);
        int item = queue.items[queue.head];
        queue.head = (queue.head + 1) % SIZE;
        queue.count--;
        pthread_cond_signal(&queue.not_full);
        pthread_mutex_unlock(&queue.lock);
        assert(item == 0 || item == 1);
    }
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, producer, 0);
        pthread_create(&thread, 0, consumer, 0);
    }
}
