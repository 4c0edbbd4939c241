// expect: safe --property race
// A ring of more jobs than are known one by one, whose number of rounds is large.
#include <pthread.h>

#define SIZE 500

struct job { int number; int size; } jobs[SIZE];
int head, tail, done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t some = PTHREAD_COND_INITIALIZER;

void *consume(void *unused) {
    for (;;) {
        pthread_mutex_lock(&m);
        while (head == tail)
            pthread_cond_wait(&some, &m);
        struct job job = jobs[head % SIZE];
        head++;
        pthread_mutex_unlock(&m);
        if (job.size < 0)
            break;
        done += job.size;
    }
    return 0;
}

int main(void) {
    pthread_t consumer;
    pthread_create(&consumer, 0, consume, 0);
    for (int i = 0; i < 600; i++) {
        pthread_mutex_lock(&m);
        if (tail - head < SIZE) {
            jobs[tail % SIZE].number = i;
            jobs[tail % SIZE].size = i < 599 ? 1 : -1;
            tail++;
            pthread_cond_signal(&some);
        }
        pthread_mutex_unlock(&m);
    }
    return 0;
}
